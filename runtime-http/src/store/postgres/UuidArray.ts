/** Ids as one `uuid[]` literal: ten times cheaper than the array of strings that `pg` would quote one by one. */
export const of = (ids: Iterable<string>): string => `{${[...ids].join(",")}}`
