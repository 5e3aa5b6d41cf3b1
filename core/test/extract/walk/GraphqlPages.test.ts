import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import type { Answer } from "../../FakeVendor.js"
import { converse } from "../../FakeVendor.js"
import { extract, owner } from "../extract.js"

const Group = Schema.Struct({ id: Schema.String })
const QUERY = "query Groups($first: Int, $after: String) { groups(first: $first, after: $after) { nodes { id } } }"

const groups = (shape: Partial<Parameters<typeof Pagination.graphql>[0]> = {}) =>
  Extractor.make({
    record: RecordKind.IdpGroup,
    endpoint: "/graphql",
    post: { query: QUERY, variables: { filter: { state: "OPEN" } } },
    row: Group,
    pagination: Pagination.graphql({ connection: "data.groups", limit: 2, ...shape }),
    permissions: ["groups.read"],
    since: (instant) => ({ variables: { filter: { updatedAt: { after: instant } } } }),
    toRecord: ({ id }) => ({
      name: id,
      description: "",
      types: [],
      vendor_id: id,
      vendor_created_at: "2024-05-01T08:30:00Z"
    })
  })

const connection = (ids: ReadonlyArray<string>, pageInfo: object | null, more: object = {}): Answer => ({
  body: { data: { groups: { nodes: ids.map((id) => ({ id })), ...(pageInfo === null ? {} : { pageInfo }), ...more } } }
})

const read = async (answers: ReadonlyArray<Answer>, shape = {}, request = {}) => {
  const bodies: Array<unknown> = []
  const run = await extract(
    groups(shape),
    (_, { body }, index) => {
      bodies.push(JSON.parse(body ?? "null"))
      return answers[index] ?? { status: 500 }
    },
    request
  )
  return { ...run, bodies }
}

const END = { hasNextPage: false, endCursor: "z" }

describe("Pagination.graphql", () => {
  it("adds the cursor and the page size to the query's own variables, and ends when the vendor says so", async () => {
    const run = await read([connection(["a", "b"], { hasNextPage: true, endCursor: "c1" }), connection(["c"], END)])
    expect(run.vendorIds).toEqual(["a", "b", "c"])
    const variables = { filter: { state: "OPEN" }, first: 2 }
    expect(run.bodies).toEqual([
      { query: QUERY, variables },
      { query: QUERY, variables: { ...variables, after: "c1" } }
    ])
  })

  it("resumes at a cursor", async () => {
    const checkpoint = { list: 0, next: { query: { variables: { after: "c1" } } } }
    const run = await read([connection(["c"], END)], {}, { checkpoint })
    expect(run.bodies).toEqual([expect.objectContaining({ variables: expect.objectContaining({ after: "c1" }) })])
  })

  it("adds the variables of a delta to those of the list", async () => {
    const run = await read([connection(["a"], END)], {}, { since: "2024-05-01T00:00:00Z" })
    const filter = { state: "OPEN", updatedAt: { after: "2024-05-01T00:00:00Z" } }
    expect(run.bodies).toEqual([{ query: QUERY, variables: { filter, first: 2 } }])
  })

  it("reads rows that are the nodes of edges", async () => {
    const edges = ["a", "b"].map((id) => ({ cursor: id, node: { id } }))
    const answer = { body: { data: { groups: { edges, pageInfo: END, totalCount: 2 } } } }
    const run = await read([answer], { rows: "edges", total: "data.groups.totalCount" })
    expect(run.vendorIds).toEqual(["a", "b"])
    expect(run.pages.map(({ total }) => total)).toEqual([2])
  })

  it("fails, instead of ending, if a page does not say whether it is the last", async () => {
    const run = await read(Array.from({ length: 9 }, () => connection(["a"], null)))
    expect(run.failure).toMatchObject({ _tag: "UnreadableAnswer", endpoint: "/graphql" })
    expect(run.ids).toEqual([])
  })

  it("does not prove absence if a page promises another one without a cursor", async () => {
    const run = await read([connection(["a"], { hasNextPage: true, endCursor: null })])
    expect(run.failure).toBeNull()
    expect(run.batches.map(({ isIncomplete }) => isIncomplete)).toEqual([true])
  })

  it("does not prove absence if an answer has rows and errors, and rejects a node that is null", async () => {
    const answer = {
      body: { data: { groups: { nodes: [{ id: "a" }, null], pageInfo: END } }, errors: [{ message: "timeout" }] }
    }
    const run = await read([answer])
    expect(run.vendorIds).toEqual(["a"])
    expect(run.rejections).toHaveLength(1)
    expect(run.batches.map(({ isIncomplete }) => isIncomplete)).toEqual([true])
  })

  it("is incomplete if the list ends before its total, and fails if a cursor repeats", async () => {
    const total = { total: "data.groups.totalCount" }
    const short = await read([connection(["a"], END, { totalCount: 3 })], total)
    expect(short.lacks).toEqual(["it ended after 1 of 3 rows"])
    const next = { hasNextPage: true, endCursor: "c1" }
    const endless = await read([connection(["a"], next), connection(["b"], next)])
    expect(endless.failure).toMatchObject({ _tag: "IncompleteList", detail: "repeated a page token" })
  })

  it("requests one row to check the access", async () => {
    const { received } = await converse(() => connection(["a"], END), Extractor.checkAccess(groups(), owner))
    expect(received.map(({ body }) => JSON.parse(body ?? "null").variables)).toEqual([
      { filter: { state: "OPEN" }, first: 1 }
    ])
  })
})
