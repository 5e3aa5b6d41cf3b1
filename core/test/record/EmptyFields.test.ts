import { describe, expect, it } from "@effect/vitest"
import { EmptyFields, RecordKind } from "@tributary/core"

const { ComplianceFinding, IdpUser } = RecordKind

const emptied = (before: unknown, after: unknown) =>
  EmptyFields.emptied(IdpUser, { job_title: before }, { value: { job_title: after } })

const filled = (kind: RecordKind.Any, value: Readonly<Record<string, unknown>>) => {
  const paths: Array<string> = []
  EmptyFields.visitFilled(kind, value, (path) => paths.push(path))
  return paths
}

describe("EmptyFields.emptied", () => {
  it.each([
    ["null", null],
    ["nothing", undefined],
    ["false", false],
    ["zero", 0],
    ["an empty text", ""],
    ["an empty list", []],
    ["an empty object", {}],
    ["UNKNOWN", "UNKNOWN"],
    ["the beginning of 1970", "1970-01-01T00:00:00.000Z"]
  ])("finds a field that becomes %s", (_, after) => {
    expect(emptied("something", after)).toEqual({ job_title: after ?? null })
    expect(emptied(after, after)).toEqual({})
    expect(emptied(after, "something")).toEqual({})
  })

  it("ignores a field that becomes another value", () => {
    expect(emptied("Engineer", "Manager")).toEqual({})
    expect(emptied(["a", "b"], ["a"])).toEqual({})
  })

  it("finds an enum that falls to its catch-all", () => {
    const before = { status: "RESOLVED", severity: "HIGH" }
    const value = { status: "UNKNOWN", severity: "UNKNOWN" }
    expect(EmptyFields.emptied(ComplianceFinding, before, { value })).toEqual(value)
    const device = { status: "ACTIVE", platform: "LINUX" }
    const after = { status: "UNKNOWN", platform: "OTHER" }
    expect(EmptyFields.emptied(RecordKind.Device, device, { value: after })).toEqual(after)
  })

  it("ignores fields of vendor_data that were too long, and which those are", () => {
    const before = { vendor_data: { note: "n", log: "l" }, vendor_data_omitted: ["text"] }
    const partly = { vendor_data: { note: "n" }, vendor_data_omitted: ["log"] }
    expect(EmptyFields.emptied(IdpUser, before, { value: partly })).toEqual({})
    expect(
      EmptyFields.emptied(IdpUser, before, { value: { vendor_data: null, vendor_data_omitted: ["note"] } })
    ).toEqual({})
    const inner = { vendor_data: { note: "n" }, vendor_data_omitted: ["log.text"] }
    expect(EmptyFields.emptied(IdpUser, before, { value: inner })).toEqual({})
    const whole = { vendor_data: { note: "n", log: "l" }, vendor_data_omitted: null }
    expect(EmptyFields.emptied(IdpUser, before, { value: whole })).toEqual({})
    expect(filled(IdpUser, partly)).toEqual(["vendor_data", "vendor_data.note"])
  })

  it("finds fields inside objects, and whole objects, but ignores fields whose name has a dot", () => {
    const before = { vendor_data: { a: 1, "b.c": 1, d: { e: 1 } }, address: { city: "Bern" } }
    const value = { vendor_data: { a: null, "b.c": null, d: {} }, address: null }
    expect(EmptyFields.emptied(IdpUser, before, { value })).toEqual({
      "vendor_data.a": null,
      "vendor_data.d": {},
      address: null
    })
  })
})

describe("EmptyFields.visitFilled", () => {
  it("visits the fields that have a value, including those inside objects", () => {
    const user = { name: "ada", is_admin: true, is_mfa_enabled: false, department: null, vendor_data: { a: 1, b: [] } }
    expect(filled(IdpUser, user)).toEqual(["name", "is_admin", "vendor_data", "vendor_data.a"])
    expect(filled(ComplianceFinding, { severity: "UNKNOWN", compliances: [{}] })).toEqual(["compliances"])
  })
})
