import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { extract } from "../extract.js"

const SINCE = "2026-11-01T00:00:00.000Z"

const options = {
  record: RecordKind.DeviceGroup,
  row: Schema.Struct({ id: Schema.String }),
  pagination: Pagination.none(),
  permissions: ["groups.read"],
  toRecord: ({ id }: { readonly id: string }) => ({ name: id, vendor_id: id })
}

const all = Extractor.make({ ...options, endpoint: "/groups" })
const changes = Extractor.make({
  ...options,
  endpoint: "/groups/changes",
  permissions: ["changes.read"],
  since: (instant) => ({ from: instant }),
  lookbackSecs: 60
})
const groups = Extractor.withChanges(all, changes, ({ status }) => status === 400)

const vendor =
  (status = 200) =>
  (path: string) =>
    path.startsWith("/groups/changes") ? { status, body: [{ id: "2" }] } : { body: [{ id: "1" }, { id: "2" }] }

describe("a list whose changes are listed elsewhere", () => {
  it("is read whole by a full scan, and by a delta at the other endpoint since its instant", async () => {
    expect((await extract(groups, vendor())).paths).toEqual(["/groups"])
    const delta = await extract(groups, vendor(), { since: SINCE })
    expect(delta.paths).toEqual([`/groups/changes?from=${encodeURIComponent(SINCE)}`])
    expect(delta.vendorIds).toEqual(["2"])
  })

  it("begins a full scan if the instant is too long ago for the list of changes, and fails for another reason", async () => {
    expect((await extract(groups, vendor(400), { since: SINCE })).failure).toMatchObject({ _tag: "CheckpointExpired" })
    expect((await extract(groups, vendor(404), { since: SINCE })).failure).toMatchObject({ _tag: "ClientError" })
  })

  it("says what it reads and needs", () => {
    expect(groups).toMatchObject({ isIncremental: true, lookbackSecs: 60, optionalPermissions: ["changes.read"] })
    expect(groups.lists.map(({ endpoint, isOfDeltas = false }) => [endpoint, isOfDeltas])).toEqual([
      ["/groups", false],
      ["/groups/changes", true]
    ])
    expect(groups.deltaCoverage).toEqual([{ kind: RecordKind.DeviceGroup, hasChanges: true, hasRemovals: false }])
  })

  it("needs the same kinds, and an instant in the list of changes alone", () => {
    const members = Extractor.make({ ...options, endpoint: "/members", record: RecordKind.DevicePolicy })
    expect(() => Extractor.withChanges(all, members as never, () => false)).toThrow("the same kinds as /groups")
    expect(() => Extractor.withChanges(all, all, () => false)).toThrow("give the list of changes `since`")
  })
})
