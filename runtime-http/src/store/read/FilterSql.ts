import { type NamedQuery, unseen } from "../postgres/Database.js"
import { hasOtherFacets, instantColumn } from "../postgres/RecordTable.js"
import type { Direction, PageQueries } from "./PageSql.js"
import * as PageSql from "./PageSql.js"

/*
 * The SQL of filters. A new filter is declared in the kind and in the API, and changes nothing here: see "Add a filter" in CONTRIBUTING.md.
 *
 * A list of given ids reads these by the primary key. There are two ways to read any other filtered list: in its order, keeping the records
 * that match, or from the index of the facets (or of an instant), sorting all matches. The first is cheap for a common value, the second
 * for a rare one. The planner cannot choose between them: it does not know where in the list the matches are, and a plan that serves all
 * values does not know how many there are. Nor can the index tell, because it has no order and no counts.
 *
 * So the statement of a page tries the beginning of the list. It has three stretches, each of which begins where the one before ended:
 *
 * - `near` reads the next SAMPLE records in the order of the list. If that fills the page, or ends the list, nothing else is read.
 * - `far` reads on in order if the share of matches among them says that this costs less than the index; twice as far as they suggest.
 * - `rest` fetches all matches from the index, and keeps those that are not in the first two stretches.
 *
 * The list below a record, such as the devices of a group, is filtered by its relations in the same ways: a record in the list's order costs
 * one probe of the index of relations, and otherwise all relations of the record are read. So every page of a group that has most of the
 * devices is as quick as the first, and a group that has few of them is read at once.
 *
 * Records that were stored when their kind had other facets are compared by their JSON. Both kinds of record are read in one statement, so
 * that none is missed while `FacetBackfill` is at work.
 *
 * Parameters: $1 is the connection, $2 the kind, $3 the position where the page starts, or the lowest one. The queries for pages also take
 * $4, how many matches to return, and $5, how many to skip. The version of the facets follows if there are filters or instants, then
 * one array of facet keys per filter, then all filters as a predicate on JSON with its variables, then for each instant its lower and its
 * upper bound and its field, then the ids, and then for each related record the relation's kind and the record's id.
 */

/** How many records show how common the matches are: enough to fill a page of 100 if two of five records match; takes 0.1 ms. */
export const SAMPLE = 250

/** How many records can be read in order while one match is fetched through an index, from an arbitrary place of the table. */
const RECORDS_PER_MATCH = 3

/** Which conditions a filtered list has; each combination is a query of its own. */
export interface Conditions {
  /** The number of filters by facets; a record meets a filter if it has any of its values. */
  readonly filters: number
  /** Which of the instants of the kind, by their indexes, are limited to a period. */
  readonly instants: ReadonlyArray<number>
  /** Whether the list is limited to given ids. */
  readonly hasIds: boolean
  /** The ends at which the records are to which the records of the list must be related. */
  readonly related: ReadonlyArray<End>
}

type End = "source" | "target"

const FAR: Readonly<Record<End, End>> = { source: "target", target: "source" }

const listed = "connection_id = $1 and kind = $2 and is_listed"

/** The number of the first filter parameter, in the queries for pages and in the one for the total. */
const OF_PAGE = 6
const OF_TOTAL = 4

/** Whether records are compared by the columns that `facet_version` is about; the version is then the first parameter of the conditions. */
export const isVersioned = ({ filters, instants }: Conditions): boolean => filters > 0 || instants.length > 0

const facets = ({ filters }: Conditions, first: number): ReadonlyArray<string> =>
  Array.from({ length: filters }, (_, index) => `facets && ${unseen(first + 1 + index, "bigint[]")}`)

/** How many parameters the version and the filters take. */
const width = (conditions: Conditions): number =>
  (isVersioned(conditions) ? 1 : 0) + (conditions.filters === 0 ? 0 : conditions.filters + 2)

const versionAt = (first: number): string => `$${first}::integer`

/** Whether a record was stored with the facets that its kind has now. */
const isCurrent = (first: number): string => `facet_version = ${versionAt(first)}`

/** The JSON of a record, with the fields that items show on request only. */
const WHOLE = "wire::jsonb || coalesce(on_request, '{}')::jsonb"

const onJson = ({ filters }: Conditions, first: number): ReadonlyArray<string> =>
  filters === 0 ? [] : [`jsonb_path_match(${WHOLE}, $${first + 1 + filters}::jsonpath, $${first + 2 + filters}::jsonb)`]

/** Whether one record meets the filters. */
const filtered = (conditions: Conditions, first: number): ReadonlyArray<string> =>
  conditions.filters === 0
    ? []
    : [
        `case when ${isCurrent(first)} then ${all(...facets(conditions, first))} else ${all(...onJson(conditions, first))} end`
      ]

const columns = "position, wire, id, connection_id, kind"

/** How many parameters an instant takes. */
const PER_INSTANT = 3

const instantAt = (conditions: Conditions, first: number, place: number): number =>
  first + width(conditions) + PER_INSTANT * place

/** Both bounds make the planner expect 1 record in 200 instead of 1 in 3, so that it uses the index. */
const instants = (conditions: Conditions, first: number): ReadonlyArray<string> =>
  conditions.instants.map((index, place) => {
    const at = instantAt(conditions, first, place)
    const column = instantColumn(index)
    return `${column} >= ${unseen(at, "timestamptz")} and ${column} < ${unseen(at + 1, "timestamptz")}`
  })

/** The instant at this place in the JSON of a record. */
const instantOnJson = (conditions: Conditions, first: number, place: number): string =>
  `((${WHOLE}) ->> $${instantAt(conditions, first, place) + 2})::timestamptz`

/** Selects the columns, and the instants as `valueOf` has them. */
const withInstants = (conditions: Conditions, valueOf: (column: string, place: number) => string): string =>
  [
    columns,
    ...conditions.instants.map((index, place) => {
      const column = instantColumn(index)
      return `${valueOf(column, place)} as ${column}`
    })
  ].join(", ")

const stored = (conditions: Conditions): string => withInstants(conditions, (column) => column)

const onlyOnJson = (conditions: Conditions, first: number): string =>
  withInstants(conditions, (_, place) => instantOnJson(conditions, first, place))

const storedOrOnJson = (conditions: Conditions, first: number): string =>
  withInstants(
    conditions,
    (column, place) =>
      `case when ${isCurrent(first)} then ${column} else ${instantOnJson(conditions, first, place)} end`
  )

const all = (...conditions: ReadonlyArray<string>): string => conditions.join(" and ")

const nameOf = (name: string, { filters, hasIds, instants, related }: Conditions): string =>
  `record_${name}_${filters}${instants.map((index) => `_${instantColumn(index)}`).join("")}${hasIds ? "_ids" : ""}${related.map((end) => `_of_${end}`).join("")}`

/** The number of the parameter with the ids. */
const idsAt = (conditions: Conditions, first: number): number =>
  instantAt(conditions, first, conditions.instants.length)

const farOf = ({ related }: Conditions, index: number): string => `${FAR[related[index] ?? "source"]}_id`

/** True of every row. The planner does not know, and expects 1 in 200: so it reads an index, however many relations it believes there are. */
const FEW = "octet_length(vendor_id) between (select 0) and (select 2147483647)"

/**
 * The live relations of the related record with this index. The planner must not know the kind: if a table was analyzed before it had any
 * relations of the kind, the planner would read the whole kind for each record.
 */
const relationsOf = (conditions: Conditions, first: number, index: number): string => {
  const at = idsAt(conditions, first) + (conditions.hasIds ? 1 : 0) + 2 * index
  return `connection_id = $1 and kind = ${unseen(at, "text")} and ${conditions.related[index]}_id = $${at + 1} and not is_gone`
}

/** Whether the record with this id is related to the others, from the one with the index `from` on: one probe each. */
const isRelated = (conditions: Conditions, first: number, id: string, from = 0): ReadonlyArray<string> =>
  conditions.related
    .map(
      (_, index) =>
        `exists (select from record where ${relationsOf(conditions, first, index)} and ${farOf(conditions, index)} = ${id} offset 0)`
    )
    .slice(from)

/** The given ids, or those of all records that are related to the first related one. */
const candidates = (conditions: Conditions, first: number): string =>
  conditions.hasIds
    ? `unnest($${idsAt(conditions, first)}::uuid[])`
    : `(select ${farOf(conditions, 0)} from record where ${relationsOf(conditions, first, 0)} and ${FEW} offset 0)`

/** Those of these ids; the conditions of the inner query fit only the primary key. */
const wanted = (conditions: Conditions, first: number): string => `
      select ${storedOrOnJson(conditions, first)}
      from
        ${candidates(conditions, first)} as wanted (wanted_id),
        lateral (
          select *
          from record
          where connection_id = $1 and kind = $2 and id = wanted_id
          offset 0
        ) as found
      where ${all("is_listed", ...filtered(conditions, first), ...isRelated(conditions, first, "found.id", conditions.hasIds ? 0 : 1))}`

/** Those of the list that were stored with other facets, and whose JSON matches; from where the page starts. */
const stale = (conditions: Conditions, first: number, { bound }: Pick<Way, "bound">): string => `
        select ${onlyOnJson(conditions, first)}
        from record
        where ${all(listed, bound, hasOtherFacets(versionAt(first)), ...onJson(conditions, first))}
        offset 0`

/** Those with the facets. The inner conditions fit only one index each. */
const having = (conditions: Conditions, first: number, way: Pick<Way, "bound">): string => `
      (
        select ${stored(conditions)}
        from record
        where ${all("is_listed", ...facets(conditions, first), isCurrent(first))}
        offset 0
      ) union all (${stale(conditions, first, way)}
      )`

const since = (conditions: Conditions, first: number, way: Pick<Way, "bound">): string => `
      (
        select ${stored(conditions)}
        from record
        where ${all(listed, ...instants(conditions, first).slice(0, 1), isCurrent(first))}
        offset 0
      ) union all (${stale(conditions, first, way)}
      )`

const sourceOf = ({ filters, hasIds, related }: Conditions) => {
  if (hasIds || related.length > 0) return wanted
  return filters > 0 ? having : since
}

/** All matches. The conditions of the inner queries fit only one index, so the planner uses it even without statistics. */
const matching = (
  conditions: Conditions,
  first: number,
  way: Pick<Way, "bound">
): string => `(${sourceOf(conditions)(conditions, first, way)}
    ) as matching
    where ${all("connection_id = $1 and kind = $2", way.bound, ...instants(conditions, first))}`

/** One way through the list, from the position where the page starts. */
interface Way {
  readonly bound: string
  readonly order: string
  /** How a position that is not before another one, as seen on this way, compares with it. */
  readonly from: ">=" | "<="
}

const way = (from: Way["from"], order: string): Way => ({
  bound: `position ${from} ${unseen(3, "bigint")}`,
  order,
  from
})

const ways: Readonly<Record<Direction, Way>> = { up: way(">=", "position"), down: way("<=", "position desc") }

/** Some of the records on a way, in its order. */
const onWay = (conditions: Conditions, { bound, order }: Way, from: string, records: string): string => `(
        select on_request, facets, facet_version, ${storedOrOnJson(conditions, OF_PAGE)}
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

/** The page of the matches. */
const pageOf = (matches: string, { order }: Way): string => `
    select ${PageSql.shortOrId("wire", "id", "$4")}, position
    from ${matches}
    order by ${order}
    offset $5
    limit $4`

/** A page of the given ids, which are few enough to read all. */
const ofIds = (conditions: Conditions, way: Way): string => pageOf(matching(conditions, OF_PAGE, way), way)

const ofAll = (conditions: Conditions, ahead: Way): string => {
  const needed = "($5::bigint + $4::bigint)"
  const matches = all(
    ...filtered(conditions, OF_PAGE),
    ...instants(conditions, OF_PAGE),
    ...isRelated(conditions, OF_PAGE, "next.id")
  )
  const fromEdge = (edge: string) => ` and position ${ahead.from} (select edge from ${edge})`
  return `
    with near as materialized (
      select position, wire, id
      from ${onWay(conditions, ahead, "", `limit ${SAMPLE}`)}
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
      from ${onWay(conditions, ahead, fromEdge("reach"), "limit (select records from reach)")}
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
              from ${matching(conditions, OF_PAGE, ahead)}${fromEdge("after_far")} and (select edge from after_far) is not null
              order by ${ahead.order}
              limit ${needed}
            )
          ) as matches`,
      ahead
    )}`
}

const page = (conditions: Conditions, direction: Direction): NamedQuery => ({
  name: nameOf(`filtered_${direction}`, conditions),
  text: (conditions.hasIds ? ofIds : ofAll)(conditions, ways[direction])
})

/** A page of the matches, in order. */
export const pages = (conditions: Conditions): PageQueries => ({
  up: page(conditions, "up"),
  down: page(conditions, "down")
})

/** The number of all matches; reads each of them, which takes 330 ms for 500,000. */
export const total = (conditions: Conditions): NamedQuery => ({
  name: nameOf("total", conditions),
  text: `
    select count(*)
    from ${matching(conditions, OF_TOTAL, ways.up)}`
})
