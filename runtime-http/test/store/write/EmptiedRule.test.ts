import { describe, expect, it } from "@effect/vitest"
import * as EmptiedRule from "../../../src/store/write/rules/EmptiedRule.js"

const HOUR = 3_600_000
const guard = { evidenceSecs: 3_600, minFilled: 20 }

const countsOf = (emptied: number, filled: number): EmptiedRule.FieldCounts =>
  new Map([["idp_user", new Map([["is_admin", { emptied, filled }]])]])

const scanAt = (startedAt: number, mode: "full" | "delta" = "full", openedAt = startedAt) => ({
  mode,
  startedAt,
  openedAt
})

const kept = (since: number, count = 26, all = 26) => ({ kind: "idp_user", path: "is_admin", count, all, since })

describe("EmptiedRule.keptAfter", () => {
  it.each([
    [20, 0, true],
    [19, 0, false],
    [11, 9, true],
    [10, 10, false],
    [100, 101, false]
  ])("decides whether to keep a field that %i of the records lose and %i have", (emptied, filled, isKept) => {
    const found = EmptiedRule.keptAfter(guard, scanAt(HOUR), countsOf(emptied, filled), [])
    expect(found).toEqual(isKept ? [kept(HOUR, emptied, emptied + filled)] : [])
  })

  it.each([
    ["an hour later", HOUR, []],
    ["sooner", HOUR - 1, [kept(0)]]
  ])("decides whether to believe a full scan that begins %s", (_, startedAt, expected) => {
    expect(EmptiedRule.keptAfter(guard, scanAt(startedAt), countsOf(26, 0), [kept(0)])).toEqual(expected)
  })

  it("counts from the run that ends the scan, because it may have read the fault", () => {
    expect(EmptiedRule.keptAfter(guard, scanAt(0, "full", HOUR), countsOf(26, 0), [])).toEqual([kept(HOUR)])
  })

  it("ignores an instant in the future as evidence", () => {
    const before = [kept(9 * HOUR)]
    expect(EmptiedRule.keptAfter(guard, scanAt(HOUR), countsOf(26, 0), before)).toEqual([kept(HOUR)])
  })

  it("ignores an instant before the clock was put forward as evidence", () => {
    const scan = { ...scanAt(26 * HOUR), steadySince: 25 * HOUR }
    expect(EmptiedRule.keptAfter(guard, scan, countsOf(26, 0), [kept(0)])).toEqual([kept(26 * HOUR)])
    expect(EmptiedRule.keptAfter(guard, scan, countsOf(26, 0), [kept(25 * HOUR)])).toEqual([])
  })

  it("keeps the fields that it doubts after a delta, however much later the delta begins", () => {
    expect(EmptiedRule.keptAfter(guard, scanAt(9 * HOUR, "delta"), countsOf(26, 0), [kept(0)])).toEqual([kept(0)])
    expect(EmptiedRule.keptAfter(guard, scanAt(9 * HOUR, "delta"), new Map(), [kept(0)])).toEqual([kept(0)])
    expect(EmptiedRule.keptAfter(guard, scanAt(HOUR, "delta"), countsOf(26, 0), [])).toEqual([kept(HOUR)])
  })

  it("no longer doubts a field that a full scan has seen", () => {
    expect(EmptiedRule.keptAfter(guard, scanAt(1), countsOf(0, 26), [kept(0)])).toEqual([])
  })
})

describe("EmptiedRule", () => {
  it("believes emptied fields inside objects that have too many fields to count", () => {
    const fields = EmptiedRule.fieldsIn(new Map(), "idp_user")
    const counted = Array.from({ length: 500 }, (_, index) =>
      EmptiedRule.count(fields, `vendor_data.${index}`, "emptied")
    )
    expect(counted.filter((isCounted) => isCounted)).toHaveLength(400)
    expect(EmptiedRule.count(fields, "vendor_data.1", "filled")).toBe(true)
    expect(fields.get("vendor_data.1")).toEqual({ emptied: 1, filled: 1 })
  })

  it("counts each field of the record itself, however many fields its objects have", () => {
    const fields = EmptiedRule.fieldsIn(new Map(), "resource")
    for (let tag = 0; tag < 500; tag += 1) EmptiedRule.count(fields, `tags.${tag}`, "filled")
    expect(EmptiedRule.count(fields, "account_name", "emptied")).toBe(true)
    expect(fields.get("account_name")).toEqual({ emptied: 1, filled: 0 })
  })

  it("adds counts, and can write and read them", () => {
    const sum = EmptiedRule.merged(countsOf(1, 2), countsOf(3, 4))
    expect(sum).toEqual(countsOf(4, 6))
    expect(EmptiedRule.fromText(EmptiedRule.toText(sum))).toEqual(sum)
  })

  it("plans a scan for the instant from which the first field can be believed", () => {
    expect(EmptiedRule.confirmAt(guard, [])).toBeNull()
    expect(EmptiedRule.confirmAt(guard, [kept(2 * HOUR), kept(HOUR)])).toBe(2 * HOUR)
  })
})
