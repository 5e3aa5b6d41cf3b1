import { CursorEnvelope, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as AppsecApi from "../../../src/api/groups/AppsecApi.js"
import * as ConfigurationApi from "../../../src/api/groups/ConfigurationApi.js"
import * as CspmApi from "../../../src/api/groups/CspmApi.js"
import * as EdrApi from "../../../src/api/groups/EdrApi.js"
import * as EntitiesApi from "../../../src/api/groups/EntitiesApi.js"
import * as IdpApi from "../../../src/api/groups/IdpApi.js"
import * as ItsmApi from "../../../src/api/groups/ItsmApi.js"
import * as VmsApi from "../../../src/api/groups/VmsApi.js"
import { openApiDocument } from "../../../src/api/index.js"
import type * as RecordEndpoints from "../../../src/api/parts/RecordEndpoints.js"
import * as Fixture from "../../store/RecordFixture.js"
import { at, dataHeaders, makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

const now = "2024-05-01T00:00:00.000Z"
const attributes = { id: "v1", vendor: "ACME", created_at: now, updated_at: null, data: null }

/** A draft with every required field of each kind that has endpoints. */
const drafts: Readonly<Record<string, Fixture.Draft>> = {
  idp_user: Fixture.user("v1"),
  idp_group: Fixture.group("v1"),
  idp_application: Fixture.application("v1"),
  idp_policy: { name: "MFA", type: "ACCESS", status: "ACTIVE", vendor_id: "v1" },
  compliance_finding: {
    title: "Bucket is public",
    severity: "HIGH",
    vendor_severity: "high",
    status: "NEW",
    vendor_status: "open",
    resource_id: "bucket-1",
    vendor_id: "v1"
  },
  compliance: { standard: "CIS", control: "1.2", result: "FAIL", vendor_id: "v1" },
  device: {
    status: "ACTIVE",
    platform: "LINUX",
    hostnames: ["h"],
    fqdns: [],
    ipv4s: ["10.0.0.1"],
    ipv6s: [],
    mac_addresses: [],
    source_vendors: [{ vendor: "ACME", vendor_id: "v1", agent_info: null }],
    vendor_id: "v1"
  },
  device_group: Fixture.deviceGroup("v1"),
  device_policy: { name: "Encrypt", vendor_id: "v1" },
  resource: { name: "bucket-1", type: "BUCKET", vendor_id: "v1" },
  scan_configuration: {
    name: "Weekly",
    vendor_id: "v1",
    severity_frequency: { critical: 1, high: 2, info: 3, low: 4, medium: 5 }
  },
  vulnerability: {
    device: { id: "d1", hostnames: [], ipv4s: [], platform: "LINUX", vendor_id: "d1" },
    name: "CVE-2024-1",
    severity: "LOW",
    state: "OPEN",
    cve: ["CVE-2024-1"],
    vendor_id: "v1"
  },
  idp_alert: { title: "Leaked password", severity: "HIGH", status: "NEW", vendor_id: "v1" },
  idp_audit_event: { event_type: "user.session.start", outcome: "SUCCESS", occurred_at: now, vendor_id: "v1" },
  cspm_alert: { title: "Port scan", severity: "LOW", status: "NEW", vendor_id: "v1" },
  edr_alert: { title: "Malware", severity: "HIGH", status: "NEW", vendor_id: "v1" },
  application: { name: "shop", type: "REPOSITORY", vendor_id: "v1" },
  organization_identity: { name: "Ada", type: "USER", vendor_id: "v1" },
  config_user: { username: "ada", vendor_user_id: "u1", vendor_id: "v1" },
  appsec_issue: { title: "SQL injection", type: "SAST", severity: "HIGH", state: "OPEN", vendor_id: "v1" },
  sast_issue: { title: "SQL injection", severity: "HIGH", state: "OPEN", vendor_id: "v1" },
  sca_issue: {
    title: "Prototype pollution",
    severity: "HIGH",
    state: "OPEN",
    package: { name: "lodash", version: "4.17.4", ecosystem: "npm" },
    vendor_id: "v1"
  },
  appsec_finding: { title: "AWS key", type: "SECRET", severity: "CRITICAL", state: "OPEN", vendor_id: "v1" },
  vulnerability_finding: { title: "CVE-2024-1", type: "HOST", severity: "LOW", state: "OPEN", vendor_id: "v1" },
  itsm_user: Fixture.itsmUser("v1"),
  itsm_group: { name: "Team", vendor_id: "v1", vendor_attributes: attributes },
  itsm_project: { name: "Project", vendor_id: "v1", vendor_attributes: attributes },
  itsm_ticket: {
    name: "Fix it",
    status: "OPEN",
    vendor_id: "v1",
    vendor_attributes: { ...attributes, type: null, status: null, priority: null }
  },
  itsm_comment: { ticket_id: "v1", vendor_id: "v1", vendor_attributes: attributes },
  itsm_attachment: { ticket_id: "v1", file_name: "a.txt", vendor_id: "v1", vendor_attributes: attributes }
}

const apis: ReadonlyArray<object> = [IdpApi, CspmApi, EntitiesApi, VmsApi, EdrApi, AppsecApi, ConfigurationApi, ItsmApi]

type Endpoints = RecordEndpoints.Any & { readonly item: Schema.Schema<unknown> }

const isEndpoints = (value: unknown): value is Endpoints =>
  typeof value === "object" && value !== null && "kind" in value && "item" in value

const endpoints = apis.flatMap((api) => Object.values(api).filter(isEndpoints))

const kinds = Object.values(RecordKind.table).filter((kind) => kind.path !== null)

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const get = (path: string) => send(`${server.origin}/v1${path}`, { headers: dataHeaders(tenant) })

describe("every record kind with a path", () => {
  it("has a list and a get-by-id endpoint in the OpenAPI document [contract: every-kind-is-served]", () => {
    const { paths } = openApiDocument()
    for (const { path, name } of kinds) {
      const below = Object.keys(paths).filter((known) => known.startsWith(`${path}/{`) && known.split("/").length === 4)
      expect([paths[path as never] !== undefined, below.length], name).toEqual([true, 1])
    }
    expect(endpoints.map(({ kind }) => kind.name).sort()).toEqual(kinds.map(({ name }) => name).sort())
    expect(Object.keys(drafts).sort()).toEqual(kinds.map(({ name }) => name).sort())
  })

  it.each(endpoints.map((each) => [each.kind.name, each] as const))(
    "serves %s [contract: every-kind-is-served]",
    async (name, { kind, item }) => {
      await server.run(Fixture.put(at(tenant), kind, [drafts[name] ?? {}]))
      const list = await get(`${kind.path}?enableCursor=true`)
      expect([list.status, list.text]).toEqual([200, expect.stringContaining('"items":[{"id":')])
      const page = Schema.decodeUnknownSync(CursorEnvelope(item), { onExcessProperty: "error" })(list.json)
      expect(page).toMatchObject({ next_cursor: null, previous_cursor: null })
      const [only] = (list.json as { items: ReadonlyArray<{ id: string }> }).items
      expect(only?.id).toBe(Fixture.idOf(at(tenant), kind, "v1"))
      const one = await get(`${kind.path}/${only?.id}`)
      expect([one.status, one.json]).toEqual([200, only])
      // In the contract's order, without the fields that are only returned on request; ids of related records come last.
      expect(Object.keys(one.json as object)).toEqual([...kind.fields, ...Object.keys(kind.relatedIds)])
      expect((await get(`${kind.path}/00000000-0000-4000-8000-000000000000`)).status).toBe(404)
    }
  )

  it.each(kinds.map((kind) => [kind.name, kind] as const))(
    "accepts page sizes of 1 to 500 for %s [contract: limit]",
    async (name, { path }) => {
      const smallest = name === "idp_user" ? 0 : 1
      const statuses = await Promise.all(
        [smallest - 1, smallest, 500, 501].map((limit) => get(`${path}?limit=${limit}`))
      )
      expect(statuses.map(({ status }) => status)).toEqual([422, 200, 200, 422])
    }
  )

  /** The kinds whose endpoints have the structured body for 401, 404 and 422. */
  const structured = ["compliance_finding", "itsm_user"]

  it.each(kinds.map((kind) => [kind.name, kind] as const))(
    "answers errors of one %s in the shape of its kind [contract: errors-of-records]",
    async (name, kind) => {
      const one = `${kind.path}/00000000-0000-4000-8000-000000000000`
      const simple = { detail: expect.any(String) }
      const full = (code: string) => ({
        type: expect.stringMatching(/^(not_found|unauthorized|validation_error)$/),
        code,
        message: expect.any(String),
        detail: expect.any(Array)
      })
      const isStructured = structured.includes(name)
      const none = await get(one)
      expect([none.status, none.json]).toEqual([404, isStructured ? full("RECORD_NOT_FOUND") : simple])
      const keyless = await send(`${server.origin}/v1${one}`)
      expect([keyless.status, keyless.json]).toEqual([401, isStructured ? full("KEY_INVALID") : simple])
      const bad = await get(`${kind.path}/x`)
      const entry = {
        loc: ["path", expect.stringMatching(/_id$/)],
        msg: expect.any(String),
        type: expect.any(String),
        ctx: expect.any(Object),
        input: "x"
      }
      const body = isStructured || name === "idp_user" ? full("INVALID_PARAMETER") : {}
      expect([bad.status, bad.json]).toEqual([422, { ...body, detail: [entry] }])
    }
  )

  it("answers errors of its list in the shape of the kind [contract: errors-of-records]", async () => {
    const shapes = await Promise.all(
      kinds.map(async ({ name, path }) => {
        const { json } = await get(`${path}?limit=x`)
        return [name, Object.keys(json as object).length === 4] as const
      })
    )
    const ofLists = shapes.filter(([, isStructured]) => isStructured).map(([name]) => name)
    expect(ofLists).toEqual(["idp_user", ...structured])
  })
})
