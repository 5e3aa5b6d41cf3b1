import { describe, expect, it } from "@effect/vitest"
import { NormalizedRecord } from "@tributary/core"
import { FastCheck as fc } from "effect"
import { v5 } from "uuid"

const CONNECTION = "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f"
const OTHER = "0b2f1c9a-3d4e-4f5a-8b6c-7d8e9f0a1b2c"

describe("RecordId", () => {
  // Customers store these ids, so the vectors never change.
  it.each([
    ["idp_user", "00u1", "cbb39c49-61f7-584d-a345-e51fe28f33e8"],
    ["idp_group", "00u1", "bca93776-92b2-567c-8616-2571281354f0"],
    ["device_group", "Ünïcode 漢字", "6137bee3-dbb4-5d3f-b249-f9b2ebc9d209"]
  ])("derives the id of %s %s [contract: stable-ids]", (kind, vendorId, id) => {
    expect(NormalizedRecord.deriveId(CONNECTION, kind, vendorId)).toBe(id)
  })

  it.prop(
    "derives the same id every time, a UUID of version 5",
    [fc.uuid(), fc.string(), fc.fullUnicodeString()],
    (all) => {
      const id = NormalizedRecord.deriveId(...all)
      expect(id).toBe(NormalizedRecord.deriveId(...all))
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
  )

  it.prop(
    "derives the version 5 UUID of the connection and the name, however long the name is",
    [fc.array(fc.tuple(fc.constantFrom(CONNECTION, OTHER), fc.fullUnicodeString({ maxLength: 3_000, size: "max" })))],
    ([ids]) => {
      for (const [connection, vendorId] of ids) {
        expect(NormalizedRecord.deriveId(connection, "device", vendorId)).toBe(v5(`device:${vendorId}`, connection))
      }
    },
    { fastCheck: { numRuns: 20 } }
  )

  it("derives different ids for vendor ids that differ only in lone surrogates", () => {
    const vendorIds = ["\ud800", "\ud801", "\ufffd", "a\ud800", "\ud800\ud800"]
    const ids = vendorIds.map((vendorId) => NormalizedRecord.deriveId(CONNECTION, "device", vendorId))
    expect(new Set(ids).size).toBe(vendorIds.length)
  })

  it("refuses a connection id that is no UUID", () => {
    expect(() => NormalizedRecord.deriveId("1", "device", "1")).toThrow(TypeError)
  })

  it.prop(
    "derives different ids for different connections, kinds and vendor ids [contract: stable-ids]",
    [fc.uuid(), fc.uuid(), fc.string()],
    ([one, two, vendorId]) => {
      fc.pre(one !== two)
      const ids = [
        NormalizedRecord.deriveId(one, "idp_user", vendorId),
        NormalizedRecord.deriveId(two, "idp_user", vendorId),
        NormalizedRecord.deriveId(one, "idp_group", vendorId),
        NormalizedRecord.deriveId(one, "idp_user", `${vendorId}.`)
      ]
      expect(new Set(ids).size).toBe(ids.length)
    }
  )
})
