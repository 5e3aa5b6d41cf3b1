import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { names, type QuotaName } from "../../../src/store/accounts/AccountQuotas.js"
import { AccountUsage } from "../../../src/store/accounts/AccountUsage.js"
import type { CredentialTest } from "../../../src/vendor/CredentialTest.js"
import * as Fixture from "../../store/RecordFixture.js"
import {
  at,
  credentialTestOf,
  makeTenant,
  type Reply,
  send,
  start,
  type Tenant,
  type TestServer
} from "../TestServer.js"

let server: TestServer
let tenant: Tenant
let check: CredentialTest["Type"]["check"]

beforeAll(async () => {
  server = await start({ credentialTest: { check: (...args) => check(...args) } })
})
beforeEach(async () => {
  check = credentialTestOf({}).check
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const call = (
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<Reply> =>
  send(`${server.origin}/v1${path}`, {
    method,
    headers: { "X-API-KEY": tenant.key, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const allow = (quota: QuotaName, limit: number) =>
  server.run(Effect.flatMap(AccountUsage, ({ setQuota }) => setQuota(tenant.scope.accountId, quota, limit)))

const organizations = "/provisioning/organizations"
const connections = () => `${organizations}/${tenant.organization.id}/connections`
const connection = { vendor: "ACME", credentials: { base_url: "https://acme.example", api_token: "t" } }

it("shows what the account of the key has, and what it may have [contract: usage]", async () => {
  const other = await server.run(makeTenant)
  await server.run(Fixture.put(at(other), RecordKind.IdpUser, [Fixture.user("x")]))
  await server.run(Fixture.put(at(tenant), RecordKind.IdpUser, [Fixture.user("a"), Fixture.user("b")]))
  await server.run(Fixture.put(at(tenant), RecordKind.Vulnerability, [Fixture.vulnerability("v")]))
  const none = { used: 1, limit: null }
  const records_by_kind = [
    { record_kind: "idp_user", total: 2 },
    { record_kind: "vulnerability", total: 1 }
  ]
  expect(await call("GET", "/usage")).toMatchObject({
    status: 200,
    json: { organizations: none, connections: none, records: { used: 3, limit: null }, records_by_kind }
  })
  await allow("organizations", 4)
  await allow("records", 1_000)
  expect((await call("GET", "/usage")).json).toEqual({
    organizations: { used: 1, limit: 4 },
    connections: none,
    records: { used: 3, limit: 1_000 },
    records_by_kind
  })
  expect((await call("DELETE", `${organizations}/${tenant.organization.id}`)).status).toBe(204)
  expect((await call("GET", "/usage")).json).toMatchObject({
    organizations: { used: 0 },
    connections: { used: 0 },
    records: { used: 0 },
    records_by_kind: []
  })
})

it("needs a key", async () => {
  const reply = await call("GET", "/usage", undefined, { "X-API-KEY": "unknown" })
  expect([reply.status, reply.headers.get("x-error-code")]).toEqual([401, "KEY_INVALID"])
})

it("refuses what is beyond a quota with both numbers and what to do, without asking the vendor [contract: quotas]", async () => {
  await allow("organizations", 1)
  await allow("connections", 1)
  check = () => Effect.dieMessage("The vendor was asked.")
  const refused = [
    ["organizations", await call("POST", organizations, { name: "Another" })],
    ["connections", await call("POST", connections(), connection)]
  ] as const
  for (const [quota, reply] of refused) {
    expect([reply.status, reply.headers.get("x-error-code"), reply.json]).toEqual([
      409,
      "QUOTA_EXCEEDED",
      {
        detail: `This account has 1 ${quota}, and may have 1. Nothing was created. Delete one that is not needed, or ask the operator of this service for a higher quota; GET /v1/usage shows all of them to a key that is not limited to organizations.`
      }
    ])
  }
})

it("answers a repeated request with its first answer, although the quota is used up since", async () => {
  const create = () => call("POST", connections(), connection, { "Idempotency-Key": "once" })
  await allow("connections", 2)
  const first = await create()
  expect(first.status).toBe(201)
  expect((await call("POST", connections(), connection)).status).toBe(409)
  expect(await create()).toMatchObject({ status: 201, json: first.json })
})

it("keeps a request with a key that was refused for later, when there is room", async () => {
  const create = () => call("POST", organizations, { name: "Another" }, { "Idempotency-Key": "later" })
  await allow("organizations", 1)
  expect((await create()).status).toBe(409)
  for (const quota of names) await allow(quota, 2)
  expect((await create()).status).toBe(201)
})
