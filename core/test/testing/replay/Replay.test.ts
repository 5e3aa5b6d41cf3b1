import { describe, expect, it } from "@effect/vitest"
import { Authentication } from "@tributary/core"
import { Exchange, ExchangeReplies, MappingReport, Redaction, Replay } from "@tributary/core/replay"
import { ConnectorTest } from "@tributary/core/testing"
import { Redacted } from "effect"
import { acme, replies } from "../Acme.js"

const BASE = "https://tenant.acme.example"

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** An exchange as it is recorded at a customer's address, without the customer's credentials. */
const exchange = (request: string, { status = 200, headers = {}, body = null }: Answer, sent: string | null = null) => {
  const [method = "GET", path = ""] = request.split(" ")
  const made = Exchange.make(
    { method, url: `${BASE}${path}`, body: sent },
    { status, headers, text: JSON.stringify(body) }
  )
  return Redaction.redact(made, { secrets: ["customers-key"], baseUrl: BASE })
}

const one = { body: replies["GET /users"]?.body, headers: { link: `<${BASE}/users?limit=2&after=2>; rel="next"` } }
const two = { body: replies["GET /users?after=2"]?.body, headers: { link: `<${BASE}/users?after=2>; rel="self"` } }

const exchanges = [
  exchange("GET /users?limit=2", { status: 429, headers: { "retry-after": "3" } }),
  exchange("GET /users?limit=2", one),
  exchange("GET /users?limit=2&after=2", two)
]

describe("A replay", () => {
  it("gives the recorded answers in order, and makes the same records as the original run", async () => {
    const { inexact, report, unanswered, unasked } = await Replay.make(acme(), { exchanges })
    expect(report.requests.map(({ status, url }) => `${status} ${url}`)).toEqual([
      "429 https://vendor.example/users?limit=2",
      "200 https://vendor.example/users?limit=2",
      "200 https://vendor.example/users?limit=2&after=2"
    ])
    expect({ inexact, unanswered, unasked }).toEqual({ inexact: [], unanswered: [], unasked: [] })
    expect(report.records).toEqual((await ConnectorTest.run(acme(), { replies })).records)
  })

  it("names requests that were not recorded, and recorded ones that the connector did not send", async () => {
    const other = exchange("GET /groups?offset=0", { body: { items: [] } })
    const replayed = await Replay.make(acme(), { exchanges: [...exchanges.slice(0, 2), other] })
    expect(replayed.unanswered).toEqual([])
    expect(replayed.inexact).toEqual(["GET /users?limit=2&after=2"])
    expect(replayed.unasked).toEqual(["GET /groups?offset=0"])
    const empty = await Replay.make(acme(), { exchanges: [] })
    expect(empty.unanswered).toEqual(["GET /users?limit=2"])
    expect(empty.report.health.name).toBe("VENDOR_CLIENT_ERROR")
  })

  it("does not require a credential that the recording lacks", async () => {
    const connector = acme({
      http: (key) => ({
        headers: {},
        auth: Authentication.clientCredentials({
          url: `${ConnectorTest.BASE_URL}/token?key=${key}`,
          clientId: "client-1",
          clientSecret: Redacted.make(key)
        })
      })
    })
    const token = exchange(
      "POST /token?key=customers-key",
      { body: { access_token: "vendors-token", expires_in: 60 } },
      "grant_type=client_credentials&client_secret=customers-key"
    )
    expect(ExchangeReplies.keyOf(token.request)).toBe("POST /token")
    const json = exchange("POST /login", {}, JSON.stringify({ user: "ada", pass: "customers-key" }))
    expect(ExchangeReplies.keyOf(json.request)).toBe('POST /login {"user":"ada"}')
    const { inexact, report, unanswered } = await Replay.make(connector, { exchanges: [token, ...exchanges] })
    expect([...unanswered, ...inexact]).toEqual([])
    expect(report.health.name).toBe("HEALTHY")
    expect(JSON.stringify(exchanges)).not.toContain("tenant")
  })

  it("is the same text every time, with failures and rejections", async () => {
    const bad = exchange("GET /users?limit=2&after=2", { ...two, body: ["not a row", { id: "9" }] })
    const file = { exchanges: [...exchanges.slice(0, 2), bad] }
    const texts = [await Replay.make(acme(), file), await Replay.make(acme(), file)].map(Replay.render)
    expect(texts[0]).toBe(texts[1])
    expect(JSON.parse(texts[0] ?? "")).toMatchObject({
      health: "HEALTHY",
      rejections: [{ kind: "itsm_user", issues: ["Expected Struct (Encoded side)"] }, { issues: ["name: is missing"] }],
      records: { itsm_user: [{ name: "User 1" }, { name: "User 2" }] }
    })
  })

  it("reports what happens to the fields of the recorded rows", async () => {
    const report = await Replay.mappingReport(acme(), { exchanges })
    expect(MappingReport.render(report)).toContain(
      "/users\n  in the record: id, name, email, state\nitsm_user: 3 records\n"
    )
  })
})
