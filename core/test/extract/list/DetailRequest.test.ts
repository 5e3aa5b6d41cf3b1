import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import type { Answer } from "../../FakeVendor.js"
import { extract } from "../extract.js"

const json = (body: unknown, status = 200): Answer => ({ status, body })

const devices = Extractor.make({
  record: RecordKind.DeviceGroup,
  endpoint: "/groups",
  row: Schema.Struct({ id: Schema.String, name: Schema.String }),
  pagination: Pagination.none({ items: "ids" }),
  detailRequest: {
    endpoint: "/details",
    batch: 2,
    query: (ids) => ({ ids: ids.join(",") }),
    items: "rows",
    permissions: ["groups.read"]
  },
  permissions: ["groups.read"],
  toRecord: ({ id, name }) => ({ name, vendor_id: id })
})

const row = (id: string) => ({ id, name: `Group ${id}` })

/** The run of a vendor that answers the question about the first two of three ids with `answer`. */
const run = (answer: Answer) =>
  extract(devices, (path) => {
    if (path === "/groups") return json({ ids: ["1", "2", "3"] })
    return path.includes("3") ? json({ rows: [row("3")] }) : answer
  })

const missing = async (answer: Answer) => {
  const { ids, pages } = await run(answer)
  return { ids, missing: pages.flatMap((page) => page.missing ?? []) }
}

const policies = Extractor.make({
  record: RecordKind.DeviceGroup,
  endpoint: "/policies",
  row: Schema.Struct({ general: Schema.Struct({ id: Schema.Number, name: Schema.String }) }),
  id: (row) => Pagination.at(row, "general.id") ?? Pagination.at(row, "id"),
  pagination: Pagination.none({ items: "policies" }),
  detailRequest: { endpoint: "/policies/id/{id}", items: "policy", permissions: ["policies.read"] },
  permissions: ["policies.read"],
  toRecord: ({ general: { id, name } }) => ({ name, vendor_id: String(id) })
})

const policy = (id: number) => json({ policy: { general: { id, name: `Policy ${id}` }, scope: { all: true } } })

/** The run of a vendor that has three policies, and answers the request for the second one with `answer`. */
const runOfPolicies = (answer: Answer) =>
  extract(policies, (path) => {
    if (path === "/policies") return json({ policies: [1, 2, 3].map((id) => ({ id, name: `Policy ${id}` })) })
    return path === "/policies/id/2" ? answer : policy(Number(path.slice(-1)))
  })

describe("a detail request for each row", () => {
  it("makes the records of the details alone", async () => {
    const { batches, ids } = await runOfPolicies(policy(2))
    expect(ids).toEqual(["device_group 1", "device_group 2", "device_group 3"])
    expect(JSON.stringify(batches[0]?.records[0])).toContain('"scope":{"all":true}')
  })

  it("rejects a row whose details are gone by the id in the list", async () => {
    const { ids, rejections } = await runOfPolicies(json({}, 404))
    expect(ids).toEqual(["device_group 1", "device_group 3"])
    expect(rejections).toMatchObject([{ vendorId: "2" }])
  })

  it("rejects a row whose details are those of another one", async () => {
    const { ids, rejections } = await runOfPolicies(policy(1))
    expect(ids).not.toContain("device_group 2")
    expect(rejections).toMatchObject([{ vendorId: "2" }])
  })

  it("fails if the details of a row are refused", async () => {
    const { failure } = await runOfPolicies(json({ message: "no" }, 403))
    expect(failure).toMatchObject({ _tag: "Unauthorized", endpoint: "/policies/id/{id}" })
  })

  it("fails if no row has details", async () => {
    const { failure } = await extract(policies, (path) =>
      path === "/policies" ? json({ policies: [{ id: 1 }, { id: 2 }] }) : json({}, 404)
    )
    expect(failure).toMatchObject({ _tag: "BadPayload", detail: "2 of 2 rows could not be read" })
  })

  it("says that a list of changes is incomplete if no changed row has details, because they may not have left", async () => {
    const gone = (path: string) => (path === "/policies" ? json({ policies: [{ id: 1 }, { id: 2 }] }) : json({}, 404))
    const since = "2026-11-01T00:00:00.000Z"
    const none = await extract(policies, gone, { since })
    expect(none.failure).toBeNull()
    expect(none.lacks).toEqual(["it has the details of none of the rows that changed, 2 so far"])
    const some = await extract(policies, (path) => (path.endsWith("/1") ? policy(1) : gone(path)), { since })
    expect([some.ids, some.lacks]).toEqual([["device_group 1"], []])
    // A full scan fails by itself.
    expect((await extract(policies, gone)).failure).toMatchObject({ _tag: "BadPayload" })
    const nothing = await extract(policies, () => json({ policies: [] }), { since })
    expect(nothing.lacks).toEqual([])
  })

  it("needs a field of the listed rows", () => {
    const broken = () =>
      Extractor.make({
        record: RecordKind.DeviceGroup,
        endpoint: "/policies",
        row: Schema.Struct({ id: Schema.String }),
        pagination: Pagination.none(),
        detailRequest: { endpoint: "/policy", permissions: [] },
        permissions: [],
        toRecord: ({ id }) => ({ name: id, vendor_id: id })
      })
    expect(broken).toThrow("name a field of the listed rows in braces")
  })
})

describe("a detail request", () => {
  it("reads the rows of the listed ids in batches", async () => {
    const { ids, missing: left } = await missing(json({ rows: [row("1"), row("2")] }))
    expect(ids).toEqual(["device_group 1", "device_group 2", "device_group 3"])
    expect(left).toEqual([])
  })

  it.each([
    { sign: "status 206", answer: json({ rows: [row("1")] }, 206), detail: "its last page was answered 206" },
    {
      sign: "errors",
      answer: json({ rows: [row("1")], errors: [{ message: "a shard did not answer" }] }),
      detail: "it reported an error beside its rows"
    }
  ])("says what is missing if an answer has $sign", async ({ answer, detail }) => {
    const found = await missing(answer)
    expect(found.ids).toEqual(["device_group 1", "device_group 3"])
    expect(found.missing).toEqual([{ endpoint: "/details", detail }])
  })
})
