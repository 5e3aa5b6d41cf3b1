import { FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as VendorData from "../../src/record/VendorData.js"
import * as Bound from "../../src/record/VendorDataBound.js"

/* How long `vendor_data` may be. */

const Row = Schema.Struct({ id: Schema.String })

describe("vendor_data that is too long", () => {
  it("loses its longest fields, whose paths are told", () => {
    const data = { note: "n".repeat(5_000), log: "l".repeat(6_000), room: "12" }
    expect(Bound.bounded({ id: "r", vendor_data: data }, null)).toEqual({
      id: "r",
      vendor_data: { note: data.note, room: "12" },
      vendor_data_omitted: ["log"]
    })
    const exact = { text: "t".repeat(Bound.MAX_LENGTH - '{"text":""}'.length) }
    expect(Bound.bounded({ vendor_data: exact }, null)).toEqual({ vendor_data: exact })
    expect(Bound.bounded({ vendor_data: { text: `${exact.text}t` } }, null)).toEqual({
      vendor_data: null,
      vendor_data_omitted: ["text"]
    })
  })

  it("loses fields inside its objects, which have everything in some tools, and objects that have nothing left", () => {
    const fields = {
      "a.b": "x".repeat(9_000),
      summary: "s",
      links: ["l".repeat(9_000)],
      inner: { text: "t".repeat(9_000) }
    }
    expect(Bound.bounded({ vendor_data: { fields } }, null)).toEqual({
      vendor_data: { fields: { summary: "s" } },
      vendor_data_omitted: ["fields.a\\.b", "fields.inner.text", "fields.links"]
    })
  })

  it("loses volatile fields before all others, which then do not come and go with them", () => {
    const { volatile } = VendorData.reader(Row.ast, { volatile: ["clock", "stats.at"] })({}, [])
    const recordOf = (clock: string) => {
      const vendor_data = { note: "n".repeat(7_000), clock, stats: { at: "1".repeat(500), kind: "k" } }
      return Bound.bounded({ vendor_data, vendor_data_omitted: null }, volatile)
    }
    const long = recordOf("c".repeat(2_000))
    expect(long).toMatchObject({ vendor_data: { stats: { kind: "k" } }, vendor_data_omitted: ["clock"] })
    expect(VendorData.settled(long, volatile)).toEqual(VendorData.settled(recordOf("c"), volatile))
    const others = Bound.bounded({ vendor_data: { note: "n".repeat(9_000) } }, volatile)
    expect(VendorData.settled(others, volatile)).not.toEqual(VendorData.settled({ vendor_data: null }, volatile))
  })

  it("loses only the longest volatile fields, and tells others as if there were none", () => {
    const { volatile } = VendorData.reader(Row.ast, { volatile: ["fields.custom_*"] })({}, [])
    const custom = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`custom_${index}`, "small"]))
    const recordOf = (clock: string) =>
      Bound.bounded(
        { vendor_data: { fields: { ...custom, custom_clock: clock, name: "n" } }, vendor_data_omitted: null },
        volatile
      )
    const [short, long] = [recordOf("1"), recordOf("c".repeat(9_000))]
    expect(short["vendor_data_omitted"]).toBeNull()
    expect(long["vendor_data_omitted"]).toEqual(["fields.custom_clock"])
    expect(VendorData.settled(long, volatile)).toEqual(
      VendorData.settled({ ...short, vendor_data_omitted: [] }, volatile)
    )
    expect(Object.keys((long["vendor_data"] as { fields: object }).fields)).toHaveLength(151)
  })

  it("loses the same fields in whatever order the vendor sends them", () => {
    const fields = Array.from({ length: 200 }, (_, index) => [`field_${index + 100}`, "x".repeat(50)] as const)
    const sorted = Bound.bounded({ vendor_data: Object.fromEntries(fields) }, null)
    expect(Bound.bounded({ vendor_data: Object.fromEntries(fields.toReversed()) }, null)).toEqual(sorted)
  })

  it("loses no volatile field alone, and none inside a list that stays", () => {
    const { volatile } = VendorData.reader(Row.ast, { volatile: ["ports.seen"] })({}, [])
    const recordOf = (seen: string) => {
      const ports = Array.from({ length: 64 }, (_, port) => ({ port, seen, note: "n".repeat(80) }))
      return Bound.bounded({ vendor_data: { ports }, vendor_data_omitted: null }, volatile)
    }
    const [short, long] = [recordOf("1"), recordOf("2024-05-01T08:30:00.000000Z")]
    expect(short["vendor_data_omitted"]).toBeNull()
    expect(long["vendor_data_omitted"]).toEqual(["ports.seen"])
    expect(VendorData.settled(long, volatile)).toEqual(VendorData.settled(short, volatile))
  })

  it("loses hardly more than it must", () => {
    const hosts = Object.fromEntries(Array.from({ length: 440 }, (_, index) => [`host-${index + 100_000}`, { x: 1 }]))
    const flat = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, index]))
    for (const vendor_data of [hosts, { hosts }, flat]) {
      const bounded = Bound.bounded({ vendor_data }, null)
      expect(JSON.stringify(bounded["vendor_data"]).length).toBeGreaterThan(Bound.MAX_LENGTH - 60)
    }
  })

  it("tells at most 100 paths, and none that is long", () => {
    const flat = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, index]))
    const omitted = Bound.bounded({ vendor_data: flat }, null)["vendor_data_omitted"] as ReadonlyArray<string>
    expect(omitted).toHaveLength(100)
    expect(omitted).toContain("*")
    const name = "n".repeat(9_000)
    expect(Bound.bounded({ vendor_data: { [name]: 1 } }, null)["vendor_data_omitted"]).toEqual([name.slice(0, 200)])
  })

  it("is never longer than its bound", () => {
    const json = fc.jsonValue({ maxDepth: 4 }).map((value) => ({ a: value, b: "b".repeat(7_900), c: { d: value } }))
    fc.assert(
      fc.property(json, (vendor_data) => {
        const bounded = Bound.bounded({ vendor_data }, null)["vendor_data"]
        expect(JSON.stringify(bounded ?? null).length).toBeLessThanOrEqual(Bound.MAX_LENGTH)
      })
    )
  })
})
