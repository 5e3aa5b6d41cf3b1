import { expect, it } from "@effect/vitest"
import * as Request from "../../src/http/Request.js"

it("merges parameters inside objects of the same name, and replaces everything else", () => {
  const first = { query: "q", variables: { first: 10, filter: { a: [1], b: 1 } } }
  const second = { variables: { after: "x", filter: { a: [2], c: null } } }
  expect(Request.mergeParameters(first, second)).toEqual({
    query: "q",
    variables: { first: 10, after: "x", filter: { a: [2], b: 1, c: null } }
  })
  expect(first.variables).toEqual({ first: 10, filter: { a: [1], b: 1 } })
})
