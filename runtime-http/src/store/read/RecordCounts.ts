import { Facets, type RecordKind } from "@tributary/core"
import type { Context } from "effect"
import { Effect } from "effect"
import type { SqlError } from "../../Sql.js"
import type { AccountScope } from "../accounts/AccessScope.js"
import type { Database } from "../postgres/Database.js"
import { type NamedQuery, runNamed } from "../postgres/Database.js"
import { facetKey, facetVersion, hasOtherFacets } from "../postgres/RecordTable.js"

/** A value that a field can have; null if the record has none. */
export type Value = string | boolean | null

/** Which records to count, and by what. */
export interface CountsRequest {
  /** The account that owns the connection. */
  readonly scope: AccountScope
  readonly connectionId: string
  readonly kind: RecordKind.Any
  /** The field by whose values they are grouped. */
  readonly by: string
  /** All values that the field can have, besides null. */
  readonly values: ReadonlyArray<string | boolean>
}

/** How many records of a kind a list without filters returns, in all and by the values of a field. */
export interface RecordCounts {
  readonly total: number
  /** Every value that the field can have, and null, each with the number of records that have it. */
  readonly counts: ReadonlyArray<{ readonly value: Value; readonly count: number }>
}

const listed = `
      record.connection_id = $1 and record.kind = $2 and is_listed
      and exists (select from connection where id = $1 and account_id = $3)`

/**
 * One row for each value that the field $4 has in the JSON of the records. Reads every record of the list: of 1,000,000 vulnerabilities up to
 * about 25 s on a busy machine. The bounds, which every position is within, make the planner expect 1 record in 200, so that it reads this
 * list and never the whole table.
 */
export const byReading: NamedQuery = {
  name: "record_counts_by_reading",
  text: `
    select wire::json ->> $4 as value, count(*)
    from record
    where ${listed} and position between (select 0::bigint) and ${Number.MAX_SAFE_INTEGER}
    group by value`
}

/**
 * Counts each value $5, by its facet $6, in the index of the facets, which reads no JSON. Only records that were stored with other facets
 * than those of the version $7 are read. The rest of the list has no value.
 */
export const byFacet: NamedQuery = {
  name: "record_counts_by_facet",
  text: `
    select value, found.count
    from
      unnest($5::text[], $6::bigint[]) as wanted (value, key),
      lateral (
        select count(*) as count
        from (
          select connection_id, kind
          from record
          where is_listed and facets && array[wanted.key] and facet_version = $7::integer
          offset 0
        ) as record
        where record.connection_id = $1 and record.kind = $2
      ) as found
    where exists (select from connection where id = $1 and account_id = $3)
    union all
    select value, count(*)
    from (
      select wire::json ->> $4 as value
      from record
      where ${listed} and ${hasOtherFacets("$7::integer")}
      offset 0
    ) as unread
    group by value
    union all
    select '', -coalesce(sum(total), 0)::bigint
    from record_counter
    where connection_id = $1 and kind = $2`
}

type Row = readonly [value: string | null, count: number]

/** The row of `byFacet` that has the total; no value of an enum is empty. */
const TOTAL = ""

const sum = (rows: ReadonlyArray<Row>): number => rows.reduce((all, [, count]) => all + count, 0)

const facetOf = ({ facets }: RecordKind.Any, field: string): readonly [string, Facets.Facet] | undefined =>
  Object.entries(facets).find(([, { ignoresCase, path }]) => !ignoresCase && path.length === 1 && path[0] === field)

const rowsOf = (
  database: Context.Tag.Service<Database>,
  { by, connectionId, kind, scope, values }: CountsRequest
): Effect.Effect<ReadonlyArray<Row>, SqlError> => {
  const keys = [connectionId, kind.name, scope.accountId, by]
  const facet = facetOf(kind, by)
  if (facet === undefined) return runNamed<Row>(database, byReading, keys)
  const [name, definition] = facet
  const facetKeys = values.map((value) => facetKey(connectionId, kind.name, Facets.term(name, definition, value)))
  return Effect.map(
    runNamed<Row>(database, byFacet, [
      ...keys,
      `{${values.join(",")}}`,
      `{${facetKeys.join(",")}}`,
      facetVersion(kind)
    ]),
    (rows) => {
      const counted = rows.filter(([value]) => value !== TOTAL && value !== null)
      const total = -sum(rows.filter(([value]) => value === TOTAL))
      return [...counted, [null, total - sum(counted)]]
    }
  )
}

/** Counts the records of a kind by one of its fields. */
export const count = (
  database: Context.Tag.Service<Database>,
  request: CountsRequest
): Effect.Effect<RecordCounts, SqlError> =>
  Effect.map(rowsOf(database, request), (rows) => {
    const countOf = (value: Value) => sum(rows.filter(([found]) => found === (value === null ? null : String(value))))
    const counts = [...request.values, null].map((value) => ({ value, count: countOf(value) }))
    return { total: counts.reduce((all, { count }) => all + count, 0), counts }
  })
