import { describe, expect, it } from "@effect/vitest"
import { Pagination } from "@tributary/core"
import * as CopiedIds from "../../../src/testing/vendor/CopiedIds.js"
import * as MultipliedVendor from "../../../src/testing/vendor/MultipliedVendor.js"
import type { Replies } from "../../../src/testing/vendor/ScriptedVendor.js"

const script: Replies = {
  "GET /groups": { body: { items: [{ id: "g1" }, { id: "g2" }], links: [{ rel: "self" }], total: 3 } },
  "GET /groups?offset=2": { body: { items: [{ id: "g3" }], links: [{ rel: "self" }], total: 3 } },
  "GET /groups/g1/users": { body: [{ id: "u1" }], headers: { link: '</groups/g1/users?page=2>; rel="next"' } },
  "GET /groups/g1/users?page=2": { body: [{ id: "u2" }] },
  "GET /names?ids=g1,g2": { body: { names: [{ id: "g1" }, { id: "g2" }] } }
}

const keys = new Set(["GET /groups", "GET /groups?offset=2"])
const pagination = Pagination.offset({ counts: "returned", items: "items", limit: 2, total: "total" })
const ids = CopiedIds.make(["g1", "g2", "g3", "u1", "u2"])

const asking = (repliesOf: (copy: number) => Replies = () => script) => {
  const answer = MultipliedVendor.make(script, {
    ids,
    lists: [{ pagination, keys, isNamed: false }],
    times: 3,
    repliesOf
  })
  return (path: string) => answer("GET", new URL(path, "https://vendor.example"), null).reply
}

/** The script of all copies, but for one reply of the second one. */
const butFor = (key: string, body: unknown) => (copy: number) =>
  copy === 1 ? { ...script, [key]: { ...script[key], body } } : script

describe("A vendor with several copies of a script", () => {
  it("has the rows of all copies in a page, as many in its total, and the next page behind them", () => {
    const ask = asking()
    const items = [{ id: "g1" }, { id: "g1-c1" }, { id: "g1-c2" }, { id: "g2" }, { id: "g2-c1" }, { id: "g2-c2" }]
    expect(ask("/groups").body).toEqual({ items, links: [{ rel: "self" }], total: 9 })
    expect(ask("/groups?offset=6").body).toMatchObject({
      items: [{ id: "g3" }, { id: "g3-c1" }, { id: "g3-c2" }],
      total: 9
    })
  })

  it("answers below a row of a copy, on each page", () => {
    const ask = asking()
    const { body, headers } = ask("/groups/g1-c2/users")
    expect(body).toEqual([{ id: "u1-c2" }])
    expect(headers).toEqual({ link: '</groups/g1-c2/users?page=2>; rel="next"' })
    expect(ask("/groups/g1-c2/users?page=2").body).toEqual([{ id: "u2-c2" }])
  })

  it("has other values in a copy that has changed", () => {
    const ask = asking(butFor("GET /groups", { items: [{ id: "g1", name: "new" }, { id: "g2" }], total: 3 }))
    ask("/groups/g1-c1/users")
    expect(ask("/groups").body).toMatchObject({
      items: [{ id: "g1" }, { id: "g1-c1", name: "new" }, { id: "g1-c2" }, {}, {}, {}]
    })
  })

  it("has one row less, in its total too, when a copy has lost the only row of a page beside another list", () => {
    const ask = asking(butFor("GET /groups?offset=2", { items: [], links: [{ rel: "self" }], total: 2 }))
    ask("/groups")
    expect(ask("/groups?offset=6").body).toEqual({
      items: [{ id: "g3" }, { id: "g3-c2" }],
      links: [{ rel: "self" }],
      total: 8
    })
  })

  it("answers a request for ids of several copies with their rows only", () => {
    const ask = asking(butFor("GET /names?ids=g1,g2", { names: [{ id: "g1", name: "new" }, { id: "g2" }] }))
    ask("/groups")
    expect(ask("/names?ids=g1-c1,g2-c1,g2").body).toEqual({
      names: [{ id: "g1-c1", name: "new" }, { id: "g2-c1" }, { id: "g2" }]
    })
  })
})
