import { facetVersion } from "../postgres/RecordTable.js"
import { uuidArray } from "../postgres/Uuid.js"
import * as FacetMatch from "./FacetMatch.js"
import * as FilterSql from "./FilterSql.js"
import type { ListRequest } from "./PageRequest.js"

type Filtered = Pick<ListRequest, "claim" | "kind" | "filters" | "instantSince" | "ids" | "related">

/** Whether a request needs more than the list in its order. */
export const isFiltered = ({ filters, ids, instantSince, related }: Filtered): boolean =>
  filters.length > 0 || ids !== null || instantSince !== null || related.length > 0

/** Which conditions a request has. */
export const conditionsOf = ({
  filters,
  ids,
  instantSince,
  related
}: Omit<Filtered, "claim" | "kind">): FilterSql.Conditions => ({
  filters: filters.length,
  hasInstant: instantSince !== null,
  hasIds: ids !== null,
  related: related.map(({ from }) => from)
})

/** The values of the conditions, in the order of the parameters of `FilterSql`. */
export const valuesOf = (request: Filtered): ReadonlyArray<string> => {
  const { claim, filters, ids, instantSince, kind, related } = request
  const { path, variables } = FacetMatch.onJson(kind, filters)
  return [
    ...(FilterSql.isVersioned(conditionsOf(request)) ? [String(facetVersion(kind))] : []),
    ...filters.map((filter) => FacetMatch.keys(claim.connectionId, kind, filter)),
    ...(filters.length === 0 ? [] : [path, variables]),
    ...(instantSince === null ? [] : [instantSince, kind.instant ?? ""]),
    ...(ids === null ? [] : [uuidArray(new Set(ids))]),
    ...related.flatMap(({ id, relation }) => [relation.name, id])
  ]
}
