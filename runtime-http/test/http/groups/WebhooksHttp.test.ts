import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { MAX_WEBHOOKS } from "../../../src/api/parts/WebhookBody.js"
import { names } from "../../../src/api/parts/WebhookEvents.js"
import { Keys, type NewKey } from "../../../src/store/accounts/ApiKeys.js"
import { Connections } from "../../../src/store/accounts/Connections.js"
import { locs, makeTenant, type Reply, send, start, type Tenant, type TestServer } from "../TestServer.js"

// biome-ignore lint/suspicious/noExplicitAny: a test reads into the body as into any JSON
type Json = any

const PRIVATE = "https://intranet.example/hook"

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await start({
    webhookClient: { check: (_accountId, url) => Effect.succeed(url === PRIVATE ? "it is private" : null) }
  })
})
beforeEach(async () => {
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const webhooks = "/provisioning/webhooks"
const url = "https://receiver.example/hook"

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

const codeOf = ({ headers, status }: Pick<Reply, "headers" | "status">) => [status, headers.get("x-error-code")]

const made = async (body: object = { url }): Promise<Json> => (await call("POST", webhooks, { body })).json

const limitedTo = async (limits: Partial<NewKey>): Promise<string> =>
  Redacted.value(
    (await server.run(Effect.flatMap(Keys, (keys) => keys.create(tenant.accountId, "limited", limits)))).key
  )

const addConnection = () =>
  server.run(
    Effect.flatMap(Connections, (connections) =>
      Effect.flatten(
        connections.create(tenant.scope, tenant.organization.id, {
          vendor: "ACME",
          credentials: Redacted.make("{}"),
          identifier: "emea",
          refreshIntervalSecs: 3600,
          timeoutSecs: 600
        })
      )
    )
  )

describe("a webhook", () => {
  it("is created with a secret that no later answer shows [contract: webhooks]", async () => {
    const { json, status } = await call("POST", webhooks, { body: { url, description: "the mirror" } })
    expect(status).toBe(201)
    const { secret, ...shown } = json
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(shown).toEqual({
      id: expect.any(String),
      url,
      events: names,
      description: "the mirror",
      is_paused: false,
      paused_reason: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/)
    })
    expect((await call("GET", `${webhooks}/${shown.id}`)).json).toEqual(shown)
    expect((await call("GET", webhooks)).json).toEqual({ count: 1, total: 1, items: [shown] })
  })

  it("is made once for all requests with the same key, and the database never has its secret in plain", async () => {
    const first = await call("POST", webhooks, { body: { url }, "Idempotency-Key": "one" })
    const again = await call("POST", webhooks, { body: { url }, "Idempotency-Key": "one" })
    expect(again).toMatchObject({ status: 201, json: { ...first.json, secret: null } })
    expect((await call("GET", webhooks)).json.total).toBe(1)
    const kept = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          select 1 from idempotency_key where answer like ${`%${first.json.secret}%`}
          union all
          select 1 from webhook_secret where encode(secret, 'escape') like ${`%${first.json.secret}%`}`
      )
    )
    expect(kept).toEqual([])
  })

  it("changes by the fields of a PATCH alone, and goes with a DELETE [contract: webhooks]", async () => {
    const { id } = await made()
    const changed = await call("PATCH", `${webhooks}/${id}`, {
      body: { is_paused: true, events: ["job.finished", "job.finished"] }
    })
    expect(changed).toMatchObject({ status: 200, json: { url, is_paused: true, events: ["job.finished"] } })
    const other = await call("PATCH", `${webhooks}/${id}`, { body: { url: `${url}/2`, description: null } })
    expect(other.json).toMatchObject({ url: `${url}/2`, is_paused: true, events: ["job.finished"], description: null })
    expect((await call("DELETE", `${webhooks}/${id}`)).status).toBe(204)
    expect(codeOf(await call("GET", `${webhooks}/${id}`))).toEqual([404, "WEBHOOK_NOT_FOUND"])
    expect(codeOf(await call("DELETE", `${webhooks}/${id}`))).toEqual([404, "WEBHOOK_NOT_FOUND"])
  })

  it("is refused at an address that the operator does not allow, or that is none [contract: webhooks]", async () => {
    const { id } = await made()
    for (const bad of [
      PRIVATE,
      "ftp://receiver.example",
      "https://receiver.example/a\u0000b",
      "https://a:b@receiver.example",
      "receiver",
      `${url}#part`,
      1
    ]) {
      const created = await call("POST", webhooks, { body: { url: bad } })
      expect([bad, created.status, locs(created)]).toEqual([bad, 422, ["body.url"]])
      const changed = await call("PATCH", `${webhooks}/${id}`, { body: { url: bad } })
      expect([bad, changed.status, locs(changed)]).toEqual([bad, 422, ["body.url"]])
    }
  })

  it("is refused with events that there are not, none, or an unknown field", async () => {
    expect(locs(await call("POST", webhooks, { body: { url, events: ["job.begun"] } }))).toEqual(["body.events"])
    expect(locs(await call("POST", webhooks, { body: { url, events: [] } }))).toEqual(["body.events"])
    expect(locs(await call("POST", webhooks, { body: { url, event: [] } }))).toEqual(["body.event"])
  })

  it("is a 409 beyond the most that an account may have [contract: webhooks]", async () => {
    for (let count = 0; count < MAX_WEBHOOKS; count += 1) await made()
    expect(codeOf(await call("POST", webhooks, { body: { url } }))).toEqual([409, "TOO_MANY_WEBHOOKS"])
    expect((await call("GET", webhooks)).json.total).toBe(MAX_WEBHOOKS)
  })

  it("does not exist for other accounts, nor for keys that are limited to organizations [contract: webhooks]", async () => {
    const { id } = await made()
    const other = await server.run(makeTenant)
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/secret"],
      ["POST", "/test"],
      ["GET", "/deliveries"],
      ["POST", `/deliveries/${id}/resend`]
    ] as const) {
      const body = method === "PATCH" ? { body: {} } : {}
      const asked = await call(method, `${webhooks}/${id}${path}`, { key: other.key, ...body })
      expect([method, path, ...codeOf(asked)]).toEqual([method, path, 404, "WEBHOOK_NOT_FOUND"])
    }
    expect((await call("GET", webhooks, { key: other.key })).json.total).toBe(0)
    const limited = await limitedTo({ organizations: [tenant.organization.id] })
    expect(codeOf(await call("GET", webhooks, { key: limited }))).toEqual([403, "KEY_LIMITED"])
    const reader = await limitedTo({ scopes: ["read"] })
    expect((await call("GET", webhooks, { key: reader })).status).toBe(200)
    expect(codeOf(await call("POST", webhooks, { key: reader, body: { url } }))).toEqual([403, "SCOPE_MISSING"])
  })

  it("gets another secret, while the former one signs for a day", async () => {
    const { id, secret } = await made()
    const before = Date.now()
    const rotated = await call("POST", `${webhooks}/${id}/secret`)
    expect(rotated).toMatchObject({ status: 201, json: { secret: expect.stringMatching(/^whsec_/) } })
    expect(rotated.json.secret).not.toBe(secret)
    const untilMillis = Date.parse(rotated.json.former_valid_until)
    expect(Math.abs(untilMillis - before - 86_400_000)).toBeLessThan(600_000)
    await call("POST", `${webhooks}/${id}/secret`)
    const stored = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`select replaced_at is null as "isPresent" from webhook_secret where webhook_id = ${id} order by 1`
      )
    )
    expect(stored).toEqual([{ isPresent: false }, { isPresent: true }])
  })

  it("notes in the audit log what was done to it", async () => {
    const { id } = await made()
    await call("PATCH", `${webhooks}/${id}`, { body: { is_paused: true } })
    await call("POST", `${webhooks}/${id}/secret`)
    await call("DELETE", `${webhooks}/${id}`)
    const { items } = (await call("GET", "/audit-events?limit=4")).json
    expect(items.map(({ action, resource_id }: Json) => [action, resource_id])).toEqual(
      ["webhook.delete", "webhook.rotate", "webhook.update", "webhook.create"].map((action) => [action, id])
    )
  })
})

describe("the deliveries of a webhook", () => {
  it("show an event, the latest first, and by their state [contract: webhooks]", async () => {
    const { id } = await made()
    const tested = await call("POST", `${webhooks}/${id}/test`)
    expect(tested).toMatchObject({
      status: 202,
      json: { state: "PENDING", attempts: 0, status: null, reason: null, event: { type: "webhook.test" } }
    })
    const connection = await addConnection()
    const { items, total } = (await call("GET", `${webhooks}/${id}/deliveries?state=PENDING`)).json
    expect(total).toBe(2)
    expect(items[1]).toEqual(tested.json)
    expect(items[0]).toMatchObject({
      attempted_at: null,
      finished_at: null,
      event: {
        type: "connection.created",
        data: {
          organization_id: tenant.organization.id,
          connection_id: connection.id,
          vendor: "ACME",
          identifier: "emea",
          sequence: 1,
          health: null,
          job: null,
          records: null
        }
      }
    })
    expect((await call("GET", `${webhooks}/${id}/deliveries?state=DEAD,DELIVERED`)).json.total).toBe(0)
  })

  it("are listed as dead, and are due again, with their id, after a request to send them again [contract: webhooks]", async () => {
    const { id } = await made()
    const { json: delivery } = await call("POST", `${webhooks}/${id}/test`)
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update webhook_delivery
          set state = 'DEAD', attempt = 13, finished_at = now(), due_at = now() - interval '1 day' where id = ${delivery.id}`
      )
    )
    await call("POST", `${webhooks}/${id}/test`)
    const dead = (await call("GET", `${webhooks}/${id}/deliveries?state=DEAD`)).json
    expect(dead).toMatchObject({ count: 1, total: 1, items: [{ id: delivery.id, state: "DEAD", attempts: 13 }] })
    const again = await call("POST", `${webhooks}/${id}/deliveries/${delivery.id}/resend`)
    expect(again).toMatchObject({
      status: 202,
      json: { id: delivery.id, state: "PENDING", attempts: 0, finished_at: null }
    })
    const unknown = await call("POST", `${webhooks}/${id}/deliveries/${id}/resend`)
    expect(codeOf(unknown)).toEqual([404, "DELIVERY_NOT_FOUND"])
  })
})
