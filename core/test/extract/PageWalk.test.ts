import { describe, expect, it } from "@effect/vitest"
import { Pagination, VendorError } from "@tributary/core"
import { Cause, Chunk, Effect, Exit, Option, Stream } from "effect"
import * as Walk from "../../src/extract/PageWalk.js"
import { type Answer, BASE_URL, converse, type ReceivedRequest } from "../FakeVendor.js"

const walk: Walk.Walk = {
  endpoint: "/rows",
  url: "/rows",
  pagination: Pagination.cursor({ limit: 2, items: "rows", from: "next", param: "cursor" }),
  queries: [{}]
}

const cursorOf = ({ url }: ReceivedRequest) => new URL(url).searchParams.get("cursor")

/** Walks, and gives the rows that were read until the end or the error. */
const rowsOf = async (
  answer: (request: ReceivedRequest, index: number) => Answer,
  changes: Partial<Walk.Walk> = {},
  from: Walk.Position | null = null
) => {
  const rows: Array<unknown> = []
  const reading = Walk.pages({ ...walk, ...changes }, from).pipe(
    Stream.tap((page) => Effect.sync(() => rows.push(...page.rows))),
    Stream.runDrain
  )
  const { exit, received } = await converse(answer, reading)
  const failure = Exit.isSuccess(exit) ? null : Option.getOrNull(Cause.failureOption(exit.cause))
  return { rows, failure, received }
}

const body = (rows: ReadonlyArray<unknown>, next: string | null): Answer => ({ body: { rows, next } })

const snapshot = Pagination.scroll({ items: "rows", from: "next", param: "cursor", total: "total" })

const held = (rows: ReadonlyArray<unknown>, next: string, total: number | null): Answer => ({
  body: { rows, next, total }
})

describe("Walk.pages", () => {
  it("walks every page of every list, each list from its beginning", async () => {
    const { rows, received } = await rowsOf(
      (request) => {
        const list = new URL(request.url).searchParams.get("list")
        return cursorOf(request) === null ? body([`${list}1`], "2") : body([`${list}2`], null)
      },
      { queries: [{ list: "a" }, { list: "b" }] }
    )
    expect(rows).toEqual(["a1", "a2", "b1", "b2"])
    expect(received.map(({ url }) => new URL(url).search)).toEqual([
      "?limit=2&list=a",
      "?limit=2&list=a&cursor=2",
      "?limit=2&list=b",
      "?limit=2&list=b&cursor=2"
    ])
  })

  it("goes on behind an empty page", async () => {
    const { rows } = await rowsOf((request) => (cursorOf(request) === null ? body([], "2") : body(["b"], null)))
    expect(rows).toEqual(["b"])
  })

  it("refuses a token that comes again, however many pages later", async () => {
    const tokens: Record<string, string> = { "": "2", "2": "3", "3": "2" }
    const { rows, failure } = await rowsOf((request, index) => body([index], tokens[cursorOf(request) ?? ""] ?? null))
    expect(failure).toMatchObject({ _tag: "BadPayload", detail: "repeated a page token" })
    expect(rows).toEqual([0, 1])
  })

  it("refuses a page that comes again under another token", async () => {
    const { rows, failure } = await rowsOf((_, index) => body([{ id: 1 }], String(index)))
    expect(failure).toMatchObject({ _tag: "BadPayload", detail: "repeated a page" })
    expect(rows).toEqual([{ id: 1 }])
  })

  it("takes pages that only begin and end alike for what they are", async () => {
    const { failure } = await rowsOf((_, index) => body(["a", index, "z"], index < 3 ? String(index) : null))
    expect(failure).toBeNull()
  })

  it("refuses an answer without the list", async () => {
    const { failure } = await rowsOf(() => ({ body: { error: "soft" } }))
    expect(failure).toMatchObject({ _tag: "BadPayload", endpoint: "/rows" })
  })

  it("goes on at a position, with the parameters of its list", async () => {
    const { received } = await rowsOf(
      () => body([], null),
      { queries: [{ list: "a" }, { list: "b" }] },
      {
        list: 1,
        next: { query: { cursor: "7" } }
      }
    )
    expect(received.map(({ url }) => url)).toEqual([`${BASE_URL}/rows?limit=2&list=b&cursor=7`])
  })

  it.each([400, 404, 410])("calls a saved position expired where the vendor answers %s", async (status) => {
    const { failure } = await rowsOf(() => ({ status }), {}, { list: 0, next: { query: { cursor: "7" } } })
    expect(failure?._tag).toBe("CheckpointExpired")
  })

  it("calls no beginning expired, and no later page", async () => {
    const beginning = await rowsOf(() => ({ status: 404 }), {}, { list: 0, next: null })
    expect(beginning.failure?._tag).toBe("ClientError")
    const later = await rowsOf(
      (_, index) => (index === 0 ? body(["a"], "8") : { status: 404 }),
      {},
      {
        list: 0,
        next: { query: { cursor: "7" } }
      }
    )
    expect(later.failure?._tag).toBe("ClientError")
  })

  it("goes on by a token that stays the same where it stands for a scroll, whose places cannot be come back to", async () => {
    const answers = [held(["a", "b"], "s", 3), held(["c"], "s", 3), held([], "", 0)]
    const reading = Walk.pages({ ...walk, pagination: snapshot }, null).pipe(Stream.runCollect)
    const { exit, received } = await converse((_, index) => answers[index] ?? {}, reading)
    const read = Chunk.toReadonlyArray(Exit.getOrElse(exit, () => Chunk.empty<Walk.WalkedPage>()))
    expect(read.map(({ rows }) => rows)).toEqual([["a", "b"], ["c"], []])
    expect(read.map(({ after }) => after)).toEqual([{ list: 0, next: null }, { list: 0, next: null }, null])
    expect(received.map(cursorOf)).toEqual([null, "s", "s"])
  })

  it("fails where a scroll ends before the rows that the vendor counted", async () => {
    const answers = [held(["a", "b"], "s", 3), held([], "", 0)]
    const { failure } = await rowsOf((_, index) => answers[index] ?? {}, { pagination: snapshot })
    expect(failure).toMatchObject({ _tag: "ServerError", detail: "gave 2 of 3 rows" })
  })

  it("counts the rows of each scroll apart, and those of one without a count not at all", async () => {
    const answers = [held(["a"], "", 1), held([], "", 0), held(["b"], "s", null), held([], "", null)]
    const queries = [{ list: "a" }, { list: "b" }, { list: "c" }]
    const { rows, failure } = await rowsOf((_, index) => answers[index] ?? {}, { pagination: snapshot, queries })
    expect(failure).toBeNull()
    expect(rows).toEqual(["a", "b"])
  })

  it("ends where it is enough", async () => {
    const some = Walk.pages(walk, null).pipe(Stream.take(1), Stream.runCollect)
    const { exit, received } = await converse((_, index) => body([index], String(index)), some)
    expect(Exit.map(exit, Chunk.size)).toEqual(Exit.succeed(1))
    expect(received).toHaveLength(1)
  })

  it("knows its errors by their tags", () => {
    expect(VendorError.meaning.CheckpointExpired).toEqual({ health: "INTERNAL_ERROR", isRetryable: false })
  })
})
