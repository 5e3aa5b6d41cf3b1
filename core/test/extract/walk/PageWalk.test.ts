import { describe, expect, it } from "@effect/vitest"
import { Pagination, VendorError } from "@tributary/core"
import { Cause, Chunk, Effect, Exit, Option, Stream } from "effect"
import * as PageWalk from "../../../src/extract/walk/PageWalk.js"
import { type Answer, BASE_URL, converse, type ReceivedRequest } from "../../FakeVendor.js"

const walk: PageWalk.Walk = {
  endpoint: "/rows",
  url: "/rows",
  pagination: Pagination.cursor({ limit: 2, items: "rows", from: "next", param: "cursor" }),
  queries: [{}]
}

const cursorOf = ({ url }: ReceivedRequest) => new URL(url).searchParams.get("cursor")

/** Walks to the end or to an error, and returns the rows read until then. */
const rowsOf = async (
  answer: (request: ReceivedRequest, index: number) => Answer,
  changes: Partial<PageWalk.Walk> = {},
  from: PageWalk.Position | null = null,
  settings: Parameters<typeof converse>[2] = {}
) => {
  const rows: Array<unknown> = []
  const reading = PageWalk.pages({ ...walk, ...changes }, from).pipe(
    Stream.tap((page) => Effect.sync(() => rows.push(...page.rows))),
    Stream.runDrain
  )
  const { exit, received } = await converse(answer, reading, settings)
  const failure = Exit.isSuccess(exit) ? null : Option.getOrNull(Cause.failureOption(exit.cause))
  return { rows, failure, received }
}

const body = (rows: ReadonlyArray<unknown>, next: string | null): Answer => ({ body: { rows, next } })

const snapshot = Pagination.scroll({ items: "rows", from: "next", param: "cursor", total: "total" })

const held = (rows: ReadonlyArray<unknown>, next: string, total: number | null): Answer => ({
  body: { rows, next, total }
})

describe("PageWalk.pages", () => {
  it("reads every page of every list, each list from its first page", async () => {
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

  it("continues after an empty page", async () => {
    const { rows } = await rowsOf((request) => (cursorOf(request) === null ? body([], "2") : body(["b"], null)))
    expect(rows).toEqual(["b"])
  })

  it.each([404, 410])("fails if the vendor answers %s to the token of an empty page", async (status) => {
    const pagination = Pagination.cursor({ items: "rows", from: "next", param: "cursor", endsOnEmptyPage: true })
    const { failure, received } = await rowsOf(
      (request) => (cursorOf(request) === null ? body([], "2") : { status, body: {} }),
      { pagination, isTopLevel: true }
    )
    expect(failure).toMatchObject({ _tag: "ClientError", status })
    expect(received).toHaveLength(2)
  })

  it("fails on a repeated token, however many pages later", async () => {
    const tokens: Record<string, string> = { "": "2", "2": "3", "3": "2" }
    const { rows, failure } = await rowsOf((request, index) => body([index], tokens[cursorOf(request) ?? ""] ?? null))
    expect(failure).toMatchObject({ _tag: "IncompleteList", detail: "repeated a page token" })
    expect(rows).toEqual([0, 1])
  })

  it("follows a link to the next page of any length that servers accept, and no longer one", async () => {
    const linked = { pagination: Pagination.nextLink({ items: "rows", from: "next" }) }
    const linkOf = (length: number) => `${BASE_URL}/rows?a=`.padEnd(length, "&a")
    const { failure, received, rows } = await rowsOf(
      (_, index) => body([index], index < 3 ? linkOf(16_384 + index) : null),
      linked
    )
    expect(failure).toMatchObject({
      _tag: "IncompleteList",
      detail: "has a link to its next page of 16385 characters, and at most 16384 are followed"
    })
    expect([rows, received.length]).toEqual([[0], 2])
  })

  it("fails on a page that is repeated under another token", async () => {
    const { rows, failure } = await rowsOf((_, index) => body([{ id: 1 }], String(index)))
    expect(failure).toMatchObject({ _tag: "IncompleteList", detail: "repeated a page" })
    expect(rows).toEqual([{ id: 1 }])
  })

  it("reads the same changes on several pages of a delta, but not without end", async () => {
    const told = await rowsOf((_, index) => body([{ id: 1 }], index < 100 ? String(index) : null), { isDelta: true })
    expect(told.failure).toBeNull()
    expect(told.rows).toHaveLength(101)
    const endless = await rowsOf((_, index) => body([{ id: 1 }], String(index)), { isDelta: true })
    expect(endless.failure).toMatchObject({ _tag: "IncompleteList", detail: "repeated a page" })
    expect(endless.rows).toHaveLength(101)
  })

  it("fails on a page that is repeated after others, as when a cursor starts again", async () => {
    const { rows, failure } = await rowsOf((_, index) => body([{ id: index % 3 }, { id: "x" }], String(index)))
    expect(failure).toMatchObject({ _tag: "IncompleteList", detail: "repeated a page" })
    expect(rows).toHaveLength(6)
  })

  it("accepts pages that only start and end alike", async () => {
    const { failure } = await rowsOf((_, index) => body(["a", index, "z"], index < 3 ? String(index) : null))
    expect(failure).toBeNull()
  })

  it("fails on a response without the list", async () => {
    const { failure } = await rowsOf(() => ({ body: { error: "soft" } }))
    expect(failure).toMatchObject({ _tag: "UnreadableAnswer", endpoint: "/rows" })
  })

  it("resumes at a position, with the parameters of its list", async () => {
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

  it.each([400, 404, 410])("reports a saved position as expired if the vendor answers %s", async (status) => {
    const { failure } = await rowsOf(() => ({ status }), {}, { list: 0, next: { query: { cursor: "7" } } })
    expect(failure?._tag).toBe("CheckpointExpired")
  })

  it("never reports the first page of a list, or a later page, as expired", async () => {
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

  const walked = async (
    pagination: Pagination.Pagination,
    pages: ReadonlyArray<Answer>,
    from: PageWalk.Position | null = null
  ) => {
    const reading = Stream.runCollect(PageWalk.pages({ ...walk, pagination }, from))
    const { exit } = await converse((_, index) => pages[index] ?? {}, reading)
    return Chunk.toReadonlyArray(Exit.getOrElse(exit, () => Chunk.empty<PageWalk.WalkedPage>()))
  }

  /** For each page, whether the list may go on behind it although it ends there. */
  const cutsOf = async (pagination: Pagination.Pagination, pages: ReadonlyArray<Answer>) =>
    (await walked(pagination, pages)).map(({ isCut = false }) => isCut)

  /** For each page, what shows that the vendor left something out. */
  const missingOf = async (
    pagination: Pagination.Pagination,
    pages: ReadonlyArray<Answer>,
    from: PageWalk.Position | null = null
  ) => (await walked(pagination, pages, from)).map(({ missing = [] }) => missing.map(({ detail }) => detail).join())

  it("accepts the same token again in a scroll, and saves no position inside it", async () => {
    const answers = [held(["a", "b"], "s", 3), held(["c"], "s", 3), held([], "", 0)]
    const reading = PageWalk.pages({ ...walk, pagination: snapshot }, null).pipe(Stream.runCollect)
    const { exit, received } = await converse((_, index) => answers[index] ?? {}, reading)
    const read = Chunk.toReadonlyArray(Exit.getOrElse(exit, () => Chunk.empty<PageWalk.WalkedPage>()))
    expect(read.map(({ rows }) => rows)).toEqual([["a", "b"], ["c"], []])
    expect(read.map(({ after }) => after)).toMatchObject([{ list: 0, next: null }, { list: 0, next: null }, null])
    expect(read.map(({ total }) => total)).toEqual([undefined, undefined, 3])
    expect(received.map(cursorOf)).toEqual([null, "s", "s"])
  })

  it("is incomplete if a scroll ends before it has returned all rows", async () => {
    const answers = [held(["a", "b"], "s", 3), held([], "", 0)]
    expect(await missingOf(snapshot, answers)).toEqual(["", "it ended after 2 of 3 rows"])
  })

  it("counts the rows of each scroll separately, and not at all without a total", async () => {
    const answers = [held(["a"], "", 1), held([], "", 0), held(["b"], "s", null), held([], "", null)]
    const queries = [{ list: "a" }, { list: "b" }, { list: "c" }]
    const { rows, failure } = await rowsOf((_, index) => answers[index] ?? {}, { pagination: snapshot, queries })
    expect(failure).toBeNull()
    expect(rows).toEqual(["a", "b"])
  })

  it.each([
    ["an empty page in the middle", { rows: [], next: null, total: 3 }],
    ["an empty page that announces no rows at all", { rows: [], next: null, total: 0 }],
    ["a page without rows and without a total", { rows: [], next: null }]
  ])("is incomplete if the list ends before its total, at %s", async (_, last) => {
    const pagination = Pagination.cursor({ items: "rows", from: "next", param: "cursor", total: "total" })
    const answers: ReadonlyArray<Answer> = [{ body: { rows: ["a", "b"], next: "2", total: 3 } }, { body: last }]
    expect(await missingOf(pagination, answers)).toEqual(["", "it ended after 2 of 3 rows"])
  })

  it("fails at once if the list ends before its total and its reader needs all rows", async () => {
    const pagination = Pagination.cursor({ items: "rows", from: "next", param: "cursor", total: "total" })
    const collecting = PageWalk.collect({ ...walk, pagination }, ({ rows }) => Effect.succeed(rows))
    const { exit } = await converse(() => ({ body: { rows: ["a", "b"], next: null, total: 3 } }), collecting)
    expect(exit).toMatchObject({ cause: { error: { _tag: "IncompleteList", detail: "ended after 2 of 3 rows" } } })
  })

  const totalsOf = async (
    pagination: Pagination.Pagination,
    pages: ReadonlyArray<Answer>,
    from: PageWalk.Position | null = null,
    settings: { readonly chooses?: (endpoint: string, row: unknown) => boolean } = {}
  ) => {
    const reading = Stream.runCollect(PageWalk.pages({ ...walk, pagination }, from))
    const { exit } = await converse((_, index) => pages[index] ?? {}, reading, settings)
    const read = Chunk.toReadonlyArray(Exit.getOrElse(exit, () => Chunk.empty<PageWalk.WalkedPage>()))
    return { total: read.at(-1)?.total, after: read.map(({ after }) => after) }
  }
  const counted = Pagination.cursor({ items: "rows", from: "next", param: "cursor", total: { header: "X-Total" } })
  const page = (rows: ReadonlyArray<unknown>, next: string | null, total: number): Answer => ({
    body: { rows, next },
    headers: { "x-total": String(total) }
  })

  it("announces the total if one response has all rows, and only empty pages follow", async () => {
    expect((await totalsOf(counted, [page(["a", "b"], null, 2)])).total).toBe(2)
    expect((await totalsOf(counted, [page(["a", "b"], "x", 2), page([], null, 2)])).total).toBe(2)
  })

  it("announces no total for several pages, because a row may have moved to one that was read already", async () => {
    expect((await totalsOf(counted, [page(["a", "b"], "x", 3), page(["c"], null, 3)])).total).toBeUndefined()
  })

  it("announces no total for several lists, because a row may have moved to one that was read already", async () => {
    const pages = [page(["a", "b"], null, 2), page(["c"], null, 1)]
    const reading = Stream.runCollect(
      PageWalk.pages({ ...walk, pagination: counted, queries: [{ l: 1 }, { l: 2 }] }, null)
    )
    const { exit } = await converse((_, index) => pages[index] ?? {}, reading)
    const read = Chunk.toReadonlyArray(Exit.getOrElse(exit, () => Chunk.empty<PageWalk.WalkedPage>()))
    expect(read.map(({ rows, total }) => [rows.length, total])).toEqual([
      [2, undefined],
      [1, undefined]
    ])
  })

  it("continues its count in a resumed list, which is also incomplete if it ends before its total", async () => {
    const [middle = null] = (await totalsOf(counted, [page(["a", "b"], "x", 4), page(["c", "d"], null, 4)])).after
    expect(await missingOf(counted, [page(["c", "d"], null, 4)], middle)).toEqual([""])
    expect(await missingOf(counted, [page(["c"], null, 4)], middle)).toEqual(["it ended after 3 of 4 rows"])
  })

  it("announces no total if it changed between pages, or if there are more rows", async () => {
    expect((await totalsOf(counted, [page(["a", "b"], "x", 4), page(["c"], null, 3)])).total).toBeUndefined()
    expect((await totalsOf(counted, [page(["a", "b"], "x", 2), page(["c"], null, 2)])).total).toBeUndefined()
  })

  it("does not count rows that the customer did not choose", async () => {
    const pages = [page(["a", "b", "c"], null, 3)]
    expect(await totalsOf(counted, pages, null, { chooses: (_, row) => row !== "b" })).toMatchObject({ total: 2 })
  })

  it("announces no total for several pages by index, because rows may have moved between them", async () => {
    const indexed = Pagination.offset({ counts: "returned", items: "rows", limit: 2, total: "total" })
    const pages = [{ body: { rows: ["a", "b"], total: 3 } }, { body: { rows: ["c"], total: 3 } }]
    const { total, after } = await totalsOf(indexed, pages)
    expect(total).toBeUndefined()
    expect(after).toMatchObject([{ list: 0, next: null }, null])
    expect(await totalsOf(indexed, [{ body: { rows: ["a"], total: 1 } }])).toMatchObject({ total: 1 })
  })

  it.each([
    ["rows", ["2", "4", null]],
    ["pages", ["2", "3", null]]
  ])("notices that the links count %s, and lets a later run read the last page again", async (_, nexts) => {
    const links = Pagination.nextLink({ items: "rows", from: "next" })
    const pages = nexts.map((next, index) => ({
      body: { rows: [`a${index}`, `b${index}`], next: next === null ? null : `${BASE_URL}/rows?size=2&from=${next}` }
    }))
    const second = { url: `${BASE_URL}/rows?size=2&from=2` }
    expect((await totalsOf(links, pages)).after).toMatchObject([{ next: null }, { next: second, isIndex: true }, null])
  })

  it("resumes at a numeric id that only happens to equal a count", async () => {
    const pages = ["2", "7", null].map((next, index) => ({ body: { rows: [`a${index}`, `b${index}`], next } }))
    const ids = Pagination.cursor({ items: "rows", from: "next", param: "after" })
    expect((await totalsOf(ids, pages)).after).toMatchObject([
      { next: null },
      { next: { query: { after: "7" } } },
      null
    ])
  })

  it.each([
    ["refuses", { status: 400 }],
    ["has no page", { body: { rows: [], total: 2 } }],
    ["repeats the last page", { body: { rows: ["a", "b"], total: 2 } }]
  ])("ends at the total if the vendor %s after it", async (_, behind) => {
    const pagination = Pagination.offset({ counts: "returned", items: "rows", limit: 2, total: "total" })
    const answers: ReadonlyArray<Answer> = [{ body: { rows: ["a", "b"], total: 2 } }, behind]
    const { rows, failure, received } = await rowsOf((_, index) => answers[index] ?? {}, { pagination })
    expect([rows, failure, received.length]).toEqual([["a", "b"], null, 2])
  })

  it("reads on after a total that the vendor capped", async () => {
    const pagination = Pagination.offset({ counts: "returned", items: "rows", limit: 2, total: "total" })
    const answers: ReadonlyArray<Answer> = [["a", "b"], ["c"]].map((rows) => ({ body: { rows, total: 2 } }))
    expect((await rowsOf((_, index) => answers[index] ?? {}, { pagination })).rows).toEqual(["a", "b", "c"])
  })

  it.each([
    ["has no page", { body: { rows: [], total: 2 } }, false],
    ["refuses", { status: 400 }, true],
    ["repeats the last page", { body: { rows: ["a", "b"], total: 2 } }, true]
  ])("proves absence after a full page only if the next page is empty: the vendor %s", async (_, behind, isCut) => {
    const pagination = Pagination.offset({ counts: "returned", items: "rows", limit: 2, total: "total" })
    expect(await cutsOf(pagination, [{ body: { rows: ["a", "b"], total: 2 } }, behind])).toEqual([false, isCut])
  })

  it.each([202, 206])("is incomplete if the last answer is %s, unless the total is reached", async (status) => {
    const pages = [{ body: { rows: ["a"], next: "2" } }, { status, body: { rows: ["b"], next: null } }]
    expect(await missingOf(walk.pagination, pages)).toEqual(["", `its last page was answered ${status}`])
    const whole = [{ status, body: { rows: ["a"], next: null, total: 1 } }]
    expect(await missingOf({ ...walk.pagination, total: Pagination.totalAt("total") }, whole)).toEqual([""])
  })

  it("is incomplete if a middle page answers 202, or 206 unlike the others, unless a total is announced", async () => {
    const statuses = (...all: ReadonlyArray<number>) =>
      all.map((status, index) => ({
        status,
        body: { rows: [index], next: index < all.length - 1 ? String(index) : null, total: all.length }
      }))
    expect(await missingOf(walk.pagination, statuses(202, 200))).toEqual(["a page was answered 202", ""])
    expect(await missingOf(walk.pagination, statuses(200, 206, 200))).toEqual(["", "a page was answered 206", ""])
    expect(await missingOf(walk.pagination, statuses(206, 200, 200))).toEqual(["", "a page was answered 206", ""])
    // As vendors do that answer 206 as long as there are more pages.
    expect(await missingOf(walk.pagination, statuses(206, 206, 200))).toEqual(["", "", ""])
    const totalled = { ...walk.pagination, total: Pagination.totalAt("total") }
    expect(await missingOf(totalled, statuses(202, 206, 200))).toEqual(["", "", ""])
  })

  it.each([
    ["errors", { errors: [{ code: 500 }] }, true],
    ["an error", { error: "a shard did not answer" }, true],
    ["a timeout", { timed_out: true }, true],
    ["that it did not succeed", { success: false }, true],
    ["that it is not ok", { ok: false }, true],
    ["the status of an error", { status: "error" }, true],
    ["that a row does not exist", { errors: [{ code: 404, id: "a" }] }, false],
    ["no error", { errors: [], error: null, timed_out: false, success: true, ok: true, status: "active" }, false]
  ])("decides whether a page is incomplete that reports %s next to its rows", async (_, sign, isFailure) => {
    const failure = isFailure ? "it reported an error beside its rows" : ""
    const pages = [{ body: { rows: ["a"], next: "2", ...sign } }, { body: { rows: ["b"], next: null } }]
    expect(await missingOf(walk.pagination, pages)).toEqual([failure, ""])
    expect(await missingOf(walk.pagination, [{ body: { rows: [], next: null, ...sign } }])).toEqual([failure])
    expect(await missingOf(Pagination.one(), [{ body: { ...sign } }])).toEqual([""])
  })

  it("is incomplete if a Link header led to a page without one, or if every page has to have one", async () => {
    const lost = "its last page has no Link header"
    const first = { body: ["a", "b"], headers: { link: `<${BASE_URL}/rows?after=b>; rel="next"` } }
    const linked = { body: ["c"], headers: { link: `<${BASE_URL}/rows>; rel="self"` } }
    const short = Pagination.linkHeader({ limit: 3 })
    expect(await missingOf(short, [first, { body: ["c"] }])).toEqual(["", lost])
    expect(await missingOf(short, [first, linked])).toEqual(["", ""])
    expect(await missingOf(short, [{ body: ["a"] }])).toEqual([""])
    const linkedAlways = Pagination.linkHeader({ isOnEveryPage: true })
    expect(await missingOf(linkedAlways, [{ body: ["a"] }])).toEqual([lost])
    expect(await missingOf(linkedAlways, [linked])).toEqual([""])
  })

  it.each([
    ["consists only of parameters", "?after=a", `${BASE_URL}/api/v1/teams/rows?after=a`],
    [
      "begins at the root of the host, also if the base address has a path",
      "/api/v2/rows?after=a",
      `${BASE_URL}/api/v2/rows?after=a`
    ],
    ["begins beside the list", "others?after=a", `${BASE_URL}/api/v1/teams/others?after=a`],
    ["begins above the list", "../rows?after=a", `${BASE_URL}/api/v1/rows?after=a`],
    ["has a host and no scheme", `//${new URL(BASE_URL).host}/rows?after=a`, `${BASE_URL}/rows?after=a`]
  ])("follows a link that %s", async (_, next, address) => {
    const pagination = Pagination.nextLink({ items: "rows", from: "next" })
    const answers = [{ body: { rows: ["a"], next } }, { body: { rows: ["b"] } }]
    const linked = { pagination, url: "/v1/teams/rows" }
    const settings = { baseUrl: `${BASE_URL}/api/` }
    const { received, rows } = await rowsOf((_, index) => answers[index] ?? {}, linked, null, settings)
    expect(rows).toEqual(["a", "b"])
    expect(received[1]?.url).toBe(address)
  })

  it("fails on a link that is no address, follows none to an undeclared host, and starts anew if a stored one is none", async () => {
    const pagination = Pagination.nextLink({ items: "rows", from: "next" })
    const failureOf = async (next: string) => {
      const { failure, received } = await rowsOf(() => body(["a"], next), { pagination })
      return [failure, received.length]
    }
    expect(await failureOf("https://[")).toEqual([
      expect.objectContaining({ _tag: "IncompleteList", detail: "has a link to its next page that is no address" }),
      1
    ])
    expect(await failureOf("//elsewhere.example/rows")).toEqual([expect.objectContaining({ _tag: "BadPayload" }), 1])
    const stored = await rowsOf(() => body([], null), { pagination }, { list: 0, next: { url: "https://[" } })
    expect([stored.failure?._tag, stored.received.length]).toEqual(["CheckpointExpired", 0])
  })

  it("stops when its reader stops", async () => {
    const some = PageWalk.pages(walk, null).pipe(Stream.take(1), Stream.runCollect)
    const { exit, received } = await converse((_, index) => body([index], String(index)), some)
    expect(Exit.map(exit, Chunk.size)).toEqual(Exit.succeed(1))
    expect(received).toHaveLength(1)
  })

  it("shows an expired checkpoint as an internal error that is not retried", () => {
    expect(VendorError.meaning.CheckpointExpired).toMatchObject({ reason: "INTERNAL", isRetryable: false })
  })
})

const EAST = "https://east.acme.example/api"
const everywhere = {
  endpoint: "/rows",
  url: "/rows",
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "next", limit: 1, limitParam: "size" }),
  queries: [{}],
  post: { kind: "a" },
  isEverywhere: true
}

/** Two pages at each address. */
const twoPages = ({ url, body }: ReceivedRequest): Answer => {
  const isSecond = JSON.parse(body ?? "{}").next === "2"
  return { body: { rows: [{ id: `${new URL(url).host} ${isSecond ? 2 : 1}` }], ...(isSecond ? {} : { next: "2" }) } }
}

const walkEverywhere = (from: PageWalk.Position | null = null) =>
  converse(twoPages, Effect.map(Stream.runCollect(PageWalk.pages(everywhere, from)), Chunk.toReadonlyArray), {
    furtherBaseUrls: [EAST]
  })

describe("PageWalk.pages, several base addresses", () => {
  it("reads the list at each of them in turn", async () => {
    const { exit, received } = await walkEverywhere()
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

  it("resumes at the base address where the walk stopped", async () => {
    const { received } = await walkEverywhere({ list: 1, next: { query: { next: "2" } } })
    expect(received.map(({ url, body }) => [url, body])).toEqual([[`${EAST}/rows`, '{"kind":"a","size":1,"next":"2"}']])
  })
})

/** Three pages of one row each. */
const threePages = ({ url }: ReceivedRequest): Answer => {
  const page = Number(new URL(url).searchParams.get("next") ?? 1)
  return { body: { rows: [{ id: page }], ...(page < 3 ? { next: String(page + 1) } : {}) } }
}

const walkSelected = async (endpoint: string) => {
  const walk = {
    endpoint,
    url: endpoint,
    pagination: Pagination.cursor({ items: "rows", from: "next", param: "next" }),
    queries: [{}]
  }
  const chooses = (list: string, row: unknown) => list !== "/accounts" || Pagination.at(row, "id") === 3
  const { exit, received } = await converse(
    threePages,
    Effect.map(Stream.runCollect(PageWalk.pages(walk, null)), Chunk.toReadonlyArray),
    { chooses }
  )
  return { exit, count: received.length }
}

describe("PageWalk.pages, rows that the customer selected", () => {
  it("drops all other rows, and continues after a page without any selected row", async () => {
    const { exit, count } = await walkSelected("/accounts")
    expect(exit).toMatchObject({ value: [{ rows: [] }, { rows: [] }, { rows: [{ id: 3 }], after: null }] })
    expect(count).toBe(3)
  })

  it("selects separately for each list", async () => {
    const { exit } = await walkSelected("/users")
    expect(exit).toMatchObject({ value: [{ rows: [{ id: 1 }] }, { rows: [{ id: 2 }] }, { rows: [{ id: 3 }] }] })
  })
})
