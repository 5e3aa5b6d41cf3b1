import { describe, expect, it } from "@effect/vitest"
import { Also, Child, Extractor, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { type Answer, BASE_URL } from "../../FakeVendor.js"
import { extract } from "../extract.js"

const LIMIT = 2

const Group = Schema.Struct({ id: Schema.String, name: Schema.String })
type Group = typeof Group.Type

const membership = (device: string, group: string) => ({ device_vendor_id: device, group_vendor_id: group })

/** Groups of devices, whose members are listed by index. */
const groups = (total?: string) =>
  Extractor.make({
    record: RecordKind.DeviceGroup,
    endpoint: "/groups",
    row: Group,
    permissions: [],
    pagination: Pagination.none({ items: "rows" }),
    children: [
      Child.of<Group>()({
        record: RecordKind.DeviceGroupMember,
        endpoint: "/groups/{id}/members",
        row: Schema.Struct({ id: Schema.String }),
        permissions: [],
        pagination: Pagination.offset({
          items: "rows",
          limit: LIMIT,
          counts: "returned",
          ...(total === undefined ? {} : { total })
        }),
        toRecord: (row, group) => membership(row.id, group.id)
      })
    ],
    toRecord: ({ id, name }) => ({ name, vendor_id: id })
  })

/** A vendor with these groups, each with so many members; `answer` replaces pages of members by their group and index. */
const vendor =
  (members: Readonly<Record<string, number>>, answer: Readonly<Record<string, object>> = {}) =>
  (path: string): Answer => {
    const { pathname, searchParams } = new URL(path, BASE_URL)
    if (pathname === "/groups") return { body: { rows: Object.keys(members).map((id) => ({ id, name: id })) } }
    const id = pathname.split("/")[2] ?? ""
    const start = Number(searchParams.get("offset"))
    const all = Array.from({ length: members[id] ?? 0 }, (_, index) => ({ id: `${id}${index}` }))
    return { body: { rows: all.slice(start, start + LIMIT), total: all.length, ...answer[`${id} ${start}`] } }
  }

const indexes = (paths: ReadonlyArray<string>) =>
  paths.flatMap((path) => new URL(path, BASE_URL).searchParams.get("offset") ?? [])

const memberOf = (device: string) => `device_group_member ["${device}","${device.charAt(0)}"]`

describe("The queries of a list below rows", () => {
  const open = (since?: (instant: string) => object) =>
    Extractor.below({
      endpoint: "/groups",
      row: Group,
      permissions: [],
      pagination: Pagination.none({ items: "rows" }),
      child: Child.of<Group>()({
        record: RecordKind.DeviceGroupMember,
        endpoint: "/groups/{id}/members",
        queries: [{ state: "active" }, { state: "inactive" }],
        row: Schema.Struct({ id: Schema.String }),
        permissions: [],
        pagination: Pagination.none({ items: "rows" }),
        ...(since === undefined ? {} : { since: (instant: string) => ({ ...since(instant) }) }),
        toRecord: (row, group) => membership(row.id, group.id)
      })
    })
  const answer = (path: string): Answer => {
    const { pathname, searchParams } = new URL(path, BASE_URL)
    if (pathname === "/groups") return { body: { rows: [{ id: "a", name: "A" }] } }
    return { body: { rows: [{ id: `a-${searchParams.get("state")}` }] } }
  }

  it("are each a list of their own, and the row is complete behind the last one", async () => {
    const { pages, paths, vendorIds } = await extract(open(), answer)
    expect(paths).toEqual(["/groups", "/groups/a/members?state=active", "/groups/a/members?state=inactive"])
    expect(vendorIds).toEqual(['["a-active","a"]', '["a-inactive","a"]'])
    expect(pages.flatMap(({ completedParents = [] }) => completedParents)).toEqual(["a"])
    expect(pages.findIndex(({ completedParents }) => completedParents !== undefined)).toBe(2)
  })

  it("are narrowed by the parameters of a delta", async () => {
    const since = open((instant) => ({ after: instant }))
    const { pages } = await extract(since, answer)
    const delta = pages.findLast((page) => page.delta !== null)?.delta ?? null
    const { paths } = await extract(since, answer, { since: "2026-11-01", delta })
    expect(paths.slice(1)).toEqual([
      "/groups/a/members?state=active&after=2026-11-01",
      "/groups/a/members?state=inactive&after=2026-11-01"
    ])
  })
})

describe("The records of a row below another one", () => {
  const members = Child.of<Group>()({
    record: RecordKind.DeviceGroupMember,
    endpoint: "/groups/{id}/members",
    row: Schema.Struct({ id: Schema.String, type: Schema.String }),
    permissions: [],
    pagination: Pagination.none({ items: "rows" }),
    also: [
      Also.below<Group, { readonly id: string; readonly type: string }>()({
        record: RecordKind.Resource,
        toRecord: ({ id, type }, group) => (type === "host" ? { name: group.name, type, vendor_id: id } : null)
      })
    ],
    toRecord: ({ id, type }, group) => (type === "policy" ? null : membership(id, group.id))
  })
  const list = {
    record: RecordKind.DeviceGroup,
    endpoint: "/groups",
    row: Group,
    permissions: [],
    pagination: Pagination.none({ items: "rows" }),
    toRecord: ({ id, name }: Group) => ({ name, vendor_id: id })
  }
  const extractor = Extractor.make({ ...list, children: [members] })
  const rows =
    (found: ReadonlyArray<unknown>) =>
    (path: string): Answer => ({
      body: { rows: path === "/groups" ? [{ id: "a", name: "A" }] : found }
    })
  const some = [
    { id: "h", type: "host" },
    { id: "u", type: "user" },
    { id: "p", type: "policy" }
  ]

  it("are of several kinds, or of none", async () => {
    const { batches, ids, paths } = await extract(extractor, rows(some))
    expect(paths).toHaveLength(2)
    expect(ids).toEqual([
      "device_group a",
      'device_group_member ["h","a"]',
      'device_group_member ["u","a"]',
      "resource h"
    ])
    expect(batches.map(({ kind, skipped }) => [kind.name, skipped])).toEqual([
      ["device_group", 0],
      ["device_group_member", 1],
      ["resource", 2]
    ])
    expect(extractor.kinds.map(({ name }) => name)).toEqual(["device_group", "device_group_member", "resource"])
    expect(Extractor.exportTypesOf(extractor)).toEqual(["device_groups", "resources"])
    const { record: _, toRecord: __, ...parents } = list
    expect(Extractor.below({ ...parents, child: members }).kinds.map(({ name }) => name)).toEqual([
      "device_group_member",
      "resource"
    ])
  })

  it("are all kept if a row of them cannot be read, or if their list is missing", async () => {
    const unread = await extract(extractor, rows([...some, { id: "x" }]))
    expect(unread.rejections.map(({ kind, vendorId }) => [kind, vendorId])).toEqual([
      ["device_group_member", '["x","a"]'],
      ["resource", "x"]
    ])
    const two = [
      { id: "a", name: "A" },
      { id: "b", name: "B" }
    ]
    const missing = await extract(extractor, (path): Answer => {
      if (path === "/groups") return { body: { rows: two } }
      return path.includes("/a/") ? { body: { rows: some } } : { status: 404, body: {} }
    })
    const kept = missing.batches.slice(-2)
    expect(kept.map(({ isIncomplete, keptBelow, kind }) => [kind.name, isIncomplete, keptBelow.length])).toEqual([
      ["device_group_member", false, 1],
      ["resource", true, 0]
    ])
  })

  it("cannot be of one kind twice", () => {
    expect(() =>
      Child.of<Group>()({
        record: RecordKind.Resource,
        endpoint: "/groups/{id}/members",
        row: Schema.Struct({ id: Schema.String }),
        permissions: [],
        pagination: Pagination.none(),
        also: [
          Also.below<Group, { readonly id: string }>()({
            record: RecordKind.Resource,
            toRecord: ({ id }) => ({ name: id, type: "HOST", vendor_id: id })
          })
        ],
        toRecord: ({ id }) => ({ name: id, type: "HOST", vendor_id: id })
      })
    ).toThrow("its rows become resource twice")
  })
})

describe("The lists below the rows of a list", () => {
  it("are complete if their first page is empty", async () => {
    const run = await extract(groups(), vendor({ a: 0, b: 0 }))
    expect(indexes(run.paths)).toEqual(["0", "0"])
    expect(run.pages.flatMap(({ completedParents = [] }) => completedParents)).toEqual(["a", "b"])
  })

  it("end after their first page only if the page after an empty one is also empty", async () => {
    const whole = await extract(groups(), vendor({ a: 2 }))
    expect(indexes(whole.paths)).toEqual(["0", "2", "4"])
    expect([whole.ids.length, whole.lacks]).toEqual([3, []])
    // A page that is not full says the same as the empty one behind it.
    expect(indexes((await extract(groups(), vendor({ a: 1 }))).paths)).toEqual(["0", "1"])
    const emptied = await extract(groups(), vendor({ a: 5, b: 1 }, { "a 2": { rows: [] } }))
    expect(emptied.ids).toEqual(["device_group a", "device_group b", ...["a0", "a1", "a4", "b0"].map(memberOf)])
    expect(emptied.lacks).toEqual(["a page in its middle was empty"])
    expect(emptied.pages.flatMap(({ completedParents = [] }) => completedParents)).toEqual(["b"])
  })

  it("are all read, even if one of them ends before its total", async () => {
    const run = await extract(groups("total"), vendor({ a: 3, b: 1 }, { "a 2": { rows: [] } }))
    expect(run.failure).toBeNull()
    expect(run.ids).toEqual(["device_group a", "device_group b", ...["a0", "a1", "b0"].map(memberOf)])
    expect(run.lacks).toEqual(["it ended after 2 of 3 rows"])
  })
})
