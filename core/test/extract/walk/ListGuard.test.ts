import { describe, expect, it } from "@effect/vitest"
import * as ListGuard from "../../../src/extract/walk/ListGuard.js"

const LIST: ListGuard.Repetition = { isDelta: false, mayShift: false }
const SHIFTING: ListGuard.Repetition = { isDelta: false, mayShift: true }
const DELTA: ListGuard.Repetition = { isDelta: true, mayShift: false }

const page = (ids: ReadonlyArray<string>, total: number | null = null): ListGuard.GuardedPage => ({
  rows: ids.map((id) => ({ id })),
  total
})

/** The list after the pages, and what the guard said of each. */
const read = (pages: ReadonlyArray<ListGuard.GuardedPage>, repetition = LIST, from = ListGuard.begin()) => {
  let list = from
  const failures = pages.map((each) => {
    const added = ListGuard.add(list, each, repetition)
    list = added.list
    return added.failure
  })
  return { list, failures }
}

describe("ListGuard", () => {
  it("refuses a page that repeats another one, but not two pages without rows", () => {
    expect(read([page(["a"]), page(["b"]), page(["a"])]).failures).toEqual([null, null, "repeated a page"])
    expect(read([page([]), page([])]).failures).toEqual([null, null])
  })

  it("accepts repeated changes and shifted rows, but not endlessly", () => {
    const same = (count: number) => Array.from({ length: count }, () => page(["a"]))
    expect(read(same(ListGuard.MAX_REPEATED_PAGES + 1), DELTA).failures.at(-1)).toBeNull()
    expect(read(same(ListGuard.MAX_REPEATED_PAGES + 2), DELTA).failures.at(-1)).toBe("repeated a page")
    expect(read([page(["a"]), page(["b"]), page(["a"]), page(["b"])], SHIFTING).failures.at(-1)).toBeNull()
    expect(read(same(3), SHIFTING).failures).toEqual([null, null, "repeated a page"])
  })

  it("distinguishes pages by rows of any length, although it looks only at parts of long rows", () => {
    const long = "a".repeat(5_000)
    const pageWith = (...rows: ReadonlyArray<unknown>): ListGuard.GuardedPage => ({ rows, total: null })
    const different = [
      [{ id: "a", text: long }],
      [{ id: "b", text: long }],
      [{ id: "a", text: `${long}a` }],
      [{ id: "a", text: `b${long.slice(1)}` }],
      [{ id: "a", text: `${long.slice(1)}b` }],
      [{ id: ["a"], text: long }],
      [{ id: { a: null }, text: long }]
    ].map((rows) => pageWith(...rows))
    expect(read(different).failures).toEqual(different.map(() => null))
    let looks = 0
    const part = {
      get text() {
        looks += 1
        return long
      }
    }
    read([pageWith({ id: "a", parts: Array.from({ length: 10_000 }, () => part) })])
    expect(looks).toBeLessThanOrEqual(1_000)
  })

  it("recognizes a page of the list by its rows", () => {
    const { list } = read([page(["a"])])
    expect(ListGuard.isKnown(list, page(["a"]).rows)).toBe(true)
    expect(ListGuard.isKnown(list, page(["b"]).rows)).toBe(false)
    expect(ListGuard.isKnown(list, [])).toBe(false)
  })

  it("refuses a token that was used before, and a list that does not end", () => {
    const list = ListGuard.begin()
    expect(ListGuard.follow(list, { url: "/2" })).toBeNull()
    expect(ListGuard.follow(list, { url: "/3" })).toBeNull()
    expect(ListGuard.follow(list, { url: "/2" })).toBe("repeated a page token")
    expect(ListGuard.endlessAfter(ListGuard.MAX_PAGES - 1)).toBeNull()
    expect(ListGuard.endlessAfter(ListGuard.MAX_PAGES)).toBe("did not end after 100000 pages")
  })

  it("says how many rows are missing from a list that ends before its total", () => {
    const { list } = read([page(["a"], 3), page(["b"], 3)])
    expect(ListGuard.shortOf(list)).toBe("ended after 2 of 3 rows")
    expect(ListGuard.shortOf(read([page(["c"], 3)], LIST, list).list)).toBeNull()
  })

  it("does not check a total if it does not know how many rows were read before", () => {
    const { list } = read([page(["a"], 3)], LIST, ListGuard.begin({ tally: ListGuard.newTally(false) }))
    expect(ListGuard.shortOf(list)).toBeNull()
    expect(ListGuard.provenTotal(list, { isSnapshot: true })).toBeNull()
  })

  it("accepts a total of 0 only on the first page, because careless vendors announce it after the end", () => {
    expect(read([page(["a"], 1), page([], 0)]).list.tally).toMatchObject({ rows: 1, total: 1, isSteady: true })
    expect(read([page([], 0)]).list.tally).toMatchObject({ rows: 0, total: 0 })
  })

  it("proves that no row was missed by the total of one page or of a snapshot, without rows that the customer did not choose", () => {
    const one = read([{ ...page(["a", "b"], 2), chosen: 1 }]).list
    expect(ListGuard.provenTotal(one, { isSnapshot: false })).toBe(1)
    const two = read([page(["a"], 2), page(["b"], 2)]).list
    expect(ListGuard.provenTotal(two, { isSnapshot: false })).toBeNull()
    expect(ListGuard.provenTotal(two, { isSnapshot: true })).toBe(2)
    const unsteady = read([page(["a"], 3), page(["b"], 2)]).list
    expect(ListGuard.provenTotal(unsteady, { isSnapshot: true })).toBeNull()
  })

  it.each([
    ["the rows so far", { query: { offset: 2 } }, { query: { offset: 1 } }, true],
    ["the pages so far, from 1", { query: { page: "3" } }, { query: { page: "2" } }, true],
    ["a number in an address", { url: "/users?offset=2&limit=1" }, { url: "/users?offset=1&limit=1" }, true],
    ["a number that stays the same", { query: { limit: 2, after: "x" } }, { query: { limit: 2, after: "w" } }, false],
    ["a token", { query: { after: "d3f" } }, { query: { after: "c2e" } }, false],
    ["the first position, which may be an index", { query: { offset: 2 } }, null, true]
  ])("decides whether a position is an index: %s", (_, next, previous, expected) => {
    const { list } = read([page(["a"]), page(["b"])])
    expect(ListGuard.isIndex(list, next, previous)).toBe(expected)
  })

  it("includes the rows of earlier runs when it looks for an index", () => {
    const tally = { ...ListGuard.newTally(), rows: 40 }
    const { list } = read([page(["a"])], LIST, ListGuard.begin({ tally }))
    expect(ListGuard.isIndex(list, { offset: 41 }, { offset: 40 })).toBe(true)
  })
})
