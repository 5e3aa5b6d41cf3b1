import * as SqlClient from "@effect/sql/SqlClient"
import { type Action, VendorError } from "@tributary/core"
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import * as Retention from "../../../src/store/Retention.js"
import type { CredentialTest } from "../../../src/vendor/CredentialTest.js"
import {
  acme,
  dataHeaders,
  locs,
  makeTenant,
  type Reply,
  send,
  start,
  type Tenant,
  type TestServer
} from "../TestServer.js"

const notUsed = () => Effect.die("not used")
const createTicket: Action.CreateTicket = { endpoint: "/tickets", permissions: [], find: notUsed, create: notUsed }

type Check = CredentialTest["Type"]["check"]

const accepted: Check = (_connector, credentials) =>
  Effect.succeed({
    credentials: Redacted.make(JSON.stringify(credentials)),
    tenant: { id: "t1", address: "acme.example", further: [] },
    unreadFields: []
  })

let server: TestServer
let tenant: Tenant
let check: Check
beforeAll(async () => {
  server = await start({
    connectors: [{ ...acme, actions: { createTicket } }],
    credentialTest: { check: (...sent) => check(...sent) }
  })
})
beforeEach(async () => {
  check = accepted
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const post = (path: string, body: unknown, key: string, by: Tenant = tenant) =>
  send(`${server.origin}/v1${path}`, {
    method: "POST",
    headers: { ...dataHeaders(by), "Idempotency-Key": key },
    body: JSON.stringify(body)
  })

const organizations = "/provisioning/organizations"
const credentials = { base_url: "https://acme.example", api_token: "s3cret" }

const isReplayed = ({ headers }: Reply) => headers.get("Idempotency-Replayed") === "true"

const operations = [
  {
    name: "createOrganization",
    status: 201,
    path: () => organizations,
    body: { name: "Initech" },
    table: "organization"
  },
  {
    name: "createConnection",
    status: 201,
    path: () => `${organizations}/${tenant.organization.id}/connections`,
    body: { vendor: "ACME", credentials },
    table: "connection"
  },
  { name: "createTicket", status: 202, path: () => "/itsm/tickets", body: { name: "Fix it" }, table: "outbound_job" }
] as const

const rowsOf = (table: string) =>
  server.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(sql`select 1 from ${sql(table)} where account_id = ${tenant.accountId}`, ({ length }) => length)
    )
  )

const age = (hours: number) =>
  server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update idempotency_key set created_at = created_at - make_interval(hours => ${hours})`
    )
  )

describe("Idempotency-Key", () => {
  it.each(operations)("$name does its work once for each key", async ({ body, path, status, table }) => {
    const before = await rowsOf(table)
    const first = await post(path(), body, "key-1")
    expect([first.status, isReplayed(first)], first.text).toEqual([status, false])
    const again = await post(path(), Object.fromEntries(Object.entries(body).reverse()), "key-1")
    expect([again.status, isReplayed(again), again.text]).toEqual([status, true, first.text])
    expect(await rowsOf(table)).toBe(before + 1)
    expect((await post(path(), body, "key-2")).text).not.toBe(first.text)
    expect(await rowsOf(table)).toBe(before + 2)
  })

  it.each(operations)("$name does its work once for requests that arrive together", async ({ body, path, table }) => {
    const before = await rowsOf(table)
    const replies = await Promise.all(Array.from({ length: 12 }, () => post(path(), body, "key-1")))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies.filter((reply) => !isReplayed(reply))).toHaveLength(1)
    expect(await rowsOf(table)).toBe(before + 1)
  })

  it("gets a 422 with another body or for another operation", async () => {
    const body = { name: "Initech" }
    expect((await post(organizations, body, "key-1")).status).toBe(201)
    for (const [path, other] of [
      [organizations, { name: "Globex" }],
      ["/itsm/tickets", body],
      [`${organizations}/${tenant.organization.id}/connections`, { vendor: "ACME", credentials }]
    ] as const) {
      const reply = await post(path, other, "key-1")
      expect([reply.status, reply.headers.get("X-Error-Code"), locs(reply)], path).toEqual([
        422,
        "IDEMPOTENCY_KEY_REUSED",
        ["header.Idempotency-Key"]
      ])
    }
    expect(await rowsOf("organization")).toBe(2)
  })

  it("of another account is independent", async () => {
    const other = await server.run(makeTenant)
    const first = await post(organizations, { name: "Initech" }, "key-1")
    const second = await post(organizations, { name: "Globex" }, "key-1", other)
    expect([first.status, second.status]).toEqual([201, 201])
  })

  it("asks the vendor only for the first answer, and does not store failures", async () => {
    let asked = 0
    const path = `${organizations}/${tenant.organization.id}/connections`
    const body = { vendor: "ACME", credentials }
    check = () => Effect.fail(new VendorError.ServerError({ endpoint: "/check", status: 500, detail: "broken" }))
    expect((await post(path, body, "key-1")).status).toBe(502)
    check = (...sent) =>
      Effect.zipRight(
        Effect.sync(() => asked++),
        accepted(...sent)
      )
    expect((await post(path, { ...body, identifier: "mine" }, "key-1")).status).toBe(201)
    expect((await post(path, { ...body, identifier: "mine" }, "key-1")).status).toBe(201)
    expect(asked).toBe(1)
  })

  it("is remembered for a day", async () => {
    const first = await post(organizations, { name: "Initech" }, "key-1")
    await age(23)
    await server.run(Retention.purge(30))
    expect((await post(organizations, { name: "Initech" }, "key-1")).text).toBe(first.text)
    await age(2)
    const next = await post(organizations, { name: "Globex" }, "key-1")
    expect([next.status, isReplayed(next)]).toEqual([201, false])
    expect((await post(organizations, { name: "Globex" }, "key-1")).text).toBe(next.text)
    await age(25)
    await server.run(Retention.purge(30))
    expect(await rowsOf("idempotency_key")).toBe(0)
  })

  it("has 1 to 255 printable characters", async () => {
    for (const key of ["", "a b", "a".repeat(256), "é"]) {
      const reply = await post(organizations, { name: "Initech" }, key)
      expect([reply.status, locs(reply)], key).toEqual([422, ["header.Idempotency-Key"]])
    }
    expect((await post(organizations, { name: "Initech" }, `"${"a".repeat(253)}"`)).status).toBe(201)
  })
})
