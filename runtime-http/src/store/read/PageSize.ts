import { Data } from "effect"

/**
 * How many bytes one page holds, with everything that is added to its records, such as arrays of related records: 2,000 records of 4 KB.
 *
 * A page is one text in memory, so 500 records of 600 KB would be 300 MB for each request.
 */
export const MAX_BYTES = 8 * 1024 * 1024

/** A single record is longer than MAX_BYTES with its related records, so that no page can hold it. */
export class RelatedTooLarge extends Data.TaggedError("RelatedTooLarge")<{
  /** The array that they would be in. */
  readonly field: string
  /** Whether only their ids were to be shown. */
  readonly isIds: boolean
}> {}

/** Where each of these items ends in a page, in bytes from the page's beginning. */
export const ends = (items: ReadonlyArray<{ readonly bytes: number }>): ReadonlyArray<number> => {
  let end = 0
  return items.map(({ bytes }) => {
    end += bytes
    return end
  })
}

/** How many of the first of these items a page holds: as many as are not longer than MAX_BYTES together, and at least one. */
export const fitting = (items: ReadonlyArray<{ readonly bytes: number }>): number =>
  Math.max(1, ends(items).filter((end) => end <= MAX_BYTES).length)

/**
 * A record's JSON if it is short, otherwise its id: so many rows whose texts are short fit into a page, however many they are.
 *
 * The size of a text stands beside it, so the database need not read a long one to leave it out.
 */
export const shortOrId = (wire: string, id: string, rows: string): string =>
  `case when octet_length(${wire}) <= ${MAX_BYTES} / ${rows}::bigint then ${wire} else ${id}::text end`

/** Whether a text of `shortOrId` is an id: the JSON of a record is an object. */
export const isId = (text: string): boolean => !text.startsWith("{")
