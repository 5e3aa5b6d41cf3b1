import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import * as PublishedApi from "../support/PublishedApi.js"

/** The lists of what waits for somebody, of which the demo has nothing: it decides about deletions, and its tickets are made at once. */
const EMPTY = ["the answer to GET /operator/held-back-deletions", "the answer to GET /operator/outbound-jobs"]

describe("the examples of the OpenAPI document", () => {
  it("are shown by every body and every success that has one", () => {
    expect(PublishedApi.bodies.length).toBeGreaterThan(60)
    expect(PublishedApi.bodies.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([])
  })

  it.each(PublishedApi.bodies)("$name fits its schema", (body) => {
    expect(PublishedApi.faultsAt(body, body.example)).toEqual([])
  })

  it("show records, no empty lists of them", () => {
    const lists = PublishedApi.bodies.flatMap(({ example, name }) => {
      const { items } = (example ?? {}) as { readonly items?: ReadonlyArray<unknown> }
      return items === undefined ? [] : [{ name, count: items.length }]
    })
    expect(lists.length).toBeGreaterThan(20)
    const wrong = lists.filter(({ count, name }) => count !== (EMPTY.includes(name) ? 0 : 1))
    expect(wrong).toEqual([])
  })

  it("hold no secret, and no address of the run that they are from", () => {
    const examples = JSON.stringify(PublishedApi.bodies.map(({ example }) => example))
    for (const secret of [ConnectorTest.PLANTED_SECRET, "00abc"]) expect(examples).not.toContain(secret)
    expect(examples).not.toMatch(/127\.0\.0\.1|localhost/)
  })
})
