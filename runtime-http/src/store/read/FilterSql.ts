import { type NamedQuery, unseen } from "../postgres/NamedQuery.js"
import { withoutFacets } from "../postgres/RecordTable.js"
import type { Start } from "./PageRequest.js"
import * as PageSize from "./PageSize.js"
import type { PageQueries } from "./PageSql.js"

/*
 * A list of given ids reads these by the primary key. There are two ways to read any other filtered list: in its order, keeping the records
 * that match, or from the index of the facets (or of the instant), sorting all matches. The first is cheap for a common value, the second
 * for a rare one. The planner cannot choose between them: it does not know where in the list the matches are, and a plan that serves all
 * values does not know how many there are. Nor can the index tell, because it has no order and no counts.
 *
 * So the statement of a page tries the beginning of the list. It has three stretches, each of which begins where the one before ended:
 *
 * - `near` reads the next SAMPLE records in the order of the list. If that fills the page, or ends the list, nothing else is read.
 * - `far` reads on in order if the share of matches among them says that this costs less than the index; twice as far as they suggest.
 * - `rest` fetches all matches from the index, and keeps those that are not in the first two stretches.
 *
 * Records that an earlier release stored may have no facets yet: they are compared by their JSON. Both kinds of record are read in one
 * statement, so that none is missed while `FacetBackfill` is at work.
 *
 * Parameters: $1 is the connection, $2 the kind, $3 the lowest position. The queries for pages also take $4, the position or the offset to
 * start at, and $5, how many matches to return. One array of facet keys per filter follows, then all filters as a predicate on JSON with
 * its variables, then the instant, then the ids.
 */

/** How many records show how common the matches are: enough to fill a page of 100 if two of five records match; takes 0.1 ms. */
export const SAMPLE = 250

/** How many records can be read in order while one match is fetched through an index, from an arbitrary place of the table. */
const RECORDS_PER_MATCH = 3

/** Which conditions a filtered list has; each combination is a query of its own. */
export interface Conditions {
  /** The number of filters by facets; a record meets a filter if it has any of its values. */
  readonly filters: number
  /** Whether the list is limited to records at or after an instant. */
  readonly hasInstant: boolean
  /** Whether the list is limited to given ids. */
  readonly hasIds: boolean
}

const listed = "connection_id = $1 and kind = $2 and is_listed"

/** The number of the first filter parameter, in the queries for pages and in the one for the total. */
const OF_PAGE = 6
const OF_TOTAL = 4

const lowest = `position >= ${unseen(3, "bigint")}`
const position = unseen(4, "bigint")

const facets = ({ filters }: Conditions, first: number): ReadonlyArray<string> =>
  Array.from({ length: filters }, (_, index) => `facets && ${unseen(first + index, "bigint[]")}`)

/** How many parameters the filters take. */
const width = ({ filters }: Conditions): number => (filters === 0 ? 0 : filters + 2)

const onJson = ({ filters }: Conditions, first: number): string =>
  `jsonb_path_match(wire::jsonb, $${first + filters}::jsonpath, $${first + filters + 1}::jsonb)`

/** Whether one record meets the filters. */
const filtered = (conditions: Conditions, first: number): ReadonlyArray<string> =>
  conditions.filters === 0
    ? []
    : [`case when ${withoutFacets} then ${onJson(conditions, first)} else ${all(...facets(conditions, first))} end`]

/** The upper bound makes the planner expect 1 record in 200 instead of 1 in 3, so that it uses the index. */
const instant = (conditions: Conditions, first: number): ReadonlyArray<string> =>
  conditions.hasInstant ? [`instant between ${unseen(first + width(conditions), "timestamptz")} and 'infinity'`] : []

const all = (...conditions: ReadonlyArray<string>): string => conditions.join(" and ")

const nameOf = (name: string, { filters, hasIds, hasInstant }: Conditions): string =>
  `record_${name}_${filters}${hasInstant ? "_instant" : ""}${hasIds ? "_ids" : ""}`

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
    where ${all("connection_id = $1 and kind = $2", lowest, ...instant(conditions, first))}`

/**
 * One way through the list. Its positions have no lower and upper bound at once: between two values that it does not see, the planner expects
 * 1 record in 200, so few that it may sort them instead of reading them in order.
 */
interface Way {
  /** What the positions on it have in common. */
  readonly bound: string
  readonly order: string
  /** How a position that is not before another one, as seen on this way, compares with it. */
  readonly from: ">=" | "<="
}

interface Part {
  readonly name: string
  /** The way of the page. */
  readonly ahead: Way
  /** The way from the start of the page to the other side; null for a page that starts at an offset. */
  readonly behind: Way | null
  /** How many matches come before the page; null if none. */
  readonly skipped: string | null
}

const up = (bound: string): Way => ({ bound: all(lowest, bound), order: "position", from: ">=" })
const down = (bound: string): Way => ({ bound, order: "position desc", from: "<=" })

const parts: Readonly<Record<Start["_tag"], Part>> = {
  /** After the position $4. */
  After: { name: "after", ahead: up(`position > ${position}`), behind: down(`position <= ${position}`), skipped: null },
  /** Before the position $4, last record first. */
  Before: {
    name: "before",
    ahead: down(`position < ${position}`),
    behind: up(`position >= ${position}`),
    skipped: null
  },
  /** After the first $4 matches. */
  Offset: { name: "offset", ahead: up("true"), behind: null, skipped: "$4::bigint" }
}

/** Some of the records on a way, in its order. */
const onWay = ({ bound, order }: Way, from: string, records: string): string => `(
        select position, wire, id, kind, is_listed, facets, instant
        from record
        where ${all(listed, bound)}${from}
        order by ${order}
        ${records}
      ) as next`

/** The position at which the list goes on after some of the records on a way; null if it ends there. */
const onward = ({ bound, order }: Way, from: string, records: string): string => `(
        select position
        from record
        where ${all(listed, bound)}${from}
        order by ${order}
        offset ${records}
        limit 1
      )`

/** Whether there is a match on a way: usually the first record, where the page before ended. */
const isAny = (conditions: Conditions, way: Way): string => `(
      exists (
        select
        from ${onWay(way, "", `limit ${SAMPLE}`)}
        where ${all(lowest, ...filtered(conditions, OF_PAGE), ...instant(conditions, OF_PAGE))}
      )
      or ${onward(way, "", String(SAMPLE))} is not null
      and exists (select from ${matching(conditions, OF_PAGE)} and ${way.bound})
    )`

/** The page of the matches, fewer than $5 if they are long. */
const pageOf = (matches: string, hasBehind: string, { ahead: { order }, skipped }: Part): string => `
    select position, wire, ${hasBehind}, id, found
    from ${PageSize.cut(
      `
          select position, wire, id
          from ${matches}
          order by ${order}
          offset ${skipped ?? 0}
          limit $5`,
      order
    )} as page
    order by ${order}`

/** A page of the given ids, which are few enough to read all. */
const ofIds = (conditions: Conditions, part: Part): string => `
    with matches as materialized (
      select position, wire, id
      from ${matching(conditions, OF_PAGE)}
    )${pageOf(
      `matches where ${part.ahead.bound}`,
      part.behind === null ? `${part.skipped} > 0` : `exists (select from matches where ${part.behind.bound})`,
      part
    )}`

const ofAll = (conditions: Conditions, part: Part): string => {
  const { ahead, behind, skipped } = part
  const needed = skipped === null ? "$5::bigint" : `(${skipped} + $5::bigint)`
  const matches = all(lowest, ...filtered(conditions, OF_PAGE), ...instant(conditions, OF_PAGE))
  const fromEdge = (edge: string) => ` and position ${ahead.from} (select edge from ${edge})`
  return `
    with near as materialized (
      select position, wire, id
      from ${onWay(ahead, "", `limit ${SAMPLE}`)}
      where ${matches}
      limit ${needed}
    ),
    after_near as materialized (
      select found, case when found < ${needed} then ${onward(ahead, "", String(SAMPLE))} end as edge
      from (select count(*) as found from near) as counted
    ),
    reach as materialized (
      select
        edge,
        case
          when edge is not null and found > 0 and records < ${RECORDS_PER_MATCH} * found * (
            select total from record_counter where connection_id = $1 and kind = $2
          ) / ${SAMPLE} then records
          else 0
        end as records,
        ${needed} - found as missing
      from (select edge, found, 2 * (${needed} - found) * ${SAMPLE} / greatest(found, 1) as records from after_near) as estimated
    ),
    far as materialized (
      select position, wire, id
      from ${onWay(ahead, fromEdge("reach"), "limit (select records from reach)")}
      where ${matches}
      limit (select missing from reach)
    ),
    after_far as materialized (
      select
        case
          when records = 0 then edge
          when (select count(*) from far) < missing then ${onward(ahead, fromEdge("reach"), "(select records from reach)")}
        end as edge
      from reach
    )${pageOf(
      `(
            select position, wire, id from near
            union all
            select position, wire, id from far
            union all
            (
              select position, wire, id
              from ${matching(conditions, OF_PAGE)}${fromEdge("after_far")} and (select edge from after_far) is not null
              order by ${ahead.order}
              limit ${needed}
            )
          ) as matches`,
      behind === null ? `${skipped} > 0` : isAny(conditions, behind),
      part
    )}`
}

const page = (conditions: Conditions, part: Part): NamedQuery => ({
  name: nameOf(`filtered_${part.name}`, conditions),
  text: conditions.hasIds ? ofIds(conditions, part) : ofAll(conditions, part)
})

/** A page of the matches, in order. */
export const pages = (conditions: Conditions): PageQueries => ({
  After: page(conditions, parts.After),
  Before: page(conditions, parts.Before),
  Offset: page(conditions, parts.Offset)
})

/** The number of all matches; reads each of them, which takes 330 ms for 500,000. */
export const total = (conditions: Conditions): NamedQuery => ({
  name: nameOf("total", conditions),
  text: `
    select count(*)
    from ${matching(conditions, OF_TOTAL)}`
})
