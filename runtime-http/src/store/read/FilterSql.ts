import type { NamedQuery } from "../postgres/NamedQuery.js"
import * as PageSize from "./PageSize.js"

/*
 * There are two ways to read a filtered list. The planner cannot choose between them: it does not know where in the list the matches are,
 * and a plan that serves all values does not know how many there are.
 *
 * - `near` reads the next NEAR records in the order of the list and keeps those that match.
 * - `sparse` fetches all matches from the index of the facets (or of the instant) and sorts them. It runs only if `near` found too few, so
 *   it usually has few to sort.
 *
 * Parameters: $1 is the connection, $2 the kind, $3 the lowest position. The queries for pages also take $4, the position to start from
 * (exclusive), $5, how many matches to skip, and $6, how many to return. One array of facet keys per filter follows, then the instant.
 */

/** How many records `near` reads, in about 5 ms. Of 1,000,000 findings, a page takes 3 ms if half of them match and 7 ms if 500 match. */
export const NEAR = 5_000

/** Which conditions a filtered list has; each combination is a query of its own. */
export interface Conditions {
  /** The number of filters by facets; a record meets a filter if it has any of its values. */
  readonly filters: number
  /** Whether the list is limited to records at or after an instant. */
  readonly hasInstant: boolean
}

/** Which way a page is read from the position where it starts. */
export type Direction = "after" | "before"

const listed = "connection_id = $1 and kind = $2 and is_listed"
const bound: Readonly<Record<Direction, string>> = { after: "position > $4", before: "position < $4" }
const order: Readonly<Record<Direction, string>> = { after: "position", before: "position desc" }

/** The number of the first filter parameter, in the queries for pages and in the one for the total. */
const OF_PAGE = 7
const OF_TOTAL = 4

const facets = ({ filters }: Conditions, first: number): ReadonlyArray<string> =>
  Array.from({ length: filters }, (_, index) => `facets && $${first + index}::bigint[]`)

/** The upper bound makes a plan for all values expect 1 record in 200 instead of 1 in 3, so that it uses the index. */
const instant = ({ filters, hasInstant }: Conditions, first: number): ReadonlyArray<string> =>
  hasInstant ? [`instant between $${first + filters}::timestamptz and 'infinity'`] : []

const all = (...conditions: ReadonlyArray<string>): string => conditions.join(" and ")

const nameOf = (name: string, { filters, hasInstant }: Conditions): string =>
  `record_${name}_${filters}${hasInstant ? "_instant" : ""}`

/** The page of the matches, fewer than $6 if they are long. */
const pageOf = (matches: string, direction: Direction): string => `
    select position, wire, id, found
    from ${PageSize.cut(
      `
          select position, wire, id
          from ${matches}
          order by ${order[direction]}
          offset $5
          limit $6`,
      order[direction]
    )} as page
    order by ${order[direction]}`

/** The matches among the next NEAR records. */
export const near = (conditions: Conditions, direction: Direction): NamedQuery => ({
  name: nameOf(`near_${direction}`, conditions),
  text: pageOf(
    `(
            select position, wire, id, facets, instant
            from record
            where ${listed} and position >= $3 and ${bound[direction]}
            order by ${order[direction]}
            limit ${NEAR}
          ) as near
          where ${all(...facets(conditions, OF_PAGE), ...instant(conditions, OF_PAGE))}`,
    direction
  )
})

/** Whether the list continues after the records that `near` reads. */
export const beyond = (direction: Direction): NamedQuery => ({
  name: `record_beyond_${direction}`,
  text: `
    select position
    from record
    where ${listed} and position >= $3 and ${bound[direction]}
    order by ${order[direction]}
    offset ${NEAR}
    limit 1`
})

/** All matches. The conditions of the inner query fit only one index, so the planner uses it even without statistics. */
const matching = (conditions: Conditions, first: number): string => `(
      select position, wire, id, connection_id, kind, instant
      from record
      where ${conditions.filters > 0 ? all("is_listed", ...facets(conditions, first)) : all(listed, ...instant(conditions, first))}
      offset 0
    ) as matching
    where ${all("connection_id = $1 and kind = $2 and position >= $3", ...instant(conditions, first))}`

/** A page of all matches, in order. */
export const sparse = (conditions: Conditions, direction: Direction): NamedQuery => ({
  name: nameOf(`sparse_${direction}`, conditions),
  text: pageOf(`${matching(conditions, OF_PAGE)} and ${bound[direction]}`, direction)
})

/** The number of all matches; reads each of them, which takes 330 ms for 500,000. */
export const total = (conditions: Conditions): NamedQuery => ({
  name: nameOf("total", conditions),
  text: `
    select count(*)
    from ${matching(conditions, OF_TOTAL)}`
})
