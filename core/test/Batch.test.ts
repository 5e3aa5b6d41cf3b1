import { describe, expect, it } from "@effect/vitest"
import { Batch, RecordKind } from "@tributary/core"
import { Either } from "effect"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }
const group = (vendor_id: string, name = vendor_id) => Either.right({ vendor_id, name, device_ids: [] })

describe("Batch.make", () => {
  it("keeps the last of several rows with one id, at its own place, and counts the others", () => {
    const batch = Batch.make(RecordKind.DeviceGroup, owner, [group("a"), group("b"), group("a", "A"), group("a", "AA")])
    expect(batch.records.map(({ value }) => value["name"])).toEqual(["b", "AA"])
    expect(batch.duplicates).toBe(2)
  })

  it("takes ids that differ only in what is cleaned away for one", () => {
    expect(Batch.make(RecordKind.DeviceGroup, owner, [group("a"), group("a\u0000")]).records).toHaveLength(1)
  })

  it("keeps good rows beside bad ones", () => {
    const unreadable = Either.left(["id: is missing"])
    const batch = Batch.make(RecordKind.DeviceGroup, owner, [unreadable, group("a"), Either.right({ vendor_id: "b" })])
    expect(batch.records).toHaveLength(1)
    expect(batch.rejections).toMatchObject([
      { kind: "device_group", vendorId: null, issues: ["id: is missing"] },
      { kind: "device_group", vendorId: "b" }
    ])
  })

  it("hands on what a delta names as gone", () => {
    expect(Batch.make(RecordKind.DeviceGroup, owner, [], ["a"]).removed).toEqual(["a"])
  })
})
