import { describe, expect, it } from "@effect/vitest"
import { Batch, RecordKind, Result } from "@tributary/core"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }
const group = (vendor_id: string, name = vendor_id) => Result.succeed({ vendor_id, name })

describe("Batch.make", () => {
  it("chooses one of several rows with the same id by a rule, and the last one in a delta", () => {
    const rows = [group("a"), group("b"), group("a", "A"), group("a", "AA")]
    const batch = Batch.make(RecordKind.DeviceGroup, owner, rows)
    const names = (records: Batch.Batch["records"]) => records.map(({ value }) => value["name"])
    expect(names(batch.records)).toEqual(["A", "b"])
    expect(names(batch.duplicates)).toEqual(["a", "AA"])
    expect(names(Batch.latest(batch))).toEqual(["b", "AA"])
    expect(names(Batch.latest(Batch.withRecords(batch, batch.records.slice(1))))).toEqual(["b"])
  })

  it.each(["a\u0000b", "a\uD800b", "a\uDC00b"])(
    "rejects the id %j, which no store can hold, instead of taking it for another one",
    (id) => {
      const batch = Batch.make(RecordKind.DeviceGroup, owner, [group("ab"), group(id), group("a\uFFFDb")])
      expect(batch.records.map(({ vendorId }) => vendorId)).toEqual(["ab", "a\uFFFDb"])
      expect(batch).toMatchObject({ isIncomplete: false, duplicates: [] })
      expect(batch.rejections).toEqual([
        {
          kind: "device_group",
          vendorId: id,
          issues: ["vendor_id: Expected text without null bytes and lone surrogates"]
        }
      ])
    }
  )

  it("rejects a relation to such an id, instead of joining it to another record", () => {
    const member = (user_vendor_id: string) => Result.succeed({ user_vendor_id, group_vendor_id: "g" })
    const batch = Batch.make(RecordKind.IdpGroupMembership, owner, [member("ab"), member("a\u0000b")])
    expect(batch.records.map(({ vendorId }) => vendorId)).toEqual(['["g","ab"]'])
    expect(batch.rejections).toMatchObject([
      { issues: ["user_vendor_id: Expected text without null bytes and lone surrogates"] }
    ])
  })

  it("keeps valid rows when others are invalid", () => {
    const unreadable = Result.fail({ issues: ["id: is missing"], vendorId: null })
    const batch = Batch.make(RecordKind.DeviceGroup, owner, [
      unreadable,
      group("a"),
      Result.succeed({ vendor_id: "b" })
    ])
    expect(batch.records).toHaveLength(1)
    expect(batch.rejections).toMatchObject([
      { kind: "device_group", vendorId: null, issues: ["id: is missing"] },
      { kind: "device_group", vendorId: "b" }
    ])
  })

  it("passes on the ids that a delta reports as removed", () => {
    expect(Batch.make(RecordKind.DeviceGroup, owner, [], ["a"]).removed).toEqual(["a"])
  })
})

/** Drafts of kinds whose enums have catch-alls, with made-up words of a vendor. */
const finding = (fields: object) =>
  Result.succeed({
    title: "t",
    resource_id: "r",
    severity: "HIGH",
    vendor_severity: "High",
    status: "NEW",
    vendor_status: "FRESH",
    vendor_id: JSON.stringify(fields),
    ...fields
  })

const vulnerability = (platform: string, fields: object = {}) =>
  Result.succeed({
    device: { id: "d", hostnames: [], ipv4s: [], platform, vendor_id: "d" },
    name: "n",
    severity: "HIGH",
    state: "OPEN",
    cve: [],
    vendor_id: JSON.stringify([platform, fields]),
    ...fields
  })

const device = (vendor_id: string, cloud_provider: string | null) =>
  Result.succeed({
    status: "ACTIVE",
    platform: "LINUX",
    hostnames: [],
    fqdns: [],
    ipv4s: [],
    ipv6s: [],
    mac_addresses: [],
    source_vendors: [],
    cloud_metadata: cloud_provider === null ? null : { ...cloud, cloud_provider },
    vendor_id
  })
const cloud = { account_id: null, region: null, availability_zone: null, instance_id: null }

const ticket = (status: string, priority: string | null, words: { status: string | null; priority: string | null }) =>
  Result.succeed({
    name: "n",
    status,
    priority,
    vendor_id: JSON.stringify(words),
    vendor_attributes: {
      id: "1",
      vendor: "ACME",
      created_at: null,
      updated_at: null,
      type: null,
      data: null,
      ...words
    }
  })

const counted = (kind: RecordKind.Any, ...rows: ReadonlyArray<Batch.Mapped>) => {
  const { records, rejections, unmapped, unmappedFields } = Batch.make(kind, owner, rows)
  expect(rejections).toEqual([])
  expect(records).toHaveLength(rows.length)
  return [unmapped, unmappedFields]
}

describe("Batch.make, unmapped values", () => {
  it("counts records, not fields, and names each field once [contract: unknown-values]", () => {
    const both = { severity: "UNKNOWN", vendor_severity: "Apocalyptic", status: "UNKNOWN", vendor_status: "Pondered" }
    const one = { status: "UNKNOWN", vendor_status: "Pondered" }
    expect(counted(RecordKind.ComplianceFinding, finding({}), finding(both), finding(one))).toEqual([
      2,
      ["severity", "status"]
    ])
  })

  it.each([
    ["", 0],
    ["UNKNOWN", 0],
    ["unknown", 0],
    ["Unknown to us", 1]
  ])("counts the catch-all of a finding whose vendor sent %j: %i", (vendor_status, unmapped) => {
    const [found] = counted(RecordKind.ComplianceFinding, finding({ status: "UNKNOWN", vendor_status }))
    expect(found).toBe(unmapped)
  })

  it("does not count an ordinary value that is a catch-all in another enum", () => {
    const batch = [finding({ status: "OTHER", vendor_status: "NotApplicable" })]
    expect(counted(RecordKind.ComplianceFinding, ...batch)).toEqual([0, []])
    expect(counted(RecordKind.Vulnerability, vulnerability("UNKNOWN"))).toEqual([0, []])
  })

  it("finds the vendor's word in the vendor_attributes of a ticket", () => {
    expect(
      counted(
        RecordKind.ItsmTicket,
        ticket("OTHER", null, { status: null, priority: null }),
        ticket("OPEN", "UNKNOWN", { status: "open", priority: "Tier 9" }),
        ticket("OTHER", "HIGH", { status: "Parked", priority: "high" })
      )
    ).toEqual([2, ["priority", "status"]])
  })

  it("looks into objects, including nullable ones", () => {
    expect(counted(RecordKind.Vulnerability, vulnerability("LINUX"), vulnerability("OTHER"))).toEqual([
      1,
      ["device.platform"]
    ])
    expect(counted(RecordKind.Device, device("a", null), device("b", "AWS"), device("c", "OTHER"))).toEqual([
      1,
      ["cloud_metadata.cloud_provider"]
    ])
  })

  it("counts every catch-all of a field if the record does not keep the vendor's word", () => {
    expect(counted(RecordKind.Vulnerability, vulnerability("MAC", { state: "UNKNOWN" }))).toEqual([1, ["state"]])
  })

  it("does not count a severity that the vendor did not send", () => {
    const silent = vulnerability("MAC", { severity: "UNKNOWN" })
    expect(counted(RecordKind.Vulnerability, silent)).toEqual([0, []])
  })

  it("counts only the chosen one of several rows with the same id", () => {
    const row = (severity: string) => finding({ vendor_id: "f", severity, vendor_severity: "x" })
    expect(Batch.make(RecordKind.ComplianceFinding, owner, [row("UNKNOWN"), row("UNKNOWN")])).toMatchObject({
      unmapped: 1
    })
    expect(Batch.make(RecordKind.ComplianceFinding, owner, [row("HIGH"), row("UNKNOWN")])).toMatchObject({
      unmapped: 0,
      unmappedFields: []
    })
  })
})

describe("RecordKind, enums with a catch-all", () => {
  it("are exactly these", () => {
    const found = Object.values(RecordKind.table).flatMap(({ name, catchAlls }) =>
      catchAlls.map(({ within, field, value, word }) =>
        [`${name} ${[...within, field].join(".")}`, value, word?.join(".") ?? "-"].join(" ")
      )
    )
    expect(found.toSorted()).toEqual([
      "application type OTHER -",
      "appsec_finding severity UNKNOWN vendor_severity",
      "appsec_finding state UNKNOWN vendor_state",
      "appsec_finding type OTHER -",
      "appsec_finding validity UNKNOWN -",
      "appsec_issue severity UNKNOWN vendor_severity",
      "appsec_issue state UNKNOWN -",
      "appsec_issue type OTHER -",
      "compliance_finding severity UNKNOWN vendor_severity",
      "compliance_finding status UNKNOWN vendor_status",
      "cspm_alert cloud_provider OTHER -",
      "cspm_alert severity UNKNOWN vendor_severity",
      "cspm_alert status UNKNOWN vendor_status",
      "device cloud_metadata.cloud_provider OTHER -",
      "device platform OTHER -",
      "device status UNKNOWN -",
      "edr_alert device.platform OTHER -",
      "edr_alert severity UNKNOWN vendor_severity",
      "edr_alert status UNKNOWN vendor_status",
      "idp_alert severity UNKNOWN vendor_severity",
      "idp_alert status UNKNOWN vendor_status",
      "idp_audit_event outcome UNKNOWN -",
      "idp_audit_event severity UNKNOWN -",
      "itsm_ticket priority UNKNOWN vendor_attributes.priority",
      "itsm_ticket status OTHER vendor_attributes.status",
      "organization_identity type OTHER -",
      "resource cloud_provider OTHER -",
      "sast_issue confidence UNKNOWN -",
      "sast_issue severity UNKNOWN vendor_severity",
      "sast_issue state UNKNOWN vendor_state",
      "sca_issue severity UNKNOWN vendor_severity",
      "sca_issue state UNKNOWN vendor_state",
      "vulnerability device.platform OTHER -",
      "vulnerability severity UNKNOWN vendor_severity",
      "vulnerability state UNKNOWN -",
      "vulnerability_finding severity UNKNOWN -",
      "vulnerability_finding state UNKNOWN -",
      "vulnerability_finding type OTHER -"
    ])
  })
})
