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
