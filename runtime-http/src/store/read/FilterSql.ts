import type { NamedQuery } from "../postgres/NamedQuery.js"
import { withoutFacets } from "../postgres/RecordTable.js"
import * as PageSize from "./PageSize.js"

/*
 * A list of given ids reads these by the primary key. There are two ways to read any other filtered list. The planner cannot choose between them: it does not know where in the list the matches are,
 * and a plan that serves all values does not know how many there are.
 *
 * - `near` reads the next NEAR records in the order of the list and keeps those that match.
 * - `sparse` fetches all matches from the index of the facets (or of the instant) and sorts them. It runs only if `near` found too few, so
 *   it usually has few to sort.
 *
 * Records that an earlier release stored may have no facets yet: they are compared by their JSON. Both kinds of record are read in one
 * statement, so that none is missed while `FacetBackfill` is at work.
 *
 * Parameters: $1 is the connection, $2 the kind, $3 the lowest position. The queries for pages also take $4, the position to start from
 * (exclusive), $5, how many matches to skip, and $6, how many to return. One array of facet keys per filter follows, then all filters as a
 * predicate on JSON with its variables, then the instant, then the ids.
 */

/** How many records `near` reads, in about 5 ms. Of 1,000,000 findings, a page takes 3 ms if half of them match and 7 ms if 500 match. */
export const NEAR = 5_000

/** Which conditions a filtered list has; each combination is a query of its own. */
export interface Conditions {
  /** The number of filters by facets; a record meets a filter if it has any of its values. */
  readonly filters: number
  /** Whether the list is limited to records at or after an instant. */
  readonly hasInstant: boolean
  /** Whether the list is limited to given ids. */
  readonly hasIds: boolean
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

/** How many parameters the filters take. */
const width = ({ filters }: Conditions): number => (filters === 0 ? 0 : filters + 2)

const onJson = ({ filters }: Conditions, first: number): string =>
  `jsonb_path_match(wire::jsonb, $${first + filters}::jsonpath, $${first + filters + 1}::jsonb)`

/** Whether one record meets the filters. */
const filtered = (conditions: Conditions, first: number): ReadonlyArray<string> =>
  conditions.filters === 0
    ? []
    : [`case when ${withoutFacets} then ${onJson(conditions, first)} else ${all(...facets(conditions, first))} end`]

/** The upper bound makes a plan for all values expect 1 record in 200 instead of 1 in 3, so that it uses the index. */
const instant = (conditions: Conditions, first: number): ReadonlyArray<string> =>
  conditions.hasInstant ? [`instant between $${first + width(conditions)}::timestamptz and 'infinity'`] : []

const all = (...conditions: ReadonlyArray<string>): string => conditions.join(" and ")

const nameOf = (name: string, { filters, hasIds, hasInstant }: Conditions): string =>
  `record_${name}_${filters}${hasInstant ? "_instant" : ""}${hasIds ? "_ids" : ""}`

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
            select position, wire, id, kind, is_listed, facets, instant
            from record
            where ${listed} and position >= $3 and ${bound[direction]}
            order by ${order[direction]}
            limit ${NEAR}
          ) as near
          where ${all(...filtered(conditions, OF_PAGE), ...instant(conditions, OF_PAGE))}`,
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

const columns = "position, wire, id, connection_id, kind, instant"

/** Those of the given ids; the conditions of the inner query fit only the primary key. */
const wanted = (conditions: Conditions, first: number): string => `
      select ${columns}
      from
        unnest($${first + width(conditions) + (conditions.hasInstant ? 1 : 0)}::uuid[]) as wanted (wanted_id),
        lateral (
          select *
          from record
          where connection_id = $1 and kind = $2 and id = wanted_id
          offset 0
        ) as found
      where ${all("is_listed", ...filtered(conditions, first))}`

/** Those with the facets, and those without facets whose JSON matches. The inner conditions fit only one index each. */
const having = (conditions: Conditions, first: number): string => `
      (
        select ${columns}
        from record
        where ${all("is_listed", ...facets(conditions, first))}
        offset 0
      ) union all (
        select ${columns}
        from record
        where connection_id = $1 and kind = $2 and ${withoutFacets} and ${onJson(conditions, first)}
        offset 0
      )`

const since = (conditions: Conditions, first: number): string => `
      select ${columns}
      from record
      where ${all(listed, ...instant(conditions, first))}
      offset 0`

const sourceOf = ({ filters, hasIds }: Conditions) => {
  if (hasIds) return wanted
  return filters > 0 ? having : since
}

/** All matches. The conditions of the inner queries fit only one index, so the planner uses it even without statistics. */
const matching = (conditions: Conditions, first: number): string => `(${sourceOf(conditions)(conditions, first)}
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
