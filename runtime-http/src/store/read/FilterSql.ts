import type { NamedQuery } from "../postgres/NamedQuery.js"

/*
 * Filtered lists are read in two ways. The planner cannot choose between them: it knows neither where the matches lie, nor, in a plan that
 * is kept for all values, how many there are.
 *
 * - `near` walks the list's own order and keeps what matches, through NEAR records at most.
 * - `sparse` fetches everything that matches from the index of the facets (or of the instant) and sorts it; it is run where `near` found
 *   too little, so that it mostly has little to sort.
 *
 * $1 is the connection, $2 the kind, $3 the lowest position. Those of a page go on with $4, the position to start beside, $5, how many
 * matches to skip, and $6, how many to give. Then follow one array of facet keys a filter, and the instant.
 */

/** Records that `near` looks at: some 5 ms. At 1,000,000 findings a page then takes 3 ms for a value of half of them, 7 ms for one of 500. */
export const NEAR = 5_000

/** Which conditions a filtered list has. */
export interface Conditions {
  /** How many filters by facets; each is met by any of its values. */
  readonly filters: number
  readonly hasInstant: boolean
}

export type Direction = "after" | "before"

const listed = "connection_id = $1 and kind = $2 and is_listed"
const bound: Readonly<Record<Direction, string>> = { after: "position > $4", before: "position < $4" }
const order: Readonly<Record<Direction, string>> = { after: "position", before: "position desc" }

/** The first parameter of the filters, in a page's queries and in the others. */
const OF_PAGE = 7
const OF_TOTAL = 4

const facets = ({ filters }: Conditions, first: number): ReadonlyArray<string> =>
  Array.from({ length: filters }, (_, index) => `facets && $${first + index}::bigint[]`)

/** Bounded above as well: a plan for all values then expects one record in 200 and not every third, and takes the index. */
const instant = ({ filters, hasInstant }: Conditions, first: number): ReadonlyArray<string> =>
  hasInstant ? [`instant between $${first + filters}::timestamptz and 'infinity'`] : []

const all = (...conditions: ReadonlyArray<string>): string => conditions.join(" and ")

const nameOf = (name: string, { filters, hasInstant }: Conditions): string =>
  `record_${name}_${filters}${hasInstant ? "_instant" : ""}`

/** What matches among the next records. */
export const near = (conditions: Conditions, direction: Direction): NamedQuery => ({
  name: nameOf(`near_${direction}`, conditions),
  text: `
    select position, wire, id
    from (
      select position, wire, id, facets, instant
      from record
      where ${listed} and position >= $3 and ${bound[direction]}
      order by ${order[direction]}
      limit ${NEAR}
    ) as near
    where ${all(...facets(conditions, OF_PAGE), ...instant(conditions, OF_PAGE))}
    order by ${order[direction]}
    offset $5
    limit $6`
})

/** Whether the list goes on behind the records that `near` looks at. */
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

/** Everything that matches; inside stands what fits one index only, so that this one is taken without statistics, too. */
const matching = (conditions: Conditions, first: number): string => `(
      select position, wire, id, connection_id, kind, instant
      from record
      where ${conditions.filters > 0 ? all("is_listed", ...facets(conditions, first)) : all(listed, ...instant(conditions, first))}
      offset 0
    ) as matching
    where ${all("connection_id = $1 and kind = $2 and position >= $3", ...instant(conditions, first))}`

/** All that matches, in order. */
export const sparse = (conditions: Conditions, direction: Direction): NamedQuery => ({
  name: nameOf(`sparse_${direction}`, conditions),
  text: `
    select position, wire, id
    from ${matching(conditions, OF_PAGE)} and ${bound[direction]}
    order by ${order[direction]}
    offset $5
    limit $6`
})

/** Reads what it counts: 330 ms for 500,000 matches. */
export const total = (conditions: Conditions): NamedQuery => ({
  name: nameOf("total", conditions),
  text: `
    select count(*)
    from ${matching(conditions, OF_TOTAL)}`
})
