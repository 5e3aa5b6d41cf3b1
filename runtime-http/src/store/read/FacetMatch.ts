import { Facets, type RecordKind } from "@tributary/core"
import { facetKey } from "../postgres/RecordTable.js"
import type { ListRequest } from "./PageRequest.js"

type Filter = ListRequest["filters"][number]

const facetOf = (kind: RecordKind.Any, { facet: name }: Filter): Facets.Facet => {
  const facet = kind.facets[name]
  if (facet === undefined) throw new Error(`The record kind ${kind.name} has no facet "${name}".`)
  return facet
}

/** The column `facets` has one of these keys if the record meets the filter; the literal of an array. */
export const keys = (connectionId: string, kind: RecordKind.Any, filter: Filter): string =>
  `{${filter.any
    .map((value) => facetKey(connectionId, kind.name, Facets.term(filter.facet, facetOf(kind, filter), value)))
    .join(",")}}`

const withoutMeaning = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const condition = ({ ignoresCase }: Facets.Facet, { any }: Filter, variable: string): string =>
  ignoresCase
    ? `@ like_regex ${JSON.stringify(`^(?:${any.map(String).map(withoutMeaning).join("|")})$`)} flag "i"`
    : `@ == $${variable}[*]`

/** The filters as a predicate on the JSON of a record, for a record whose facets were not stored. */
export const onJson = (
  kind: RecordKind.Any,
  filters: ReadonlyArray<Filter>
): { readonly path: string; readonly variables: string } => ({
  path: filters
    .map((filter, index) => {
      const facet = facetOf(kind, filter)
      const place = facet.path.map((name) => `.${JSON.stringify(name)}[*]`).join("")
      return `exists($${place} ? (${condition(facet, filter, `f${index}`)}))`
    })
    .join(" && "),
  variables: JSON.stringify(Object.fromEntries(filters.map(({ any }, index) => [`f${index}`, any])))
})
