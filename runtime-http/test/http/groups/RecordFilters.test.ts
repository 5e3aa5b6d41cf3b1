import { RecordKind, Records } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Cursor } from "../../../src/store/read/Cursor.js"
import * as Fixture from "../../store/RecordFixture.js"
import { at, dataHeaders, locs, makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

const device = (vendorId: string, fields: Fixture.Draft): Fixture.Draft => ({
  hostnames: [],
  fqdns: [],
  ipv4s: [],
  ipv6s: [],
  mac_addresses: [],
  source_vendors: [],
  vendor_id: vendorId,
  ...fields
})

const ticket = (vendorId: string, fields: Fixture.Draft): Fixture.Draft => ({
  name: vendorId,
  vendor_id: vendorId,
  vendor_attributes: {
    id: vendorId,
    vendor: "JIRA",
    created_at: null,
    updated_at: null,
    type: null,
    status: null,
    priority: null,
    data: null
  },
  ...fields
})

const records: ReadonlyArray<readonly [RecordKind.Any, ReadonlyArray<Fixture.Draft>]> = [
  [
    RecordKind.IdpUser,
    [
      Fixture.user("ann", { email_addr: "Ann@Acme.com", is_admin: true, is_mfa_enabled: true }),
      Fixture.user("bob", { is_admin: true, is_mfa_enabled: false, user_type: "MEMBER" }),
      Fixture.user("cyd", { is_admin: false, is_mfa_enabled: false, user_type: "GUEST", vendor_status: "SUSPENDED" }),
      // The token may not read roles and factors.
      Fixture.user("dan", { vendor_status: "on leave, paid" }),
      Fixture.user("eve", { is_admin: true, is_mfa_enabled: false, is_deleted: true })
    ]
  ],
  [
    RecordKind.Device,
    [
      device("mac", { status: "ACTIVE", platform: "MAC" }),
      device("old", { status: "INACTIVE", platform: "WINDOWS" }),
      device("gone", { status: "DELETED", platform: "WINDOWS" })
    ]
  ],
  [
    RecordKind.Vulnerability,
    [
      Fixture.vulnerability("one", { cve: ["CVE-2024-3094", "CVE-2021-44228"] }),
      Fixture.vulnerability("two", { cve: ["CVE-2024-3094"], severity: "CRITICAL", state: "FIXED" }),
      Fixture.vulnerability("none", { severity: "LOW" })
    ]
  ],
  [
    RecordKind.ItsmTicket,
    [
      ticket("open", { status: "OPEN", project_id: "p1" }),
      ticket("closed", { status: "CLOSED", project_id: "p2" }),
      ticket("alone", { status: "OPEN" })
    ]
  ],
  [RecordKind.DevicePolicy, ["a", "b", "c"].map((id) => ({ name: id, vendor_id: id }))]
]

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
  for (const [kind, drafts] of records) await server.run(Fixture.put(at(tenant), kind, drafts))
})
afterAll(() => server.stop())

const get = (path: string) => send(`${server.origin}/v1${path}`, { headers: dataHeaders(tenant) })

const idOf = (kind: RecordKind.Any, vendorId: string) => Fixture.idOf(at(tenant), kind, vendorId)

interface List {
  readonly total: number | null
  readonly next_cursor?: string | null
  readonly items: ReadonlyArray<{ readonly vendor_id: string }>
}

const list = async (path: string) => {
  const reply = await get(path)
  expect(reply.status, reply.text).toBe(200)
  return reply.json as List
}

const vendorIds = ({ items }: List) => items.map((item) => item.vendor_id)

const users = "/idp/users"
const devices = "/entities/devices"
const vulnerabilities = "/vms/vulnerabilities"
const tickets = "/itsm/tickets"

const filters: ReadonlyArray<readonly [path: string, query: () => string, expected: ReadonlyArray<string>]> = [
  [users, () => "emails=ann@acme.COM,nobody@acme.com", ["ann"]],
  [users, () => "vendorStatuses=ACTIVE", ["ann", "bob", "eve"]],
  [users, () => "vendorStatuses=active", []],
  [users, () => "vendorStatuses=%22on%20leave,%20paid%22,SUSPENDED", ["cyd", "dan"]],
  [users, () => "isAdmin=true", ["ann", "bob", "eve"]],
  [users, () => "isAdmin=false", ["cyd"]],
  [users, () => "isMfaEnabled=false", ["bob", "cyd", "eve"]],
  [users, () => "isAdmin=true&isMfaEnabled=false", ["bob", "eve"]],
  [users, () => "userTypes=GUEST", ["cyd"]],
  [users, () => "userTypes=MEMBER,GUEST&isAdmin=true", ["bob"]],
  [users, () => "isAdmin=true&isMfaEnabled=false&isDeleted=false", ["bob"]],
  [users, () => "isDeleted=true", ["eve"]],
  [users, () => "isDeleted=false&includeIdpGroups=true", ["ann", "bob", "cyd", "dan"]],
  [users, () => `ids=${idOf(RecordKind.IdpUser, "dan")},${idOf(RecordKind.IdpUser, "ann")}`, ["ann", "dan"]],
  [users, () => `ids=${idOf(RecordKind.IdpUser, "dan")},${idOf(RecordKind.IdpUser, "ann")}&isAdmin=true`, ["ann"]],
  [users, () => `ids=${idOf(RecordKind.IdpGroup, "ann")}`, []],
  [users, () => `ids=${idOf(RecordKind.IdpUser, "bob")}&updatedSince=1999-01-01T00:00:00Z`, ["bob"]],
  [users, () => `ids=${idOf(RecordKind.IdpUser, "bob")}&updatedSince=2999-01-01T00:00:00Z`, []],
  [devices, () => "platforms=WINDOWS", ["old", "gone"]],
  [devices, () => "platforms=WINDOWS,MAC&statuses=ACTIVE,INACTIVE", ["mac", "old"]],
  [devices, () => "isDeleted=true", ["gone"]],
  [devices, () => "isDeleted=false", ["mac", "old"]],
  [devices, () => "isDeleted=true&statuses=ACTIVE", []],
  [vulnerabilities, () => "cves=CVE-2024-3094", ["one", "two"]],
  [vulnerabilities, () => "cves=CVE-2024-3094&states=OPEN,REOPENED", ["one"]],
  [vulnerabilities, () => "severities=CRITICAL,LOW", ["two", "none"]],
  [tickets, () => "statuses=OPEN", ["open", "alone"]],
  [tickets, () => `projectIds=${idOf(RecordKind.ItsmProject, "p1")}`, ["open"]],
  [
    tickets,
    () => `projectIds=${idOf(RecordKind.ItsmProject, "p1")},${idOf(RecordKind.ItsmProject, "p2")}&statuses=CLOSED`,
    ["closed"]
  ],
  ["/entities/device-policies", () => `ids=${idOf(RecordKind.DevicePolicy, "b")}`, ["b"]]
]

describe("lists of records", () => {
  it("filter by each parameter, with totals and by cursor", async () => {
    for (const [path, query, expected] of filters) {
      const found = await list(`${path}?${query()}`)
      expect([vendorIds(found), found.total], query()).toEqual([expected, expected.length])
      expect(vendorIds(await list(`${path}?${query()}&enableCursor=true`)), query()).toEqual(expected)
    }
  })

  it("bind a cursor to each filter", async () => {
    const ids = ["b", "c"].map((name) => idOf(RecordKind.DevicePolicy, name))
    const cases = [
      [users, "isAdmin=true", ["", "isAdmin=false", "isAdmin=true&isDeleted=false", "isMfaEnabled=true"]],
      [users, "emails=bob@acme.com,cyd@acme.com", ["", "emails=bob@acme.com"]],
      ["/entities/device-policies", `ids=${ids}`, ["", `ids=${ids[0]}`]]
    ] as const
    for (const [path, query, others] of cases) {
      const page = `${path}?enableCursor=true&limit=1`
      const { next_cursor: cursor } = await list(`${page}&${query}`)
      expect((await list(`${page}&${query}&cursor=${cursor}`)).items.length, query).toBe(1)
      for (const other of others) {
        const reply = await get(`${page}&${other}&cursor=${cursor}`)
        expect([reply.status, locs(reply)], other).toEqual([422, ["query.cursor"]])
      }
    }
  })

  it("accept the cursors of a release that did not have these filters", async () => {
    const bound = [
      [devices, RecordKind.Device],
      ["/cspm/compliance_findings", RecordKind.ComplianceFinding]
    ] as const
    for (const [path, kind] of bound) {
      const binding = { connectionId: tenant.connection.id, kind: kind.name, filters: "[]" }
      const cursor = await server.run(
        Effect.map(Cursor, ({ encode }) => encode({ ...binding, updatedSince: null, direction: "After", position: 1 }))
      )
      const { items } = await list(`${path}?enableCursor=true&cursor=${cursor}`)
      expect(vendorIds({ items, total: null })).toEqual(kind === RecordKind.Device ? ["old", "gone"] : [])
    }
  })

  it("name the values that a filter accepts if they get another one", async () => {
    const severities = Records.Severity.literals
    const cases = [
      [users, "isAdmin", "yes", "true or false"],
      [users, "emails", "", "1 to 320 characters"],
      [devices, "platforms", "AMIGA", Records.DevicePlatform.literals.join(", ")],
      [devices, "statuses", "ACTIVE,active", Records.DeviceStatus.literals.join(", ")],
      [vulnerabilities, "severities", "critical", severities.join(", ")],
      [vulnerabilities, "states", "CLOSED", Records.VulnerabilityState.literals.join(", ")],
      [tickets, "statuses", "DONE", Records.TicketStatus.literals.join(", ")],
      [tickets, "projectIds", "OPS", "UUIDs"],
      [tickets, "ids", "OPS", "UUIDs"],
      [tickets, "ids", Array(101).fill(idOf(RecordKind.ItsmTicket, "open")).join(), "at most 100"]
    ] as const
    for (const [path, name, value, expected] of cases) {
      const reply = await get(`${path}?${name}=${value}`)
      expect([reply.status, locs(reply)], `${name}=${value}`).toEqual([422, [`query.${name}`]])
      expect(reply.text).toContain(expected)
    }
    const most = Array(100).fill(idOf(RecordKind.ItsmTicket, "open")).join()
    expect(vendorIds(await list(`${tickets}?ids=${most}`))).toEqual(["open"])
  })
})
