import { RecordKind } from "@tributary/core"
import { FastCheck as fc } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { dataHeaders, locs, makeTenant, putRecords, send, start, type Tenant, type TestServer } from "../TestServer.js"

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const lists = ["/v1/idp/users", "/v1/idp/groups", "/v1/idp/applications"]
const shared = ["enableCursor", "updatedSince", "limit", "offset", "excludeTotal", "cursor"]
const includes = ["includeIdpUsers", "includeIdpGroups", "includeIdpApplications"]

const plausible = ["true", "false", "0", "1", "100", "500", "501", "-1", "2024-05-01T00:00:00Z", "2024-05-01", ""]
const value = fc.oneof(
  fc.constantFrom(...plausible),
  fc.string(),
  fc.unicodeString(),
  fc.integer().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.base64String()
)
const query = fc.array(fc.tuple(fc.constantFrom(...shared, ...includes, "unknown", "toString"), value), {
  maxLength: 5
})

const get = (path: string, pairs: ReadonlyArray<readonly [string, string]>) => {
  const search = pairs.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join("&")
  return send(`${server.origin}${path}?${search}`, { headers: dataHeaders(tenant) })
}

describe("list parameters", () => {
  it("any values get a page, or a 422 that names one of the parameters", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...lists), query, async (path, pairs) => {
        const reply = await get(path, pairs)
        expect([200, 422], reply.text).toContain(reply.status)
        if (reply.status === 200) return
        const sent = new Set(pairs.map(([name]) => `query.${name}`))
        for (const loc of locs(reply)) expect(sent).toContain(loc)
      }),
      { numRuns: 300 }
    )
  })

  it("a limit of 0 gets a 422 that says how to request only the total, except for users", async () => {
    const msg =
      "Expected an integer from 1 to 500; only the list of IDP users accepts 0. For only the total, send limit=1"
    const organizations = "/v1/provisioning/organizations"
    for (const path of ["/v1/idp/groups", "/v1/cspm/compliance_findings", organizations]) {
      const reply = await get(path, [["limit", "0"]])
      expect([reply.status, reply.json], path).toMatchObject([422, { detail: [{ loc: ["query", "limit"], msg }] }])
    }
    const users = await get("/v1/idp/users", [["limit", "0"]])
    expect([users.status, users.json]).toMatchObject([200, { items: [] }])
  })

  it("a limit is accepted exactly within its bounds [contract: limit]", async () => {
    const limit = fc.oneof(fc.integer({ min: -5, max: 510 }), fc.integer())
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...lists), limit, async (path, sent) => {
        const minimum = path === "/v1/idp/users" ? 0 : 1
        const reply = await get(path, [["limit", String(sent)]])
        expect(reply.status).toBe(sent >= minimum && sent <= 500 ? 200 : 422)
      }),
      { numRuns: 100 }
    )
  })

  it("every existing instant is accepted", async () => {
    const instant = fc.date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true })
    await fc.assert(
      fc.asyncProperty(instant, async (date) => {
        expect((await get("/v1/idp/users", [["updatedSince", date.toISOString()]])).status).toBe(200)
      }),
      { numRuns: 100 }
    )
  })

  it("a malformed query string does no harm", async () => {
    for (const raw of [
      "%",
      "%zz=1",
      "limit=%ff",
      "=",
      "&&&",
      "limit",
      "limit[]=1",
      "?limit=1",
      "a=%00",
      `a=${"x".repeat(10_000)}`
    ]) {
      const reply = await send(`${server.origin}/v1/idp/users?${raw}`, { headers: dataHeaders(tenant) })
      expect([200, 422], raw).toContain(reply.status)
    }
  })
})

describe("every list", () => {
  const kinds = Object.values(RecordKind.table).flatMap((kind) =>
    kind.path === null ? [] : [[kind.path, kind] as const]
  )

  interface Page {
    readonly count?: number
    readonly total?: number | null
    readonly items: ReadonlyArray<{ readonly id: string }>
    readonly next_cursor?: string | null
    readonly previous_cursor?: string | null
  }

  it.each(kinds)("%s accepts the shared parameters [contract: shared-parameters]", async (path, kind) => {
    const own = await server.run(makeTenant)
    const drafts = Array.from({ length: 101 }, (_, index) => ({ vendor_id: `v${index}` }))
    const ids = await server.run(putRecords(own.connection.id, kind, drafts))
    const ask = (query: string) => send(`${server.origin}/v1${path}?${query}`, { headers: dataHeaders(own) })
    // Right after the last change.
    const asOf = "2024-04-10T00:00:00.000001Z"
    const page = async (query: string) => {
      const reply = await ask(query)
      expect(reply.status, reply.text).toBe(200)
      expect(reply.headers.get("x-as-of")).toBe(asOf)
      const { items, ...envelope } = reply.json as Page
      return { ids: items.map(({ id }) => id), envelope }
    }

    expect(await page("")).toEqual({ ids: ids.slice(0, 100), envelope: { count: 100, total: 101 } })
    expect(await page("enableCursor=false&limit=3&offset=99&excludeTotal=false")).toEqual({
      ids: ids.slice(99),
      envelope: { count: 2, total: 101 }
    })
    expect(await page("limit=1&excludeTotal=true")).toEqual({
      ids: ids.slice(0, 1),
      envelope: { count: 1, total: null }
    })
    // The instant of the second-last change.
    const since = "updatedSince=2024-04-09T00:00:00Z"
    expect(await page(since)).toEqual({ ids: ids.slice(99), envelope: { count: 2, total: 2 } })
    expect(await page(`updatedSince=${asOf}`)).toEqual({ ids: [], envelope: { count: 0, total: 0 } })

    const first = await page("enableCursor=true&limit=60")
    expect(first).toEqual({
      ids: ids.slice(0, 60),
      envelope: { next_cursor: expect.any(String), previous_cursor: null }
    })
    const second = await page(`enableCursor=true&limit=60&cursor=${first.envelope.next_cursor}`)
    expect(second).toEqual({
      ids: ids.slice(60),
      envelope: { next_cursor: null, previous_cursor: expect.any(String) }
    })
    expect(await page(`enableCursor=true&limit=60&cursor=${second.envelope.previous_cursor}`)).toEqual(first)

    const cursor = `enableCursor=true&cursor=${first.envelope.next_cursor}`
    for (const [query, loc] of [
      ["enableCursor=1", "query.enableCursor"],
      ["updatedSince=2024-04-09", "query.updatedSince"],
      ["limit=501", "query.limit"],
      ["offset=-1", "query.offset"],
      ["excludeTotal=yes", "query.excludeTotal"],
      ["enableCursor=true&cursor=x", "query.cursor"],
      [`${cursor}&${since}`, "query.updatedSince"],
      [`${cursor}&offset=1`, "query.offset"]
    ] as const) {
      const reply = await ask(query)
      expect([reply.status, locs(reply)], query).toEqual([422, [loc]])
    }
  })
})
