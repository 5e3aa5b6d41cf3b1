import { describe, expect, it } from "vitest"
import { BY_CREATION, createdPages } from "../src/created.js"

/** The answer to the page at an index, of a customer with 12,000 groups. */
const pageAt = (offset: number) => {
  const rows = Array.from({ length: 500 }, (_, index) => ({
    created_timestamp: new Date((offset + index) * 1_000).toISOString()
  }))
  const body = { resources: rows, meta: { pagination: { total: 12_000 } } }
  const query = { ...createdPages.query, ...BY_CREATION, offset }
  return { response: { status: 200, headers: {}, body }, rows, query, isFirst: offset === 0, read: offset + 500 }
}

describe("lists in the order of their creation", () => {
  it("are read by index up to row 10,000, and from there on by the time of the last row, because Falcon returns no more", () => {
    expect(createdPages.next(pageAt(9_000))).toMatchObject({ query: { offset: 9_500 } })
    expect(createdPages.fault?.(pageAt(9_500))).toBeNull()
    expect(createdPages.next(pageAt(9_500))).toMatchObject({
      query: { filter: "created_timestamp:>='1970-01-01T02:46:39.000Z'" },
      window: { index: 1 }
    })
  })
})
