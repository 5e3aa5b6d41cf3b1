import type { SqlError } from "@effect/sql/SqlError"
import type { Context } from "effect"
import { Effect } from "effect"
import type { Database } from "../postgres/Database.js"
import * as NamedQuery from "../postgres/NamedQuery.js"
import { uuidArray } from "../postgres/Uuid.js"
import * as FacetMatch from "./FacetMatch.js"
import * as FilterSql from "./FilterSql.js"
import type { ListRequest, Start } from "./PageRequest.js"

type Filtered = Pick<ListRequest, "claim" | "kind" | "filters" | "instantSince" | "ids">

/** Whether a request needs more than the list in its order. */
export const isFiltered = ({ filters, ids, instantSince }: Filtered): boolean =>
  filters.length > 0 || ids !== null || instantSince !== null

/** Which conditions a request has. */
export const conditionsOf = ({
  filters,
  ids,
  instantSince
}: Omit<Filtered, "claim" | "kind">): FilterSql.Conditions => ({
  filters: filters.length,
  hasInstant: instantSince !== null,
  hasIds: ids !== null
})

/** The values of the conditions, in the order of the parameters of `FilterSql`. */
export const valuesOf = ({ claim, kind, filters, ids, instantSince }: Filtered): ReadonlyArray<string> => {
  const { path, variables } = FacetMatch.onJson(kind, filters)
  return [
    ...filters.map((filter) => FacetMatch.keys(claim.connectionId, kind, filter)),
    ...(filters.length === 0 ? [] : [path, variables]),
    ...(instantSince === null ? [] : [instantSince]),
    ...(ids === null ? [] : [uuidArray(new Set(ids))])
  ]
}

/** Reads the pages and the total of a list with filters, an instant or ids, from the lowest position up. */
export const make = (database: Context.Tag.Service<Database>, request: Filtered, lowest: number) => {
  const keys = [request.claim.connectionId, request.kind.name, lowest]
  const conditions = conditionsOf(request)
  const values = valuesOf(request)
  const queries = FilterSql.pages(conditions)

  const page = (start: Start, limit: number): NamedQuery.Statement => ({
    query: queries[start._tag],
    values: [...keys, start._tag === "Offset" ? start.offset : start.position, limit, ...values]
  })

  const total: Effect.Effect<number, SqlError> = Effect.map(
    NamedQuery.run<readonly [number]>(database, FilterSql.total(conditions), [...keys, ...values]),
    ([row]) => row?.[0] ?? 0
  )

  return { page, total }
}
