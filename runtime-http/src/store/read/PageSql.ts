import type { ConnectionQuery } from "../accounts/GuardedQuery.js"
import { type NamedQuery, unseen } from "../postgres/NamedQuery.js"
import type { Start } from "./PageRequest.js"
import * as PageSize from "./PageSize.js"

/*
 * In all queries, $1 is the connection and $2 the kind. The queries for pages read only the index record_position. They take the lowest
 * position $3 instead of `updatedSince`, because updated times rise with positions.
 */

const ofList = "connection_id = $1 and kind = $2"
const listed = `${ofList} and is_listed`

/** The first instant at which the next writer of a list can change it. */
const asOf = `to_char((updated_at + interval '1 microsecond') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** What the row of a list says: how far it is complete, and, if wanted, the number of its records, which the writers maintain. */
export type StateRow = readonly [asOf: string, total?: number]

/** The state of a list to which nothing was ever stored. */
const unwritten: StateRow = ["1970-01-01T00:00:00.000000Z", 0]

/** The state of a list from what a first statement says about it. */
export const stateOf = (about: unknown): StateRow => (about as StateRow | null) ?? unwritten

/**
 * The state of a list, as JSON. Its writers change this row one after another, each in the transaction that changes the records.
 *
 * So whoever reads the row sees every change up to its time. The next writer takes a time that is at least a microsecond later, whatever
 * the clock says (`ListLock.lock`): up to that microsecond, exclusively, the list is complete, also while that writer is at work. A reader
 * needs neither a lock nor a clock, so it never waits, and a replica answers as correctly.
 *
 * The first statement of an answer reads it together with its rows, as of the same instant, and all other statements come later. So the
 * answer has all changes up to its time.
 */
const state = (...columns: ReadonlyArray<string>): string => `(
      select json_build_array(${columns.join(", ")})
      from record_counter
      where record_counter.connection_id = access.connection_id and kind = $2
    )`

/** The position of the first record that changed at or after $3. */
export const lowestPosition: ConnectionQuery = {
  name: "record_lowest_position",
  columns: 1,
  about: state(asOf),
  text: `
    select position
    from record
    where ${listed} and updated_at >= $3
    order by updated_at, position
    limit 1`
}

/**
 * A row of a page; `wire` is the record's JSON, `hasBehind` whether there are records before the start of the page, `found` the number of
 * rows if none had been left out because of the page's size. The first row says both; the others may have null.
 */
export type PageRow = readonly [
  position: number,
  wire: string,
  hasBehind: boolean | null,
  id: string,
  found: number | null
]

/** One query per way to start a page: $3 is the lowest position, $4 the position or offset to start at, $5 the number of records. */
export type PageQueries = Readonly<Record<Start["_tag"], NamedQuery>>

/** A query for a page, as the first statement of an answer, which reads the total only if it is wanted. */
export const first = ({ name, text }: NamedQuery, wantsTotal: boolean): ConnectionQuery =>
  wantsTotal
    ? { name: `${name}_total`, text, columns: 5, about: state(asOf, "total") }
    : { name, text, columns: 5, about: state(asOf) }

const isAny = (condition: string, order: string): string =>
  `(select position from record where ${listed} and ${condition} order by position ${order} limit 1) is not null`

/** More than any page holds. If the only limit is a parameter, the planner expects a tenth of the kind, and may sort the list. */
const MOST = 1_000

/** The SQL of a page: which records it has, and whether there are more behind it. */
interface Part {
  readonly name: string
  readonly rows: string
  readonly order: string
  /** Whether there are records before the start of the page. */
  readonly hasBehind: string
}

const lowest = `position >= ${unseen(3, "bigint")}`
const from = unseen(4, "bigint")

/**
 * The rows that it is given have no lower and upper bound at once: between two values that it does not see, the planner expects 1 record in
 * 200, so few that it may sort them. So the lowest position is compared again outside.
 */
const firstOf = (rows: string, order: string): string => `
          select position, wire, id
          from (
            select position, wire, id
            from record
            where ${listed} and ${rows}
            limit ${MOST}
          ) as next
          where ${lowest}
          order by ${order}
          limit $5`

const rowsOf = ({ name, rows, order, hasBehind }: Part): NamedQuery => ({
  name: `record_page_${name}`,
  text: `
    select position, wire, ${PageSize.inFirstRow(hasBehind)}, id, ${PageSize.inFirstRow("found")}
    from ${PageSize.cut(firstOf(rows, order), order)} as page
    order by ${order}`
})

const parts: Readonly<Record<Start["_tag"], Part>> = {
  /** After the position $4. */
  After: {
    name: "after",
    rows: `${lowest} and position > ${from} order by position`,
    order: "position",
    hasBehind: isAny(`${lowest} and position <= ${from}`, "desc")
  },
  /** Before the position $4, last record first. */
  Before: {
    name: "before",
    rows: `position < ${from} order by position desc`,
    order: "position desc",
    hasBehind: isAny(`position >= ${from}`, "asc")
  },
  /** After the first $4 records; skipping takes about 6 µs per record. */
  Offset: {
    name: "offset",
    rows: `${lowest} order by position offset ${from}`,
    order: "position",
    hasBehind: "$4::bigint > 0"
  }
}

const each = (query: (part: Part) => NamedQuery): PageQueries => ({
  After: query(parts.After),
  Before: query(parts.Before),
  Offset: query(parts.Offset)
})

/** Pages as at most $5 rows, fewer if they are long. */
export const pages: PageQueries = each(rowsOf)

/** Counts the records from the lowest position $3 up: about 28 ms for 100,000. */
export const totalFrom: NamedQuery = {
  name: "record_total_from",
  text: `select count(*) from record where ${listed} and position >= $3`
}

/** The record with the id $3. `is_listed` is checked outside the look-up: inside, the planner could choose an index without the id. */
export const one: ConnectionQuery = {
  name: "record_one",
  columns: 3,
  text: `
    select wire, vendor_id, is_gone
    from (
      select wire, vendor_id, is_gone, is_listed
      from record
      where ${ofList} and id = $3
      offset 0
    ) as found
    where is_listed`
}
