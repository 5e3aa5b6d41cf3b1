import { describe, expect, it } from "@effect/vitest"
import { Pagination } from "@tributary/core"
import { Chunk, Effect, Stream } from "effect"
import * as Walk from "../../src/extract/PageWalk.js"
import { type Answer, converse, type ReceivedRequest } from "../FakeVendor.js"

const pagination = Pagination.cursor({ items: "rows", from: "next", param: "next" })

/** Three pages of one row each. */
const pages = ({ url }: ReceivedRequest): Answer => {
  const page = Number(new URL(url).searchParams.get("next") ?? 1)
  return { body: { rows: [{ id: page }], ...(page < 3 ? { next: String(page + 1) } : {}) } }
}

const walked = async (endpoint: string) => {
  const walk = { endpoint, url: endpoint, pagination, queries: [{}] }
  const chooses = (list: string, row: unknown) => list !== "/accounts" || Pagination.at(row, "id") === 3
  const { exit, received } = await converse(
    pages,
    Effect.map(Stream.runCollect(Walk.pages(walk, null)), Chunk.toReadonlyArray),
    { chooses }
  )
  return { exit, count: received.length }
}

describe("A customer's choice of rows", () => {
  it("leaves the other rows out, and ends no walk at a page where none was chosen", async () => {
    const { exit, count } = await walked("/accounts")
    expect(exit).toMatchObject({ value: [{ rows: [] }, { rows: [] }, { rows: [{ id: 3 }], after: null }] })
    expect(count).toBe(3)
  })

  it("is made for each list apart", async () => {
    const { exit } = await walked("/users")
    expect(exit).toMatchObject({ value: [{ rows: [{ id: 1 }] }, { rows: [{ id: 2 }] }, { rows: [{ id: 3 }] }] })
  })
})
