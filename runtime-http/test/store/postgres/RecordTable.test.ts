import { RecordKind } from "@tributary/core"
import { expect, it } from "vitest"
import { facetVersion, NO_FACETS } from "../../../src/store/postgres/RecordTable.js"

const facet = (name: string, ignoresCase = false) => ({ path: [name], ignoresCase })

it("gives facets another version if one is added, renamed or changed, but not if their order changes", () => {
  const { a, b } = { a: facet("a"), b: facet("b") }
  const definitions = [
    { facets: {}, instants: [] },
    { facets: { a }, instants: [] },
    { facets: { a, b }, instants: [] },
    { facets: { a, c: b }, instants: [] },
    { facets: { a, b: facet("c") }, instants: [] },
    { facets: { a, b: facet("b", true) }, instants: [] },
    { facets: { a, b }, instants: ["at"] }
  ]
  expect(new Set(definitions.map(facetVersion)).size).toBe(definitions.length)
  expect(facetVersion({ facets: { b, a }, instants: [] })).toBe(facetVersion({ facets: { a, b }, instants: [] }))
  expect(facetVersion({ facets: {}, instants: [] })).toBe(NO_FACETS)
})

it("gives the facets of every kind a version that fits the column", () => {
  for (const kind of Object.values(RecordKind.table)) {
    const version = facetVersion(kind)
    expect(Number.isInteger(version) && version >= NO_FACETS && version < 2 ** 31).toBe(true)
  }
})
