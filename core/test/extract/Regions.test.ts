import { describe, expect, it } from "@effect/vitest"
import { Lookup, Pagination } from "@tributary/core"
import { Chunk, Effect, Schema, Stream } from "effect"
import * as LookupCache from "../../src/extract/LookupCache.js"
import * as Walk from "../../src/extract/PageWalk.js"
import * as Endpoint from "../../src/extract/PathTemplate.js"
import { type Answer, BASE_URL, converse, type ReceivedRequest } from "../FakeVendor.js"

const EAST = "https://east.acme.example/api"
const pagination = Pagination.cursor({ items: "rows", from: "next", param: "next", limit: 1, limitParam: "size" })
const walk = { endpoint: "/rows", url: "/rows", pagination, queries: [{}], post: { kind: "a" }, isEverywhere: true }

/** Two pages at each address. */
const twoPages = ({ url, body }: ReceivedRequest): Answer => {
  const isSecond = JSON.parse(body ?? "{}").next === "2"
  return { body: { rows: [{ id: `${new URL(url).host} ${isSecond ? 2 : 1}` }], ...(isSecond ? {} : { next: "2" }) } }
}

const walked = (from: Walk.Position | null = null) =>
  converse(twoPages, Effect.map(Stream.runCollect(Walk.pages(walk, from)), Chunk.toReadonlyArray), {
    furtherBaseUrls: [EAST]
  })

describe("A vendor with several base addresses", () => {
  it("is walked at all of them, one after another", async () => {
    const { exit, received } = await walked()
    expect(exit).toMatchObject({
      value: [
        { rows: [{ id: "acme.example 1" }], base: "", after: { list: 0 } },
        { rows: [{ id: "acme.example 2" }], base: "", after: { list: 1, next: null } },
        { rows: [{ id: "east.acme.example 1" }], base: EAST, after: { list: 1 } },
        { rows: [{ id: "east.acme.example 2" }], base: EAST, after: null }
      ]
    })
    expect(received.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      `POST ${BASE_URL}/rows {"kind":"a","size":1}`,
      `POST ${BASE_URL}/rows {"kind":"a","size":1,"next":"2"}`,
      `POST ${EAST}/rows {"kind":"a","size":1}`,
      `POST ${EAST}/rows {"kind":"a","size":1,"next":"2"}`
    ])
  })

  it("is gone on with where the walk stood", async () => {
    const { received } = await walked({ list: 1, next: { query: { next: "2" } } })
    expect(received.map(({ url, body }) => [url, body])).toEqual([[`${EAST}/rows`, '{"kind":"a","size":1,"next":"2"}']])
  })
})

describe("A question asked with POST", () => {
  it("names its row in the body, and goes where the row was found", async () => {
    const question = Lookup.of<{ readonly id: string }>()({
      endpoint: "/rows",
      row: Schema.Struct({ id: Schema.String }),
      pagination,
      post: { filter: { owner: [{ value: "{id}", exact: true }] } },
      permissions: ["rows.read"]
    })
    const { received } = await converse(twoPages, Lookup.ask(question, { id: "a/b" }, LookupCache.make(), EAST), {
      furtherBaseUrls: [EAST]
    })
    expect(received.map(({ url, body }) => [url, body])).toEqual([
      [`${EAST}/rows`, '{"filter":{"owner":[{"value":"a/b","exact":true}]},"size":1}'],
      [`${EAST}/rows`, '{"filter":{"owner":[{"value":"a/b","exact":true}]},"size":1,"next":"2"}']
    ])
  })
})

describe("A template of a body", () => {
  const template = { filter: { owner: [{ value: "{id}", exact: true }] } }

  it.each([
    [{ filter: { owner: [{ value: "any", exact: true }] }, size: 1 }, true],
    [{ filter: { owner: [{ value: "any", exact: false }] } }, false],
    [{ filter: { owner: [{ value: 1, exact: true }] } }, false],
    [{ filter: { owner: [{ value: "any", exact: true }, {}] } }, false],
    [{ filter: null }, false],
    [null, false]
  ])("knows what asks it: %j", (body, expected) => {
    expect(Endpoint.asks(template, body)).toBe(expected)
  })
})
