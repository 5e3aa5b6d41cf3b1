import { Data } from "effect"
import type { ConnectionQuery } from "../accounts/AccessScope.js"
import { type NamedQuery, unseen } from "../postgres/Database.js"

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
export const endsOf = (items: ReadonlyArray<{ readonly bytes: number }>): ReadonlyArray<number> => {
  let end = 0
  return items.map(({ bytes }) => {
    end += bytes
    return end
  })
}

/** How many of the first of these items a page holds: as many as are not longer than MAX_BYTES together, and at least one. */
export const fittingCount = (items: ReadonlyArray<{ readonly bytes: number }>): number =>
  Math.max(1, endsOf(items).filter((end) => end <= MAX_BYTES).length)

/**
 * A record's JSON if it is short, otherwise its id: so many rows whose texts are short fit into a page, however many they are.
 *
 * The size of a text stands beside it, so the database need not read a long one to leave it out.
 */
export const shortOrId = (wire: string, id: string, rows: string): string =>
  `case when octet_length(${wire}) <= ${MAX_BYTES} / ${rows}::bigint then ${wire} else ${id}::text end`

/** Whether a text of `shortOrId` is an id: the JSON of a record is an object. */
export const isId = (text: string): boolean => !text.startsWith("{")

/*
 * In all queries, $1 is the connection and $2 the kind. The queries for pages read only the index record_position, or record_removed_position.
 * They start at a position, which stands for `updatedSince` too, because updated times rise with positions.
 */

const ofList = "connection_id = $1 and kind = $2"

/** The first instant at which the next writer of a list can change it. */
const asOf = `to_char((updated_at + interval '1 microsecond') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * What the row of a list says: how far it is complete, and, if wanted, the number of its records, which the writers maintain.
 *
 * Together, they are different after every change of the list: whatever adds or changes records takes a later time, and the purge of old
 * ones lowers the number.
 */
export type StateRow = readonly [asOf: string, total?: number]

/** The state of a list to which nothing was ever stored. */
const unwritten: StateRow = ["1970-01-01T00:00:00.000000Z", 0]

/** The state of a list from what a first statement says about it. */
export const stateOf = (about: unknown): StateRow => (about as StateRow | null) ?? unwritten

const stateColumns = (...columns: ReadonlyArray<string>): string => `json_build_array(${columns.join(", ")})`

/** The state of a list, with the number of its records. */
export const listState: NamedQuery = {
  name: "record_list_state",
  text: `select ${stateColumns(asOf, "total")} from record_counter where ${ofList}`
}

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
      select ${stateColumns(...columns)}
      from record_counter
      where record_counter.connection_id = access.connection_id and kind = $2
    )`

/** A row of a page: the record's JSON, or its id if it is too long to be read with the others, see `shortOrId`. */
export type PageRow = readonly [wireOrId: string, position: number]

/** How many columns a `PageRow` has. */
const COLUMNS = 2

/** The direction in which a page is read from where it starts. */
export type Direction = "up" | "down"

/** The queries for pages: the record at the position $3, if there still is one, and those behind it. They skip $5 records and read $4 at most. */
export type PageQueries = Readonly<Record<Direction, NamedQuery>>

/** A query for a page, as the first statement of an answer, which reads the total only if it is wanted. */
export const first = (query: NamedQuery, wantsTotal: boolean): ConnectionQuery =>
  wantsTotal
    ? { ...query, name: `${query.name}_total`, columns: COLUMNS, about: state(asOf, "total") }
    : { ...query, columns: COLUMNS, about: state(asOf) }

/** The queries that read records in the order of their positions. */
export interface ListSql {
  /**
   * The position of the first record that changed at or after $3; null if there is none.
   *
   * It finds the first such time and the lowest position of that time. The records of one time are those of one transaction, a few thousand at
   * most: reading them is what an index without the position costs, which has an eighth of the size.
   */
  readonly lowestPosition: ConnectionQuery
  /** Pages of the whole list. */
  readonly pages: PageQueries
  /**
   * A page of the whole list behind skipped records. It skips them in the index, which takes some 0.2 µs for each, unless it was written since
   * the last vacuum; `pages` would read each of them, which takes some 3 µs.
   */
  readonly pageBehind: NamedQuery
  /** The records with the ids $3 that the list has, in this order. */
  readonly long: NamedQuery
  /** Counts the records from the lowest position $3 up: about 28 ms for 100,000. */
  readonly totalFrom: NamedQuery
}

/** More than any page reads. If the only limit is a parameter, the planner expects a tenth of the kind, and may sort the list. */
const MOST = 1_002

/** A record by its id: its JSON, or null if a page cannot hold it together with those before it. */
export type LongRow = readonly [id: string, wire: string | null]

/** The queries for the records for which the condition holds, whose names begin with `prefix`. */
const listSql = (prefix: string, condition: string): ListSql => {
  const own = `${ofList} and ${condition}`
  const pageFrom = (bound: string, order: string, start: string, skipped: string): string => `
    select ${shortOrId("wire", "id", "$4")}, position
    from (
      select position, wire, id
      from record
      where ${own} and position ${bound} ${start}
      order by ${order}
      offset ${skipped}
      limit ${MOST}
    ) as next
    order by ${order}
    limit $4`
  const page = (direction: Direction, bound: string, order: string): NamedQuery => ({
    name: `${prefix}_page_${direction}`,
    text: pageFrom(bound, order, unseen(3, "bigint"), "$5")
  })
  return {
    lowestPosition: {
      name: `${prefix}_lowest_position`,
      columns: 1,
      about: state(asOf, "total"),
      text: `
    select min(position)::text as lowest
    from (
      select position
      from record
      where
        ${own}
        and updated_at = (
          select updated_at
          from record
          where ${own} and updated_at >= $3
          order by updated_at
          limit 1
        )
      offset 0
    ) as changed`
    },
    pages: { up: page("up", ">=", "position"), down: page("down", "<=", "position desc") },
    pageBehind: {
      name: `${prefix}_page_behind`,
      text: pageFrom(
        ">=",
        "position",
        `(
        select position
        from record
        where ${own} and position >= ${unseen(3, "bigint")}
        order by position
        offset $5
        limit 1
      )`,
        "0"
      )
    },
    long: {
      name: `${prefix}_long`,
      text: `
    select id, case when bytes <= ${MAX_BYTES} or bytes = octet_length(wire) then wire end
    from (
      select page.id, page.place, wire, sum(octet_length(wire)) over (order by page.place rows unbounded preceding) as bytes
      from
        unnest($3::uuid[]) with ordinality as page (id, place),
        lateral (
          select wire, is_listed, source_id
          from record
          where ${ofList} and id = page.id
          offset 0
        ) as found
      where ${condition}
    ) as sized
    order by place`
    },
    totalFrom: {
      name: `${prefix}_total_from`,
      text: `select count(*) from record where ${own} and position >= $3`
    }
  }
}

/** The records of the list. */
export const listed: ListSql = listSql("record", "is_listed")

/** The records that have left the list, because the source tool no longer has them and their kind has no field that says so. */
export const removed: ListSql = listSql("record_removed", "not is_listed and source_id is null")

/** The query for a page of the whole list. */
export const queryOf = (
  { pageBehind, pages }: ListSql,
  { direction, skipped }: { readonly direction: Direction; readonly skipped: number }
): NamedQuery => (skipped > 0 ? pageBehind : pages[direction])

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
