import { describe, expect, it } from "@effect/vitest"
import { Pagination } from "@tributary/core"
import { Effect, Stream } from "effect"
import * as PageWalk from "../../../src/extract/walk/PageWalk.js"
import { type Answer, converse, type ReceivedRequest } from "../../FakeVendor.js"

const IDS = [1, 2, 3, 4, 5]

const pagination = Pagination.afterRow({ items: "data", limit: 2, from: "id", param: "after" })
const flagged = Pagination.afterRow({ items: "data", limit: 2, from: "id", param: "after", hasMore: "has_more" })

const afterOf = ({ url }: ReceivedRequest): number => Number(new URL(url).searchParams.get("after") ?? 0)

const vendor = (request: ReceivedRequest): Answer => {
  const found = IDS.filter((id) => id > afterOf(request))
  return { body: { data: found.slice(0, 2).map((id) => ({ id })), has_more: found.length > 2 } }
}

const walked = async (
  answer: (request: ReceivedRequest) => Answer,
  pages: Pagination.Pagination,
  from: PageWalk.Position | null = null
) => {
  const found: Array<PageWalk.WalkedPage> = []
  const walk = { endpoint: "/rows", url: "/rows", pagination: pages, queries: [{}], isTopLevel: true }
  const reading = PageWalk.pages(walk, from).pipe(
    Stream.tap((page) => Effect.sync(() => found.push(page))),
    Stream.runDrain
  )
  const { exit, received } = await converse(answer, reading, {})
  return { exit, pages: found, asked: received.map(({ url }) => new URL(url).searchParams.get("after")) }
}

const idsOf = (pages: ReadonlyArray<PageWalk.WalkedPage>) =>
  pages.flatMap(({ rows }) => rows.map((row) => Pagination.at(row, "id")))

describe("Pagination.afterRow", () => {
  it("begins each page behind the last row of the one before, until an empty page", async () => {
    const { asked, pages } = await walked(vendor, pagination)
    expect(idsOf(pages)).toEqual(IDS)
    expect(asked).toEqual([null, "2", "4", "5"])
  })

  it("ends where the vendor says that there are no more rows", async () => {
    const { asked, pages } = await walked(vendor, flagged)
    expect(idsOf(pages)).toEqual(IDS)
    expect(asked).toEqual([null, "2", "4"])
  })

  it("ends at a short page if the vendor promises that", async () => {
    const promised = Pagination.afterRow({ items: "data", limit: 2, from: "id", param: "after", endsOnShortPage: true })
    const { asked, pages } = await walked(vendor, promised)
    expect(idsOf(pages)).toEqual(IDS)
    expect(asked).toEqual([null, "2", "4"])
    expect(() => Pagination.afterRow({ from: "id", param: "after", endsOnShortPage: true })).toThrow(
      "declare the limit"
    )
  })

  it("sends a key of several parts as it is", () => {
    const sorted = Pagination.afterRow({ items: "hits.hits", from: "sort", param: "search_after" })
    const rows = [{ sort: [1, "a"] }, { sort: [2, "b"] }]
    const answer = { response: { status: 200, headers: {}, body: {} }, rows, query: {}, isFirst: true, read: 2 }
    expect(sorted.next(answer)).toEqual({ query: { search_after: [2, "b"] } })
  })

  it.each([
    [
      "the last row of a page has no key",
      { data: [{ id: 1 }, { id: null }], has_more: true },
      "the last row of a page has no id"
    ],
    [
      "an empty page says that there are more rows",
      { data: [], has_more: true },
      "an empty page says that there are more rows"
    ]
  ])("says that the list is incomplete if %s", async (_, body, detail) => {
    const { pages } = await walked(() => ({ body }), flagged)
    expect(pages.at(-1)?.missing).toEqual([{ endpoint: "/rows", detail }])
  })

  it("fails if the vendor ignores the parameter", async () => {
    const { exit } = await walked(() => ({ body: { data: [{ id: 1 }, { id: 2 }] } }), pagination)
    expect(exit).toMatchObject({ _tag: "Failure", cause: { error: { _tag: "IncompleteList" } } })
  })

  it("goes on behind its row in a later run, although the ids follow the count of the rows", async () => {
    const { pages } = await walked(vendor, pagination)
    const position = pages[0]?.after ?? null
    expect(position).toMatchObject({ next: { query: { after: 2 } } })
    expect(position).not.toHaveProperty("isIndex")
    const { asked, pages: rest } = await walked(vendor, pagination, position)
    expect(asked).toEqual(["2", "4", "5"])
    expect(rest.at(-1)).not.toHaveProperty("isInParts")
  })
})
