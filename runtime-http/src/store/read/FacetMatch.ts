import { Facets, type RecordKind } from "@tributary/core"
import { facetKey } from "../postgres/RecordTable.js"
import type { ListRequest } from "./PageRequest.js"

type Filter = ListRequest["filters"][number]

const facetOf = (kind: RecordKind.Any, { facet: name }: Filter): Facets.Facet => {
  const facet = kind.facets[name]
  if (facet === undefined) throw new Error(`The record kind ${kind.name} has no facet "${name}".`)
  return facet
}

/** The values that a record can have: stored text has no null byte, and Postgres takes none, so a filter with one matches nothing. */
const possible = ({ any }: Filter): Filter["any"] => any.filter((value) => !String(value).includes("\0"))

/** The column `facets` has one of these keys if the record meets the filter; the literal of an array. */
export const keys = (connectionId: string, kind: RecordKind.Any, filter: Filter): string =>
  `{${possible(filter)
    .map((value) => facetKey(connectionId, kind.name, Facets.term(filter.facet, facetOf(kind, filter), value)))
    .join(",")}}`

const withoutMeaning = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** A predicate of JSON path that nothing meets. */
const NEVER = "1 == 2"

const condition = ({ ignoresCase }: Facets.Facet, any: Filter["any"], variable: string): string => {
  if (any.length === 0) return NEVER
  return ignoresCase
    ? `@ like_regex ${JSON.stringify(`^(?:${any.map(String).map(withoutMeaning).join("|")})$`)} flag "i"`
    : `@ == $${variable}[*]`
}

/** The filters as a predicate on the JSON of a record, for a record whose facets were not stored. */
export const onJson = (
  kind: RecordKind.Any,
  filters: ReadonlyArray<Filter>
): { readonly path: string; readonly variables: string } => ({
  path: filters
    .map((filter, index) => {
      const facet = facetOf(kind, filter)
      const place = facet.path.map((name) => `.${JSON.stringify(name)}[*]`).join("")
      return `exists($${place} ? (${condition(facet, possible(filter), `f${index}`)}))`
    })
    .join(" && "),
  variables: JSON.stringify(Object.fromEntries(filters.map((filter, index) => [`f${index}`, possible(filter)])))
})
