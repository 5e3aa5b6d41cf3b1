import { describe, expect, it } from "@effect/vitest"
import * as PathTemplate from "../../src/extract/PathTemplate.js"

describe("PathTemplate.matchesTemplate", () => {
  const template = { filter: { owner: [{ value: "{id}", exact: true }] } }

  it.each([
    [{ filter: { owner: [{ value: "any", exact: true }] }, size: 1 }, true],
    [{ filter: { owner: [{ value: "any", exact: false }] } }, false],
    [{ filter: { owner: [{ value: 1, exact: true }] } }, false],
    [{ filter: { owner: [{ value: "any", exact: true }, {}] } }, false],
    [{ filter: null }, false],
    [null, false]
  ])("decides whether a body matches: %j", (body, expected) => {
    expect(PathTemplate.matchesTemplate(template, body)).toBe(expected)
  })
})

describe("PathTemplate, and the braces of a GraphQL query", () => {
  const QUERY = "query { users { nodes { id } } }"

  it("leaves them alone", () => {
    const row = { id: "7" }
    expect(PathTemplate.fillBody({ query: QUERY, variables: { id: "{id}" } }, row)).toEqual({
      query: QUERY,
      variables: { id: "7" }
    })
  })

  it("does not take one query for another", () => {
    expect(PathTemplate.matchesTemplate({ query: QUERY }, { query: "query { groups { nodes { id } } }" })).toBe(false)
  })

  it.each([
    ["a.{id}.b", "a.7.b", true],
    ["a.{id}.b", "a_7_b", false],
    ["{id}", "line\nline", true]
  ])("matches what %s can become", (template, text, expected) => {
    expect(PathTemplate.matchesTemplate(template, text)).toBe(expected)
  })
})
