import { RecordKind, Records } from "@tributary/core"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Fixture from "../../store/RecordFixture.js"
import { at, dataHeaders, locs, makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

const compliance = (standard: string, control: string, result: string) => ({
  standard,
  standard_version: null,
  control,
  control_name: null,
  result
})

const finding = (vendorId: string, fields: Fixture.Draft) => ({
  title: "t",
  severity: "LOW",
  vendor_severity: "low",
  vendor_status: "open",
  resource_id: "r",
  vendor_id: vendorId,
  rule: { id: "rule-1", name: "Rule 1", vendor_id: "rule-1" },
  ...fields
})

const findings = [
  finding("new", {
    status: "NEW",
    status_changed_at: "2024-05-01T00:00:00Z",
    compliances: [compliance("CIS", "1.2", "FAIL"), compliance("PCI DSS, v4", 'a "quoted" one', "FAIL")]
  }),
  finding("resolved", {
    status: "RESOLVED",
    status_changed_at: "2024-05-02T00:00:00Z",
    compliances: [compliance("CIS", "1.2", "PASS")]
  }),
  finding("bare", { status: "NEW", rule: null })
]

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
  const groups = ["a", "b"].map((id) => Fixture.deviceGroup(id))
  const members = [["a", "d1"] as const, ["a", "d2"] as const, ["b", "d2"] as const]
  await server.run(Fixture.put(at(tenant), RecordKind.ComplianceFinding, findings))
  await server.run(Fixture.put(at(tenant), RecordKind.DeviceGroup, groups))
  await server.run(
    Fixture.put(
      at(tenant),
      RecordKind.DeviceGroupMember,
      members.map(([group, device]) => Fixture.deviceGroupMember(group, device))
    )
  )
})
afterAll(() => server.stop())

const get = (path: string) => send(`${server.origin}/v1${path}`, { headers: dataHeaders(tenant) })

interface List {
  readonly total: number | null
  readonly next_cursor?: string | null
  readonly items: ReadonlyArray<{ readonly id: string; readonly vendor_id: string; readonly [field: string]: unknown }>
}

const list = async (query: string) => {
  const reply = await get(`/cspm/compliance_findings?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json as List
}

const ids = ({ items }: List) => items.map((item) => item.vendor_id)

const filters: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["findingStatuses=NEW", ["new", "bare"]],
  ["findingStatuses=NEW,RESOLVED", ["new", "resolved", "bare"]],
  ["findingStatuses=NEW&findingStatuses=RESOLVED", ["new", "resolved", "bare"]],
  ["findingStatuses=DELETED", []],
  ["complianceResults=FAIL", ["new"]],
  ["complianceResults=PASS,FAIL", ["new", "resolved"]],
  ["complianceResults=PASS&findingStatuses=NEW", []],
  ["controls=1.2", ["new", "resolved"]],
  ["controls=1", []],
  ["controls=nothing,%22a%20%22%22quoted%22%22%20one%22", ["new"]],
  ["standards=%22PCI%20DSS,%20v4%22", ["new"]],
  ["standards=PCI%20DSS,%20v4", ["new"]],
  ["standards=cis", []],
  ["standards=CIS&controls=1.2&complianceResults=PASS&findingStatuses=RESOLVED", ["resolved"]],
  ["statusChangedSince=2024-05-02T02:00:00%2B02:00", ["resolved"]],
  ["statusChangedSince=2024-05-02T00:00:00.001Z", []],
  ["statusChangedSince=2024-01-01T00:00:00Z&findingStatuses=NEW", ["new"]]
]

describe("GET /cspm/compliance_findings", () => {
  it.each(filters)("filters by %s [contract: parameter-values, finding-filters]", async (query, expected) => {
    const found = await list(query)
    expect([ids(found), found.total]).toEqual([expected, expected.length])
    expect(ids(await list(`${query}&enableCursor=true`))).toEqual(expected)
  })

  it.each([
    ["complianceResults", ["PASS", "FAIL", "NOT_APPLICABLE", "DELETED"]],
    ["findingStatuses", ["UNKNOWN", "NEW", "IN_PROGRESS", "SUPPRESSED", "RESOLVED", "DELETED", "OTHER"]]
  ])("accepts every value of %s, alone and combined [contract: finding-filters]", async (name, values) => {
    for (const value of [...values, values.join(",")]) {
      expect((await get(`/cspm/compliance_findings?${name}=${value}`)).status, value).toBe(200)
    }
    for (const value of ["", values[0]?.toLowerCase(), `${values[0]} `, `${values.join(",")},NONE`]) {
      const reply = await get(`/cspm/compliance_findings?${name}=${encodeURIComponent(String(value))}`)
      expect([reply.status, locs(reply)], value).toEqual([422, [`query.${name}`]])
    }
  })

  it("includes the rule and the compliances when requested [contract: finding-entities]", async () => {
    const decode = Schema.decodeUnknownSync(Records.ComplianceFindingWithEntities, { onExcessProperty: "error" })
    for (const [query, shown] of [
      ["", []],
      ["includeRule=true", ["rule"]],
      ["includeCompliances=true", ["compliances"]],
      ["includeRule=true&includeCompliances=true", ["compliances", "rule"]]
    ] as const) {
      for (const item of (await list(query)).items) {
        expect(Object.keys(item).slice(RecordKind.ComplianceFinding.fields.length)).toEqual(shown)
        decode(item)
        const one = await get(`/cspm/compliance_findings/${item.id}?${query}`)
        expect(one.json).toEqual(item)
      }
    }
    const [full, , bare] = (await list("includeRule=true&includeCompliances=true")).items
    expect(full).toMatchObject({ rule: { name: "Rule 1" }, compliances: [{ control: "1.2", result: "FAIL" }, {}] })
    expect(bare).toMatchObject({ rule: null, compliances: null })
  })

  it("pages through a filtered list and binds the cursor to its filters [contract: cursor-is-opaque]", async () => {
    const query = "enableCursor=true&limit=1&findingStatuses=NEW"
    const first = await list(query)
    const second = await list(`${query}&cursor=${first.next_cursor}`)
    expect([ids(first), ids(second), second.next_cursor]).toEqual([["new"], ["bare"], null])
    for (const other of [
      "findingStatuses=RESOLVED",
      "findingStatuses=NEW&controls=1.2",
      "statusChangedSince=2024-01-01T00:00:00Z"
    ]) {
      const reply = await get(`/cspm/compliance_findings?enableCursor=true&${other}&cursor=${first.next_cursor}`)
      expect([reply.status, reply.json]).toMatchObject([422, { code: "CURSOR_INVALID" }])
    }
  })

  it("names each invalid parameter [contract: finding-filters]", async () => {
    const bad = {
      complianceResults: "FAILED",
      controls: "%22",
      findingStatuses: "NEW,",
      includeCompliances: "yes",
      includeRule: "1",
      standards: "%22a",
      statusChangedSince: "2024-05-01"
    }
    const reply = await get(
      `/cspm/compliance_findings?${Object.entries(bad)
        .map((pair) => pair.join("="))
        .join("&")}`
    )
    expect(reply.json).toMatchObject({ type: "validation_error", code: "INVALID_PARAMETER" })
    expect([...locs(reply)].sort()).toEqual(Object.keys(bad).map((name) => `query.${name}`))
  })
})

describe("GET /entities/device-groups", () => {
  const groups = async (device: string) => {
    const id = Fixture.idOf(at(tenant), RecordKind.Device, device)
    return [...ids((await get(`/entities/device-groups?deviceId=${id.toUpperCase()}`)).json as List)].sort()
  }

  it("filters by device [contract: device-id-filter]", async () => {
    expect([await groups("d1"), await groups("d2"), await groups("d3")]).toEqual([["a"], ["a", "b"], []])
    const reply = await get("/entities/device-groups?deviceId=d1")
    expect([reply.status, locs(reply)]).toEqual([422, ["query.deviceId"]])
  })
})
