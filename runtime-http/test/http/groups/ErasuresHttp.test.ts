import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind } from "@tributary/core"
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { Keys, type NewKey } from "../../../src/store/accounts/ApiKeys.js"
import * as ErasureWork from "../../../src/store/erasure/ErasureWork.js"
import { SyncSchedule } from "../../../src/store/schedule/SyncSchedule.js"
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

// biome-ignore lint/suspicious/noExplicitAny: a test reads into the body as into any JSON
type Json = any

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await start({ credentialTest: credentialTestOf({}) })
})
beforeEach(async () => {
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const call = (
  method: string,
  path: string,
  {
    body,
    key = tenant.key,
    ...headers
  }: { readonly body?: unknown; readonly key?: string } & Record<string, unknown> = {}
): Promise<Omit<Reply, "json"> & { readonly json: Json }> =>
  send(`${server.origin}/v1${path}`, {
    method,
    headers: { "X-API-KEY": key, ...(headers as Record<string, string>) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const work = () => server.run(Effect.flatMap(SyncSchedule, ErasureWork.turn))

const organization = () => `/provisioning/organizations/${tenant.organization.id}`
const connection = () => `${organization()}/connections/${tenant.connection.id}`
const erasures = "/provisioning/erasures"

const limitedTo = async (limits: Partial<NewKey>): Promise<string> =>
  Redacted.value(
    (await server.run(Effect.flatMap(Keys, (keys) => keys.create(tenant.accountId, "limited", limits)))).key
  )

it("erases a connection at once, and says what was there [contract: erasure]", async () => {
  await server.run(Fixture.put(at(tenant), RecordKind.IdpUser, [Fixture.user("a"), Fixture.user("b")]))
  const requested = await call("DELETE", `${connection()}?erase=true`)
  expect(requested).toMatchObject({
    status: 202,
    json: {
      subject: "CONNECTION",
      organization_id: tenant.organization.id,
      connection_id: tenant.connection.id,
      status: "QUEUED",
      started_at: null,
      finished_at: null,
      receipt: []
    }
  })
  expect((await call("GET", connection())).status).toBe(404)
  const { erasure_id } = requested.json
  await work()
  const { json, status } = await call("GET", `${erasures}/${erasure_id}`)
  expect([status, json.status]).toEqual([200, "SUCCESS"])
  expect(json.receipt).toContainEqual({ table: "record", count: 2, last_at: expect.any(String) })
  expect(json.receipt).toContainEqual({ table: "connection", count: 1, last_at: expect.any(String) })
  expect((await call("GET", erasures)).json).toEqual({ count: 1, total: 1, items: [json] })
  // The same request again gets the same erasure.
  expect(await call("DELETE", `${connection()}?erase=true`)).toMatchObject({ status: 202, json })
  expect((await call("DELETE", connection())).status).toBe(404)
  const noted = await server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ readonly action: string; readonly organization: string }>`
        select action, organization_id as organization from audit_event
        where connection_id = ${tenant.connection.id} and actor = 'API_KEY'`
    )
  )
  expect(noted).toEqual([{ action: "connection.erase", organization: tenant.organization.id }])
})

it("erases what was deleted before [contract: erasure]", async () => {
  expect(await call("DELETE", connection())).toMatchObject({ status: 204 })
  expect((await call("DELETE", connection())).status).toBe(404)
  expect((await call("DELETE", `${connection()}?erase=true`)).status).toBe(202)
  expect((await call("DELETE", `${organization()}?erase=true`)).json).toMatchObject({
    subject: "ORGANIZATION",
    organization_id: tenant.organization.id,
    connection_id: null
  })
  await work()
  expect((await call("GET", `${erasures}?limit=1`)).json).toMatchObject({ count: 1, total: 2 })
})

it("erases an organization with connections only if it is told to [contract: erasure]", async () => {
  const refused = await call("DELETE", `${organization()}?erase=true&force=false`)
  expect([refused.status, refused.headers.get("x-error-code")]).toEqual([409, "ORGANIZATION_HAS_CONNECTIONS"])
  expect((await call("GET", connection())).status).toBe(200)
  const { json, status } = await call("DELETE", `${organization()}?erase=true&force=true`)
  expect(status).toBe(202)
  await work()
  expect((await call("GET", `${erasures}/${json.erasure_id}`)).json).toMatchObject({ status: "SUCCESS" })
  expect((await call("GET", organization())).status).toBe(404)
})

it("does not erase what a key may not see, and shows it no erasure of that [contract: erasure]", async () => {
  const other = await server.run(makeTenant)
  const keys = [other.key, await limitedTo({ organizations: [randomUUID()] })]
  for (const key of keys) {
    for (const path of [connection(), organization()]) {
      expect((await call("DELETE", `${path}?erase=true&force=true`, { key })).status).toBe(404)
    }
  }
  const reads = await limitedTo({ scopes: ["read"] })
  expect((await call("DELETE", `${connection()}?erase=true`, { key: reads })).status).toBe(403)
  expect((await call("GET", connection())).status).toBe(200)

  const own = await limitedTo({ organizations: [tenant.organization.id] })
  const { json } = await call("DELETE", `${organization()}?erase=true&force=true`, { key: own })
  await work()
  for (const key of keys) {
    expect((await call("GET", `${erasures}/${json.erasure_id}`, { key })).headers.get("x-error-code")).toBe(
      "ERASURE_NOT_FOUND"
    )
    expect((await call("GET", erasures, { key })).json).toMatchObject({ items: [], total: 0 })
  }
  // The key of the organization that was erased can still read the receipt, and so can one that may only read.
  for (const key of [own, reads]) {
    expect((await call("GET", `${erasures}/${json.erasure_id}`, { key })).json).toMatchObject({ status: "SUCCESS" })
  }
  for (const id of [randomUUID(), "nonsense"]) {
    expect((await call("GET", `${erasures}/${id}`)).status).toBe(id === "nonsense" ? 422 : 404)
    expect((await call("DELETE", `${organization()}/connections/${id}?erase=true`)).status).toBe(
      id === "nonsense" ? 422 : 404
    )
  }
})

it("does nothing again that an Idempotency-Key has done before what it made was erased", async () => {
  const key = { "Idempotency-Key": "acme-1", body: { name: "Acme" } }
  const created = await call("POST", "/provisioning/organizations", key)
  expect((await call("POST", "/provisioning/organizations", key)).json).toEqual(created.json)
  await call("DELETE", `/provisioning/organizations/${created.json.id}?erase=true`)
  await work()
  const again = await call("POST", "/provisioning/organizations", key)
  expect([again.status, again.headers.get("x-error-code")]).toEqual([409, "ANSWER_ERASED"])
  expect((await call("GET", "/provisioning/organizations")).json.total).toBe(1)
})
