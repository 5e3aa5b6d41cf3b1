import type { NamedQuery } from "../postgres/NamedQuery.js"
import { listLockKey } from "../postgres/RecordTable.js"
import type { Start } from "./PageRequest.js"

/*
 * $1 is the connection and $2 the kind in all of them. A page's queries walk the index record_position alone, whatever the page; `updatedSince`
 * has become the lowest position $3 before, since updated times rise with positions.
 */

const listed = "connection_id = $1 and kind = $2 and is_listed"

/** Waits for the writers that have taken their time already; those that come later take a later one than now. */
export const awaitWriters: NamedQuery = {
  name: "record_await_writers",
  text: `
    select count(pg_advisory_xact_lock_shared(${listLockKey}))
    from (values ($1::uuid, $2::text)) as writer (connection_id, kind)`
}

export const lowestPosition: NamedQuery = {
  name: "record_lowest_position",
  text: `
    select position
    from record
    where ${listed} and updated_at >= $3
    order by updated_at, position
    limit 1`
}

/** A page's rows are [position, wire, whether there is more behind the place where the page began, id]. */
export type PageRow = readonly [position: number, wire: string, hasBehind: boolean, id: string]

/** A query for each way in which a page begins: $3 is the lowest position, $4 the place to begin at, $5 how many records to give. */
export type PageQueries = Readonly<Record<Start["_tag"], NamedQuery>>

const isAny = (condition: string, order: string): string =>
  `(select position from record where ${listed} and ${condition} order by position ${order} limit 1) is not null`

/**
 * More than any page holds. Of a limit that is a parameter the planner expects a tenth of the kind, finds every plan for one value cheaper than
 * the plan for all, and plans anew at each page, which took as long as reading it.
 */
const MOST = 1_000

/** A page: which records it is made of, and what tells whether there are more on either side. */
interface Part {
  readonly name: string
  readonly rows: string
  readonly order: string
  readonly hasBehind: string
  /** Whether the list goes on beyond the page's lowest and highest position. */
  readonly hasMore: string
}

const rowsOf = ({ name, rows, order, hasBehind }: Part): NamedQuery => ({
  name: `record_page_${name}`,
  text: `
    select position, wire, ${hasBehind}, id
    from (
      select position, wire, id
      from record
      where ${listed} and ${rows}
      limit ${MOST}
    ) as page
    order by ${order}
    limit $5`
})

/** What a page is, with its items joined in the database: one row to take apart instead of 100. */
export type TextRow = readonly [
  count: number,
  lowest: number | null,
  highest: number | null,
  hasBehind: boolean,
  hasMore: boolean,
  items: string | null
]

const textOf = ({ name, rows, order, hasBehind, hasMore }: Part): NamedQuery => ({
  name: `record_text_${name}`,
  text: `
    select count, lowest, highest, ${hasBehind}, ${hasMore}, items
    from (
      select
        count(*) as count, min(position) as lowest, max(position) as highest,
        string_agg(wire, ',' order by position) as items
      from (
        select position, wire
        from (
          select position, wire
          from record
          where ${listed} and ${rows}
          limit ${MOST}
        ) as next
        order by ${order}
        limit $5
      ) as page
    ) as page`
})

const parts: Readonly<Record<Start["_tag"], Part>> = {
  /** After the position $4. */
  After: {
    name: "after",
    rows: "position >= $3 and position > $4 order by position",
    order: "position",
    hasBehind: isAny("position >= $3 and position <= $4", "desc"),
    hasMore: isAny("position > highest", "asc")
  },
  /** Before the position $4, last one first. */
  Before: {
    name: "before",
    rows: "position >= $3 and position < $4 order by position desc",
    order: "position desc",
    hasBehind: isAny("position >= $4", "asc"),
    hasMore: isAny("position >= $3 and position < lowest", "desc")
  },
  /** From the $4th record on: some 6 us for every record that is skipped. */
  Offset: {
    name: "offset",
    rows: "position >= $3 order by position offset $4",
    order: "position",
    hasBehind: "$4::bigint > 0",
    hasMore: isAny("position > highest", "asc")
  }
}

const each = (query: (part: Part) => NamedQuery): PageQueries => ({
  After: query(parts.After),
  Before: query(parts.Before),
  Offset: query(parts.Offset)
})

/** Pages as rows; at most $5 of them. */
export const pages: PageQueries = each(rowsOf)

/** Pages as one row with one text; of at most $5 records. */
export const texts: PageQueries = each(textOf)

export const total: NamedQuery = {
  name: "record_total",
  text: "select total from record_counter where connection_id = $1 and kind = $2"
}

/** Counts what is there: some 28 ms for 100,000 records. */
export const totalFrom: NamedQuery = {
  name: "record_total_from",
  text: `select count(*) from record where ${listed} and position >= $3`
}

/** `is_listed` is asked outside of the look-up: inside, indexes that do not hold the id looked as good without statistics. */
export const one: NamedQuery = {
  name: "record_one",
  text: `
    select wire, vendor_id, is_gone
    from (
      select wire, vendor_id, is_gone, is_listed
      from record
      where connection_id = $1 and kind = $2 and id = $3
      offset 0
    ) as found
    where is_listed`
}
