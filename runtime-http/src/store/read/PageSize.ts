import { Data } from "effect"

/**
 * How many bytes of records one page holds, and how many of each array of related records that an include adds: 2,000 records of 4 KB.
 *
 * A page is one text in memory, so 500 records of 600 KB would be 300 MB for each request.
 */
export const MAX_BYTES = 8 * 1024 * 1024

/** The related records of a single record are longer than MAX_BYTES, so that no page can hold them. */
export class RelatedTooLarge extends Data.TaggedError("RelatedTooLarge")<{
  /** The array that they would be in. */
  readonly field: string
  /** Whether only their ids were to be shown. */
  readonly isIds: boolean
}> {}

/** The value in the first row of `cut`, and null in the others, because each value of each row takes time. */
export const inFirstRow = (value: string): string => `case when bytes = octet_length(wire) then ${value} end`

/**
 * Keeps the first rows of `rows`, in this order, that are not longer than MAX_BYTES together, and at least one.
 *
 * `rows` selects a text `wire` and other columns; the result adds `found`, the number of rows before the cut. The size of a text stands
 * beside it, so the database need not read a long one to leave it out.
 */
export const cut = (rows: string, order: string): string => `(
      select *
      from (
        select *, sum(octet_length(wire)) over (order by ${order} rows unbounded preceding) as bytes, count(*) over () as found
        from (${rows}) as row
      ) as sized
      where bytes <= ${MAX_BYTES} or bytes = octet_length(wire)
    )`
