import { describe, expect, it } from "@effect/vitest"
import { Pagination } from "@tributary/core"
import { Cause, Effect, Exit, Option, Stream } from "effect"
import * as PageWalk from "../../../src/extract/walk/PageWalk.js"
import { type Answer, converse } from "../../FakeVendor.js"

const LIMIT = 10

const offset = (counts: "requested" | "returned") =>
  Pagination.offset({ items: "rows", limit: LIMIT, counts, limitInForce: "limit" })

/** A list of which the vendor cuts pages first; `isVisible` says which rows it then leaves in them. */
const cutFirst =
  (rows: number, isVisible: (row: number) => boolean, most = LIMIT) =>
  (url: string): Answer => {
    const { searchParams } = new URL(url)
    const start = Number(searchParams.get("offset"))
    const limit = Math.min(Number(searchParams.get("limit")), most)
    const page = Array.from({ length: rows }, (_, row) => row).slice(start, start + limit)
    return { body: { rows: page.filter(isVisible), ...(most < LIMIT ? { limit: most } : {}) } }
  }

const read = async (
  answer: (url: string, index: number) => Answer,
  pagination: Pagination.Pagination,
  { from = null, isTopLevel = true }: { from?: PageWalk.Position | null; isTopLevel?: boolean } = {}
) => {
  const pages: Array<PageWalk.WalkedPage> = []
  const walk = { endpoint: "/rows", url: "/rows", pagination, queries: [{}], isTopLevel }
  const reading = PageWalk.pages(walk, from).pipe(
    Stream.tap((page) => Effect.sync(() => pages.push(page))),
    Stream.runDrain
  )
  const { exit, received } = await converse(({ url }, index) => answer(url, index), reading)
  return {
    pages,
    rows: pages.flatMap(({ rows }) => rows),
    missing: pages.flatMap(({ missing = [] }) => missing.map(({ detail }) => detail)),
    requests: received.map(({ url }) => Number(new URL(url).searchParams.get("offset") ?? 0)),
    failure: Exit.isSuccess(exit) ? null : Option.getOrNull(Cause.failureOption(exit.cause))
  }
}

const odd = (row: number) => row % 2 === 1
const all = () => true

describe("A list that is paged by index", () => {
  it("is complete if the index counts requested rows and the vendor hides rows after cutting a page", async () => {
    const hidden = await read(cutFirst(40, odd), offset("requested"))
    expect([hidden.rows.length, hidden.missing, hidden.failure]).toEqual([20, [], null])
    const halves = (row: number) => row < 5 || row >= 25
    expect((await read(cutFirst(40, halves), offset("requested"))).rows).toHaveLength(20)
  })

  const numbered = Pagination.pageNumber({ items: "rows", limit: LIMIT, param: "offset", first: 0 })

  it.each([
    { name: "offset", pagination: offset("returned"), size: 1 },
    { name: "page number", pagination: numbered, size: LIMIT }
  ])("is incomplete if a short page by $name says that it is only a part", async ({ pagination, size }) => {
    const vendor = (status: number, rows: number) => (url: string) => {
      const start = Number(new URL(url).searchParams.get("offset"))
      const isFirst = start === 0
      const page = Array.from({ length: 14 }, (_, row) => row).slice(size === 1 ? start : start * size)
      return { status: isFirst ? status : 200, body: { rows: page.slice(0, isFirst ? rows : LIMIT) } }
    }
    expect((await read(vendor(206, 6), pagination)).missing).toEqual(["a page was answered 206"])
    expect((await read(vendor(202, 0), pagination)).missing).toContain("a page was answered 202")
    // As vendors do that count pages as ranges.
    expect((await read(vendor(206, LIMIT), pagination)).missing).toEqual([])
  })

  /** A vendor that hides every other row, and announces this total. */
  const countedBy = (total: number) => (url: string) => {
    const { body } = cutFirst(40, odd)(url) as { readonly body: object }
    return { body: { ...body, total } }
  }
  const totalled = Pagination.offset({ items: "rows", limit: LIMIT, counts: "requested", total: "total" })

  it("is read to its end if the total counts only the rows that the customer may see", async () => {
    const { failure, missing, requests, rows } = await read(countedBy(20), totalled)
    expect([rows.length, missing, failure]).toEqual([20, [], null])
    expect(requests).toEqual([0, 10, 20, 30])
  })

  it("is incomplete if the total also counts hidden rows, because the missing rows could be others", async () => {
    const { failure, missing, requests, rows } = await read(countedBy(40), totalled)
    expect([rows.length, missing, failure]).toEqual([20, ["it ended after 20 of 40 rows"], null])
    expect(requests).toEqual([0, 10, 20, 30, 40])
  })

  it("advances by the limit that the vendor has lowered, if the answer says so", async () => {
    const { requests, rows } = await read(cutFirst(9, odd, 4), offset("requested"))
    expect(rows).toEqual([1, 3, 5, 7])
    expect(requests).toEqual([0, 4, 8, 12])
  })

  it("continues after an empty page that others follow, and ends at two empty pages", async () => {
    const { requests, rows } = await read(
      cutFirst(40, (row) => row >= 10),
      offset("requested")
    )
    expect(rows).toHaveLength(30)
    expect(requests).toEqual([0, 10, 20, 30, 40, 50])
  })

  it.each([400, 404])("ends at an empty page if the vendor answers %s after it", async (status) => {
    const { failure, missing, pages } = await read(
      (_, index) => (index === 1 ? { status } : { body: { rows: [] } }),
      offset("returned")
    )
    expect([failure, missing, pages.at(-1)?.isCut]).toEqual([null, [], undefined])
  })

  it("is incomplete if other pages follow an empty page, although every page should have rows", async () => {
    const vendor = cutFirst(30, all)
    const { missing, rows } = await read(
      (url, index) => (index === 1 ? { body: { rows: [] } } : vendor(url)),
      offset("returned")
    )
    expect(rows).toHaveLength(20)
    expect(missing).toEqual(["a page in its middle was empty"])
  })

  it("needs no further request after an empty page of a list below a row", async () => {
    const { requests } = await read(() => ({ body: { rows: [] } }), offset("returned"), { isTopLevel: false })
    expect(requests).toEqual([0])
  })

  it("fails at the third equal page in a row, which shows that the vendor ignores the index", async () => {
    const { failure, requests } = await read(() => ({ body: { rows: ["a", "b"] } }), offset("returned"))
    expect(failure).toMatchObject({ _tag: "IncompleteList", detail: "repeated a page" })
    expect(requests).toEqual([0, 2, 4])
  })

  it("is incomplete if two pages are equal, because one may be in place of another", async () => {
    const vendor = cutFirst(30, all)
    const { failure, missing } = await read(
      (url, index) => vendor(index === 1 ? "https://acme.example/rows?limit=10&offset=0" : url),
      offset("returned")
    )
    expect([failure, missing]).toEqual([null, ["it repeated a page, perhaps in place of another"]])
  })

  it("continues at its last page in a later run, which then does not prove absence", async () => {
    const vendor = cutFirst(100, all)
    const first = await read((url, index) => (index < 5 ? vendor(url) : { status: 400 }), offset("returned"))
    const from = first.pages.at(-1)?.after ?? null
    expect(from).toMatchObject({ next: { query: { offset: 40 } }, isIndex: true })
    const second = await read(vendor, offset("returned"), { from })
    expect(second.requests[0]).toBe(40)
    expect(new Set([...first.rows, ...second.rows]).size).toBe(100)
    expect(second.pages.at(-1)).toMatchObject({ after: null, isInParts: true })
    expect((await read(vendor, offset("returned"))).pages.at(-1)?.isInParts).toBeUndefined()
  })
})
