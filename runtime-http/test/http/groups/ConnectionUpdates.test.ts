import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import * as Connections from "../../../src/store/accounts/Connections.js"
import type { CredentialTest } from "../../../src/vendor/CredentialTest.js"
import * as FakeVendor from "../../sync/FakeVendor.js"
import {
  credentialTestOf,
  locs,
  makeTenant,
  type Reply,
  send,
  start,
  type Tenant,
  type TestServer
} from "../TestServer.js"

/* What a caller may send to change a connection: parts of the credentials, the connection as it was read, types of data, an identifier. */

const ADDRESS = "https://fake.example.com"
const credentials = { base_url: ADDRESS, token: FakeVendor.SECRET }

let server: TestServer
let tenant: Tenant
let id: string
/** The credentials that the vendor was asked about. */
let checked: Array<unknown>
/** What somebody else does while the vendor is asked about credentials, once. */
let meanwhile: (() => Promise<unknown>) | null
/** The types of data that checks and tests of credentials could look at. */
let looked: Array<ReadonlyArray<string>>

beforeAll(async () => {
  const { check, test } = credentialTestOf({})
  const credentialTest: Partial<CredentialTest["Type"]> = {
    check: (connector, sent) => {
      checked.push(sent)
      looked.push(Object.keys(connector.exports))
      const other = meanwhile
      meanwhile = null
      return Effect.zipRight(
        Effect.promise(async () => other?.()),
        check(connector, sent)
      )
    },
    test: (connector, ...rest) => {
      looked.push(Object.keys(connector.exports))
      return test(connector, ...rest)
    }
  }
  const events = { idp_audit_logs: [{ ...FakeVendor.users, name: "log", kinds: [], deltaCoverage: [] } as never] }
  const connector = FakeVendor.connector()
  server = await start({
    connectors: [connector, { ...connector, vendor: "LOGGING", exports: { ...connector.exports, ...events } }],
    credentialTest
  })
})
beforeEach(async () => {
  tenant = await server.run(makeTenant)
  checked = []
  looked = []
  meanwhile = null
  id = idOf(await create({ identifier: "customer-17" }))
  checked = []
  looked = []
})
afterAll(() => server.stop())

const idOf = ({ json }: Reply) => (json as { id: string }).id

const connections = () => `${server.origin}/v1/provisioning/organizations/${tenant.organization.id}/connections`

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  send(path, {
    method,
    headers: { "X-API-KEY": tenant.key, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const create = (body: object, headers: Record<string, string> = {}) =>
  call("POST", connections(), { vendor: "FAKE", credentials, ...body }, headers)

const read = () => call("GET", `${connections()}/${id}`)
const patch = (body: object, headers: Record<string, string> = {}) =>
  call("PATCH", `${connections()}/${id}`, body, headers)

const stored = async () => {
  const { credentials } = await server.run(Effect.flatMap(Connections.Connections, (store) => store.credentialsOf(id)))
  return JSON.parse(Redacted.value(credentials)) as unknown
}

const messageOf = ({ json }: Reply) => (json as { detail: ReadonlyArray<{ msg: string }> }).detail[0]?.msg

describe("a part of the credentials", () => {
  it("replaces a secret alone, and keeps the other fields", async () => {
    const reply = await patch({ credentials: { token: "s3cr3t-new" } })
    expect([reply.status, reply.json]).toEqual([200, expect.objectContaining({ credentials: { base_url: ADDRESS } })])
    expect(checked).toEqual([{ base_url: ADDRESS, token: "s3cr3t-new" }])
    expect(await stored()).toEqual({ base_url: ADDRESS, token: "s3cr3t-new" })
  })

  it("needs every secret again if another field changes, and asks nobody with the stored one", async () => {
    const reply = await patch({ credentials: { base_url: "https://elsewhere.example" } })
    expect([reply.status, locs(reply)]).toEqual([422, ["body.credentials.token"]])
    expect(messageOf(reply)).toContain("because base_url changes")
    expect(reply.text).not.toContain(FakeVendor.SECRET)
    expect(checked).toEqual([])
    expect(await stored()).toEqual(credentials)
    const moved = await patch({ credentials: { base_url: "https://elsewhere.example", token: FakeVendor.SECRET } })
    expect([moved.status, moved.json]).toMatchObject([200, { credentials: { base_url: "https://elsewhere.example" } }])
  })

  it.each([{}, { base_url: ADDRESS }, { base_url: ` ${ADDRESS}/ ` }])(
    "changes nothing if it is %j, as it is stored, and asks nobody",
    async (sent) => {
      const before = (await read()).json
      const reply = await patch({ credentials: sent })
      expect([reply.status, reply.json]).toEqual([200, before])
      expect(checked).toEqual([])
    }
  )

  it("names a misspelled field", async () => {
    const reply = await patch({ credentials: { tokn: "s3cr3t-new" } })
    expect([reply.status, locs(reply)]).toEqual([422, ["body.credentials.tokn"]])
  })

  it("keeps what somebody else changes of the other fields while the vendor is asked", async () => {
    const moved = { base_url: "https://moved.example", token: "s3cr3t-moved" }
    meanwhile = () => patch({ credentials: moved })
    expect((await patch({ credentials: { token: "s3cr3t-new" } })).status).toBe(200)
    expect(await stored()).toEqual({ base_url: moved.base_url, token: "s3cr3t-new" })
    expect(checked).toHaveLength(3)
  })

  it("is a 412 if somebody else changes the connection each time, and changes nothing", async () => {
    let secs = 60
    const again = async () => {
      meanwhile = again
      await patch({ timeout_secs: ++secs })
    }
    meanwhile = again
    const reply = await patch({ credentials: { token: "s3cr3t-new" } })
    expect([reply.status, reply.headers.get("x-error-code")]).toEqual([412, "CHANGED_MEANWHILE"])
    expect(await stored()).toEqual(credentials)
    expect((await read()).json).toMatchObject({ timeout_secs: secs })
  })

  it("must be all of them if the stored ones cannot be decrypted", async () => {
    await server.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`update connection set credentials = '\\x01' where id = ${id}`)
    )
    expect((await read()).json).toMatchObject({ credentials: { base_url: ADDRESS } })
    expect((await patch({ credentials: { base_url: ADDRESS } })).status).toBe(200)
    expect(locs(await patch({ credentials: { token: "s3cr3t-new" } }))).toEqual(["body.credentials.base_url"])
    expect((await patch({ credentials })).status).toBe(200)
    expect(await stored()).toEqual(credentials)
  })
})

describe("the fields of the credentials that are not secret", () => {
  it("are shown wherever the connection is, and no secret is", async () => {
    const shown = { id, credentials: { base_url: ADDRESS } }
    const list = await call("GET", `${connections()}?identifier=customer-17`)
    expect(list.json).toMatchObject({ total: 1, items: [shown] })
    const one = await read()
    expect(one.json).toMatchObject(shown)
    expect(list.text + one.text).not.toContain(FakeVendor.SECRET)
  })

  it("are not shown once the connector declares them as secret, or without a connector", async () => {
    const set = (assignment: string) =>
      server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`update connection set ${sql.literal(assignment)} where id = ${id}`
        )
      )
    await set(`shown_credentials = '{"base_url": "${ADDRESS}", "token": "was-no-secret"}'`)
    for (const reply of [await read(), await call("GET", connections()), await patch({ timeout_secs: 60 })]) {
      expect(reply.text).toContain(ADDRESS)
      expect(reply.text).not.toContain("was-no-secret")
    }
    await set("vendor = 'GONE'")
    expect((await read()).json).toMatchObject({ credentials: {} })
  })

  it("are not shown by a repeated answer either", async () => {
    const key = { "Idempotency-Key": "shown-1" }
    const first = await create({ identifier: "shown" }, key)
    expect(first.json).toMatchObject({ credentials: { base_url: ADDRESS } })
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`update idempotency_key set answer = replace(answer, '"base_url":', '"token":"was-no-secret","base_url":')`
      )
    )
    const second = await create({ identifier: "shown" }, key)
    expect([second.status, second.json]).toEqual([201, first.json])
  })

  it("are destroyed with the connection", async () => {
    await call("DELETE", `${connections()}/${id}`)
    const [row] = await server.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select shown_credentials from connection where id = ${id}`)
    )
    expect(row).toEqual({ shown_credentials: null })
  })
})

describe("an identifier", () => {
  it("finds connections and organizations", async () => {
    const other = idOf(await create({ identifier: "customer-18" }))
    const found = async (identifier: string) => {
      const { json } = await call("GET", `${connections()}?identifier=${identifier}`)
      return (json as { total: number; items: ReadonlyArray<{ id: string }> }).items.map((each) => each.id)
    }
    expect([await found("customer-17"), await found("customer-18"), await found("customer-1")]).toEqual([
      [id],
      [other],
      []
    ])
    const organizations = `${server.origin}/v1/provisioning/organizations`
    await call("POST", organizations, { name: "Initech", identifier: "i-1" })
    expect((await call("GET", `${organizations}?identifier=i-1`)).json).toMatchObject({
      total: 1,
      items: [{ name: "Initech" }]
    })
    expect((await call("GET", `${organizations}?identifier=i`)).json).toMatchObject({ total: 0, items: [] })
    expect(await call("GET", `${organizations}?identifier=i%00`)).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ["query", "identifier"], msg: expect.stringContaining("without control characters") }] }
    })
  })

  it("is refused for a second connection to the same vendor, with the id of the first", async () => {
    const reply = await create({ identifier: "customer-17" })
    expect([reply.status, reply.headers.get("x-error-code")]).toEqual([409, "IDENTIFIER_TAKEN"])
    expect(reply.json).toEqual({ detail: expect.stringContaining(id) })
    const free = idOf(await create({ identifier: null }))
    const changed = await call("PATCH", `${connections()}/${free}`, { identifier: "customer-17" })
    expect([changed.status, changed.json]).toEqual([409, { detail: expect.stringContaining(id) }])
    expect((await call("GET", connections())).json).toMatchObject({ total: 3 })
  })

  it("may be that of a connection to another vendor, of another organization, or of a deleted one", async () => {
    expect((await create({ vendor: "LOGGING", identifier: "customer-17" })).status).toBe(201)
    await call("DELETE", `${connections()}/${id}`)
    expect((await create({ identifier: "customer-17" })).status).toBe(201)
    tenant = await server.run(makeTenant)
    expect((await create({ identifier: "customer-17" })).status).toBe(201)
  })

  it("does not keep a repeated request from its first answer", async () => {
    const key = { "Idempotency-Key": "one-1" }
    const first = await create({ identifier: "repeated" }, key)
    const second = await create({ identifier: "repeated" }, key)
    expect([first.status, second.status, second.json]).toEqual([201, 201, first.json])
  })
})

describe("a connection as it was read", () => {
  it.each([{}, { state: "PAUSED" }])("changes nothing after %j", async (earlier) => {
    await patch(earlier)
    const before = await read()
    const reply = await patch(before.json as object)
    expect([reply.status, reply.json]).toEqual([200, before.json])
    expect(checked).toEqual([])
  })

  it("changes nothing if the connection is pending, or its interval is below what the server accepts now", async () => {
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`update connection set state = 'PENDING', refresh_interval_secs = 5 where id = ${id}`
      )
    )
    const before = (await read()).json
    const reply = await patch(before as object)
    expect([reply.status, reply.json]).toEqual([200, before])
  })

  it("may write an instant in another way", async () => {
    const before = (await read()).json as { created_at: string }
    const reply = await patch({ ...before, created_at: before.created_at.replace("Z", "+00:00") })
    expect([reply.status, reply.json]).toEqual([200, before])
  })

  it("changes the fields that differ", async () => {
    const before = (await read()).json as object
    expect((await patch({ ...before, identifier: "new", timeout_secs: 60 })).json).toMatchObject({
      identifier: "new",
      timeout_secs: 60
    })
  })
})

describe("If-Match", () => {
  const tagOf = ({ headers }: Reply) => headers.get("etag") ?? ""

  it("takes the tag of an answer that is still up to date, compressed or not", async () => {
    const plain = tagOf(await read())
    expect(plain).toMatch(/^"[!#-~]+"$/)
    expect((await patch({ timeout_secs: 60 }, { "If-Match": plain })).status).toBe(200)
    // An answer that is long enough is compressed, and its tag names the coding.
    const compressed = tagOf(await read()).replace(/"$/, '-br"')
    const changed = await patch({ timeout_secs: 61 }, { "If-Match": `"other", ${compressed}` })
    expect(changed.status).toBe(200)
    expect((await patch({ timeout_secs: 62 }, { "If-Match": tagOf(changed) })).status).toBe(200)
    expect((await patch({ timeout_secs: 63 }, { "If-Match": "*" })).status).toBe(200)
  })

  it("is a 412 if somebody has changed the connection since, and changes nothing", async () => {
    const tag = tagOf(await read())
    await patch({ timeout_secs: 60 })
    for (const body of [{ timeout_secs: 61 }, { credentials }, {}]) {
      const reply = await patch(body, { "If-Match": tag })
      expect([reply.status, reply.headers.get("x-error-code")]).toEqual([412, "CHANGED_MEANWHILE"])
    }
    expect((await patch({}, { "If-Match": '"unknown"' })).status).toBe(412)
    expect((await read()).json).toMatchObject({ timeout_secs: 60 })
    expect(checked).toEqual([])
  })

  it("does not mind what jobs find out, although the answer has another tag then", async () => {
    const tag = tagOf(await read())
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`update connection set health_name = 'UNAUTHORIZED' where id = ${id}`
      )
    )
    expect(tagOf(await read())).not.toBe(tag)
    expect((await patch({ timeout_secs: 60 }, { "If-Match": tag })).status).toBe(200)
  })

  it("lets only one of several changes through that are based on the same answer", async () => {
    const headers = { "If-Match": tagOf(await read()) }
    const replies = await Promise.all([60, 61, 62, 63].map((timeout_secs) => patch({ timeout_secs }, headers)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
  })

  it("does not answer a change with a 304", async () => {
    const tag = tagOf(await read())
    expect((await patch({}, { "If-None-Match": tag })).status).toBe(200)
  })
})

describe("the types of data that a connection reads", () => {
  const typesOf = ({ json }: Reply) => (json as { data_export_types: ReadonlyArray<string> }).data_export_types

  it("are all but the logs of events, unless the body chooses", async () => {
    expect(typesOf(await create({ vendor: "LOGGING" }))).toEqual(["device_groups", "itsm_users"])
    const chosen = await create({ vendor: "LOGGING", data_export_types: ["idp_audit_logs", "itsm_users"] })
    expect(typesOf(chosen)).toEqual(["idp_audit_logs", "itsm_users"])
    expect(looked).toEqual([
      ["device_groups", "itsm_users"],
      ["idp_audit_logs", "itsm_users"]
    ])
  })

  it("are shown in the connection and its status, and are those that a test looks at", async () => {
    const reply = await patch({ data_export_types: ["itsm_users"] })
    expect([reply.status, typesOf(reply), typesOf(await read())]).toEqual([200, ["itsm_users"], ["itsm_users"]])
    expect((await call("GET", `${connections()}/${id}/status`)).json).toMatchObject({
      data_export_types: ["itsm_users"],
      data_exports: [{ data_export_type: "itsm_users" }]
    })
    await call("GET", `${connections()}/${id}/test`)
    await patch({ credentials: { token: "s3cr3t-new" } })
    expect(looked).toEqual([["itsm_users"], ["itsm_users"]])
  })

  it("take along what waits for a decision, and what could not be read, of a type that is left out", async () => {
    const unread = (kind: string) => ({
      record_kind: kind,
      fields: ["name"],
      endpoint: "/names",
      permissions: [],
      problem: "PERMISSION_MISSING",
      reason: "answered 403",
      accepted_from: null,
      since: "2024-01-01T00:00:00.000Z"
    })
    const fields = JSON.stringify([unread("device_group"), unread("itsm_user")])
    await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`update connection set unread_fields = ${fields} where id = ${id}`
        for (const kind of ["device_group", "itsm_user"]) {
          yield* sql`
            insert into held_back_deletion (connection_id, kind, extractor, first_scan, reason, count)
            values (${id}, ${kind}, ${kind}, 1, 'UNREADABLE_ROWS', 7)`
        }
      })
    )
    const reply = await patch({ data_export_types: ["itsm_users"] })
    expect([reply.status, reply.json]).toMatchObject([
      200,
      { held_back_deletions: [{ record_kind: "itsm_user" }], unread_fields: [{ record_kind: "itsm_user" }] }
    ])
  })

  it.each([
    [["itsm_user"], "Did you mean itsm_users? Fake exports device_groups, itsm_users"],
    [["itsm_users", "siem_events"], "Fake exports device_groups, itsm_users"],
    [[], "Choose at least one type of data. Fake exports device_groups, itsm_users"],
    ["itsm_users", "Expected an array"]
  ])("cannot be %j", async (types, sentence) => {
    for (const reply of [await patch({ data_export_types: types }), await create({ data_export_types: types })]) {
      expect([reply.status, locs(reply)]).toEqual([422, ["body.data_export_types"]])
      expect(messageOf(reply)).toContain(sentence)
    }
  })
})
