import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  acme,
  dataHeaders,
  makeTenant,
  type Reply,
  send,
  start,
  type Tenant,
  type TestServer
} from "../../TestServer.js"

const SECRET = "sk-very-secret"

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const detailOf = ({
  json,
  status
}: Reply): ReadonlyArray<{ readonly loc: ReadonlyArray<string>; readonly input: unknown }> => {
  expect(status).toBe(422)
  return (
    json as {
      detail: ReadonlyArray<{ readonly loc: ReadonlyArray<string>; readonly ctx: object; readonly input: unknown }>
    }
  ).detail.map((entry) => {
    expect(entry.ctx).toBeTypeOf("object")
    return entry
  })
}

/** What the answer repeats of the request, by the place. */
const inputs = (reply: Reply) => Object.fromEntries(detailOf(reply).map(({ input, loc }) => [loc.join("."), input]))

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(server.origin + path, { headers: { ...dataHeaders(tenant), ...headers } })

const organizations = "/v1/provisioning/organizations"

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send(server.origin + path, {
    method: "POST",
    headers: { "X-API-KEY": tenant.key, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })

const connections = () => `${organizations}/${tenant.organization.id}/connections`

describe("each entry of a 422", () => {
  it("repeats the value of a parameter, and each value of a repeated one", async () => {
    expect(inputs(await get("/v1/idp/users?limit=x&offset=-1&isAdmin=true&isAdmin=maybe"))).toEqual({
      "query.limit": "x",
      "query.offset": "-1",
      "query.isAdmin": ["true", "maybe"]
    })
    expect(inputs(await get("/v1/idp/users/x"))).toEqual({ "path.user_id": "x" })
    expect(inputs(await get("/v1/idp/users", { "X-CONNECTION-ID": "x" }))).toEqual({ "header.X-CONNECTION-ID": "x" })
    expect(inputs(await get("/v1/cspm/compliance_findings?cursor=x"))).toEqual({ "query.cursor": "x" })
    expect(inputs(await get("/v1/idp/users?enableCursor=true&cursor=x&offset=5"))).toEqual({ "query.offset": "5" })
    expect(inputs(await post(organizations, { name: "a" }, { "Idempotency-Key": "a b" }))).toEqual({
      "header.Idempotency-Key": "a b"
    })
  })

  it("repeats at most 256 characters", async () => {
    expect(inputs(await get(`/v1/idp/users?limit=${"9".repeat(300)}`))).toEqual({ "query.limit": "9".repeat(256) })
    const emoji = `a${"\u{1f600}".repeat(300)}`
    const { "body.name": name } = inputs(await post(organizations, { name: emoji }))
    expect(name).toBe(`${emoji.slice(0, 255)}\ufffd`)
  })

  it("repeats what a declared field of the body has, and null if it is absent", async () => {
    const body = { vendor: 3, refresh_interval_secs: "often", identifier: "" }
    expect(inputs(await post(connections(), body))).toEqual({
      "body.vendor": 3,
      "body.credentials": "[redacted]",
      "body.refresh_interval_secs": "often",
      "body.identifier": ""
    })
    expect(inputs(await post(organizations, {}))).toEqual({ "body.name": null })
    expect(inputs(await post(connections(), { vendor: acme.vendor, credentials: {}, timeout_secs: 1 }))).toEqual({
      "body.timeout_secs": 1
    })
  })

  it("redacts objects, unknown fields and parameters, keys, and all credentials", async () => {
    const bodies: ReadonlyArray<unknown> = [
      { vendor: { key: SECRET }, credentials: { api_key: SECRET } },
      { vendor: acme.vendor, credentials: SECRET },
      { vendor: acme.vendor, credentials: {}, api_key: SECRET, identifier: [SECRET] },
      [SECRET],
      SECRET,
      `{"vendor": "${SECRET}"`
    ]
    for (const body of bodies) {
      const reply = await post(
        connections(),
        typeof body === "string" && body.startsWith("{") ? body : JSON.stringify(body)
      )
      for (const { input } of detailOf(reply)) expect([body, input]).toEqual([body, "[redacted]"])
      expect(reply.text).not.toContain(SECRET)
    }
    expect(inputs(await get("/v1/idp/users", { "X-CONNECTION-ID": tenant.key }))).toEqual({
      "header.X-CONNECTION-ID": "[redacted]"
    })
    expect(inputs(await get(`/v1/idp/users?strict=true&api_key=${SECRET}`))).toEqual({ "query.api_key": "[redacted]" })
  })
})
