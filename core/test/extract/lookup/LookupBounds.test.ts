import { describe, expect, it } from "@effect/vitest"
import { Lookup, Pagination } from "@tributary/core"
import { Effect, Schema } from "effect"
import * as LookupAnswers from "../../../src/extract/lookup/LookupAnswers.js"
import * as LookupCache from "../../../src/extract/lookup/LookupCache.js"
import { converse } from "../../FakeVendor.js"

interface Finding {
  readonly weakness: string
}

const options = {
  endpoint: "/weaknesses/{weakness}" as const,
  row: Schema.Struct({ id: Schema.String }),
  pagination: Pagination.cursor({ items: "items", from: "next", param: "page" }),
  permissions: ["weaknesses.read"],
  fields: ["types"] as const
}

const shared = Lookup.shared<Finding>()(options)
const join = { key: ({ id }: { readonly id: string }) => id, matches: ({ weakness }: Finding) => weakness }

const BOUNDS: LookupCache.Bounds = { answerRows: 100, sharedAnswers: 100, sharedRows: 100, keyedCharacters: 10_000 }

/** Asks about weaknesses such as `a2`, whose answer has two rows on pages of one, and returns what came of it. */
const ask = async (
  lookup: Lookup.Lookup<Finding, unknown>,
  weaknesses: ReadonlyArray<string>,
  bounds: Partial<LookupCache.Bounds>
) => {
  const cache = LookupCache.make(true, { ...BOUNDS, ...bounds })
  const asking = Effect.forEach(weaknesses, (weakness) => LookupAnswers.ask(lookup, { weakness }, cache))
  const { exit, received } = await converse(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    const id = pathname.split("/").at(-1) ?? ""
    const page = Number(searchParams.get("page") ?? 1)
    const rows = Number(id.slice(1))
    const row = { id: page === 1 ? id : `${id} ${page}` }
    return { body: { items: rows === 0 ? [] : [row], next: page < rows ? String(page + 1) : null } }
  }, asking)
  const first = received.filter(({ url }) => !url.includes("page="))
  return { exit, cache, asked: first.map(({ url }) => url.split("/").at(-1)) }
}

describe("what a run remembers of lookups", () => {
  it("evicts the oldest shared answer if there are too many", async () => {
    const { asked } = await ask(shared, ["a0", "b0", "a0", "c0", "a0", "b0"], { sharedAnswers: 2 })
    expect(asked).toEqual(["a0", "b0", "c0", "b0"])
  })

  it("evicts the oldest shared answers if they have too many rows together", async () => {
    const { asked } = await ask(shared, ["a2", "b1", "a2", "c2", "a2", "b1"], { sharedRows: 4 })
    expect(asked).toEqual(["a2", "b1", "c2", "b1"])
  })

  it("does not cache a shared answer that alone has too many rows", async () => {
    const { asked } = await ask(shared, ["a3", "a3"], { sharedRows: 2 })
    expect(asked).toEqual(["a3", "a3"])
  })

  it("requests keys again whose answers were evicted, and never evicts what the current page needs", async () => {
    const batched = Lookup.batched<Finding>()({
      ...options,
      endpoint: "/weaknesses",
      batch: 10,
      query: (ids) => ({ ids: ids.join(",") }),
      key: ({ id }) => id,
      keys: ({ weakness }) => weakness
    })
    const askedWith = async (bounds: Partial<LookupCache.Bounds>) => {
      const cache = LookupCache.make(true, { ...BOUNDS, ...bounds })
      const pages = [["a", "b", "c"], ["b"], ["b", "a"]]
      const asking = Effect.forEach(pages, (page) =>
        LookupAnswers.askForEach({ batched }, page, (weakness) => ({ weakness }), cache)
      )
      const { exit, received } = await converse(({ url }) => {
        const ids = new URL(url).searchParams.get("ids") ?? ""
        return { body: { items: ids.split(",").map((id) => ({ id })) } }
      }, asking)
      const answers = pages.map((page) =>
        page.map((id) => ({ batched: { _tag: "Rows", rows: [{ id }], isCut: false } }))
      )
      expect(exit).toMatchObject({ _tag: "Success", value: answers })
      return received.map(({ url }) => new URL(url).searchParams.get("ids"))
    }
    expect(await askedWith({})).toEqual(["a,b,c"])
    // Three answers are too many characters, and so is one.
    expect(await askedWith({ keyedCharacters: 10 })).toEqual(["a,b,c", "a"])
  })

  it.each([
    ["a row", Lookup.of<Finding>()(options)],
    ["rows that share an answer", shared],
    ["all rows", Lookup.joined<Finding>()({ ...options, ...join })]
  ])("fails if the answer of a required lookup about %s has too many rows", async (_, lookup) => {
    const fitting = await ask(lookup, ["a2"], { answerRows: 2 })
    expect(fitting.exit).toMatchObject({ _tag: "Success" })
    const { exit } = await ask(lookup, ["a3"], { answerRows: 2 })
    expect(exit).toMatchObject({
      cause: { error: { _tag: "BadPayload", detail: "answered with more than 2 rows, which are not kept in memory" } }
    })
  })

  it("leaves the fields of an optional lookup unread if its answer has too many rows", async () => {
    const lookup = Lookup.joined<Finding>()({ ...options, ...join, isOptional: true })
    const { exit, cache } = await ask(lookup, ["a3"], { answerRows: 2 })
    expect(exit).toMatchObject({ value: [{ _tag: "Refused", rows: null }] })
    expect(cache.stateOf(lookup).refusal?.detail).toBe("answered with more than 2 rows, which are not kept in memory")
  })
})
