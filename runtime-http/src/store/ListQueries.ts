import { advisoryKey } from "./ChangePosition.js"
import type { PoolQuery } from "./PoolQuery.js"
import type { Start } from "./RecordQuery.js"

/*
 * $1 is the connection and $2 the kind in all of them. A page's queries walk the index record_position alone, whatever the page; `updatedSince`
 * has become the lowest position $3 before, since updated times rise with positions.
 */

const listed = "connection_id = $1 and kind = $2 and is_listed"

/** Waits for the writers that have taken their time already; those that come later take a later one than now. */
export const awaitWriters: PoolQuery = {
  name: "record_await_writers",
  text: `
    select count(pg_advisory_xact_lock_shared(${advisoryKey}))
    from (values ($1::uuid, $2::text)) as writer (connection_id, kind)`
}

export const lowestPosition: PoolQuery = {
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
export type PageQueries = Readonly<Record<Start["_tag"], PoolQuery>>

const probe = (condition: string, order: string): string =>
  `(select position from record where ${listed} and ${condition} order by position ${order} limit 1) is not null`

/** After the position $4, at most $5. */
export const after: PoolQuery = {
  name: "record_page_after",
  text: `
    select position, wire, ${probe("position >= $3 and position <= $4", "desc")}, id
    from record
    where ${listed} and position >= $3 and position > $4
    order by position
    limit $5`
}

/** Before the position $4, at most $5, last one first. */
export const before: PoolQuery = {
  name: "record_page_before",
  text: `
    select position, wire, ${probe("position >= $4", "asc")}, id
    from record
    where ${listed} and position >= $3 and position < $4
    order by position desc
    limit $5`
}

/** From the $4th record on, at most $5: some 6 us for every record that is skipped. */
export const offset: PoolQuery = {
  name: "record_page_offset",
  text: `
    select position, wire, $4::bigint > 0, id
    from record
    where ${listed} and position >= $3
    order by position
    offset $4
    limit $5`
}

export const pages: PageQueries = { After: after, Before: before, Offset: offset }

export const total: PoolQuery = {
  name: "record_total",
  text: "select total from record_counter where connection_id = $1 and kind = $2"
}

/** Counts what is there: some 28 ms for 100,000 records. */
export const totalFrom: PoolQuery = {
  name: "record_total_from",
  text: `select count(*) from record where ${listed} and position >= $3`
}

/** `is_listed` is asked outside of the look-up: inside, indexes that do not hold the id looked as good without statistics. */
export const one: PoolQuery = {
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
