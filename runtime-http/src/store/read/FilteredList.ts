import type { SqlError } from "@effect/sql/SqlError"
import type { Context } from "effect"
import { Effect } from "effect"
import type { Database } from "../postgres/Database.js"
import * as NamedQuery from "../postgres/NamedQuery.js"
import { uuidArray } from "../postgres/Uuid.js"
import * as FacetMatch from "./FacetMatch.js"
import * as FilterSql from "./FilterSql.js"
import type { ListRequest, Start } from "./PageRequest.js"
import type { PageRow } from "./PageSql.js"

type MatchRow = readonly [position: number, wire: string, id: string, found: number]

type Filtered = Pick<ListRequest, "scope" | "kind" | "filters" | "instantSince" | "ids">

/** Whether a request needs more than the list in its order. */
export const isFiltered = ({ filters, ids, instantSince }: Filtered): boolean =>
  filters.length > 0 || ids !== null || instantSince !== null

/** Which conditions a request has. */
export const conditionsOf = ({
  filters,
  ids,
  instantSince
}: Omit<Filtered, "scope" | "kind">): FilterSql.Conditions => ({
  filters: filters.length,
  hasInstant: instantSince !== null,
  hasIds: ids !== null
})

/** The values of the conditions, in the order of the parameters of `FilterSql`. */
export const valuesOf = ({ scope, kind, filters, ids, instantSince }: Filtered): ReadonlyArray<string> => {
  const { path, variables } = FacetMatch.onJson(kind, filters)
  return [
    ...filters.map((filter) => FacetMatch.keys(scope.connectionId, kind, filter)),
    ...(filters.length === 0 ? [] : [path, variables]),
    ...(instantSince === null ? [] : [instantSince]),
    ...(ids === null ? [] : [uuidArray(new Set(ids))])
  ]
}

/** Before every position. */
const LOWEST = -1

/** Reads the pages and the total of a list with filters, an instant or ids, from the lowest position up. */
export const make = (database: Context.Tag.Service<Database>, request: Filtered, lowest: number) => {
  const { scope, kind } = request
  const keys = [scope.connectionId, kind.name, lowest]
  const conditions = conditionsOf(request)
  const values = valuesOf(request)

  const matches = (
    direction: FilterSql.Direction,
    from: number,
    skip: number,
    limit: number
  ): Effect.Effect<ReadonlyArray<MatchRow>, SqlError> =>
    Effect.gen(function* () {
      const run = (query: NamedQuery.NamedQuery) =>
        NamedQuery.run<MatchRow>(database, query, [...keys, from, skip, limit, ...values])
      if (conditions.hasIds) return yield* run(FilterSql.sparse(conditions, direction))
      const near = yield* run(FilterSql.near(conditions, direction))
      if ((near[0]?.[3] ?? 0) >= limit) return near
      const beyond = yield* NamedQuery.run(database, FilterSql.beyond(direction), [...keys, from])
      return beyond.length === 0 ? near : yield* run(FilterSql.sparse(conditions, direction))
    })

  const reading: Readonly<Record<Start["_tag"], FilterSql.Direction>> = {
    Offset: "after",
    After: "after",
    Before: "before"
  }

  /** Whether there is a match before the start of the page, as seen in its direction. */
  const isBehind = (start: Start) => {
    if (start._tag === "Offset") return Effect.succeed(start.offset > 0)
    const [direction, from] =
      start._tag === "After" ? (["before", start.position + 1] as const) : (["after", start.position - 1] as const)
    return Effect.map(matches(direction, from, 0, 1), (rows) => rows.length > 0)
  }

  const read = (start: Start, limit: number): Effect.Effect<ReadonlyArray<PageRow>, SqlError> =>
    Effect.gen(function* () {
      const [from, skip] = start._tag === "Offset" ? [LOWEST, start.offset] : [start.position, 0]
      const rows = yield* matches(reading[start._tag], from, skip, limit)
      if (rows.length === 0) return []
      const hasBehind = yield* isBehind(start)
      return rows.map(([position, wire, id, found]) => [position, wire, hasBehind, id, found] as const)
    })

  const total: Effect.Effect<number, SqlError> = Effect.map(
    NamedQuery.run<readonly [number]>(database, FilterSql.total(conditions), [...keys, ...values]),
    ([row]) => row?.[0] ?? 0
  )

  return { read, total }
}
