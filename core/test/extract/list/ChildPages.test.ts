import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Pagination, RecordKind } from "@tributary/core"
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
