import { FetchHttpClient, HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind, Records } from "@tributary/core"
import { Effect, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Errors, TributaryApi } from "../../../src/api/index.js"
import * as Fixture from "../../store/RecordFixture.js"
import {
  at,
  dataHeaders,
  locs,
  makeTenant,
  putRecords,
  send,
  start,
  type Tenant,
  type TestServer,
  user
} from "../TestServer.js"

const TOTAL = 7

let server: TestServer
let tenant: Tenant
let other: Tenant
let ids: ReadonlyArray<string>

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
  other = await server.run(makeTenant)
  const users = Array.from({ length: TOTAL }, (_, index) => user(index))
  ids = await server.run(putRecords(tenant.connection.id, RecordKind.IdpUser, users))
  await server.run(putRecords(other.connection.id, RecordKind.IdpUser, users))
})
afterAll(() => server.stop())

const get = (path: string, headers: Readonly<Record<string, string>> = dataHeaders(tenant)) =>
  send(`${server.origin}/v1${path}`, { headers })

interface Page {
  readonly count: number
  readonly total: number | null
  readonly items: ReadonlyArray<{ readonly id: string }>
  readonly next_cursor: string | null
  readonly previous_cursor: string | null
}

const page = async (query: string): Promise<Page> => {
  const reply = await get(`/idp/users?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json as Page
}

const idsOf = ({ items }: Page) => items.map(({ id }) => id)

describe("GET /idp/users", () => {
  it("answers with the offset envelope [contract: offset-envelope]", async () => {
    const { items, ...envelope } = await page("")
    expect(envelope).toEqual({ count: TOTAL, total: TOTAL })
    expect(items[0]).toEqual({ id: ids[0], ...user(0) })
  })

  it("pages by offset [contract: offset]", async () => {
    expect(idsOf(await page("limit=2&offset=3"))).toEqual(ids.slice(3, 5))
    expect(await page("limit=2&offset=6")).toMatchObject({ count: 1, total: TOTAL })
    expect(await page("offset=1000")).toEqual({ count: 0, total: TOTAL, items: [] })
    for (const query of ["", "&isMfaEnabled=true", "&updatedSince=2020-01-01T00:00:00Z"]) {
      expect(await page(`offset=${Number.MAX_SAFE_INTEGER}${query}`)).toMatchObject({ count: 0 })
    }
  })

  it("accepts the default offset of 0 together with a cursor", async () => {
    const { next_cursor } = await page("enableCursor=true&limit=3&offset=0")
    expect(idsOf(await page(`enableCursor=true&limit=3&offset=0&cursor=${next_cursor}`))).toEqual(ids.slice(3, 6))
  })

  it("accepts a limit of 0 [contract: limit]", async () => {
    expect(await page("limit=0")).toEqual({ count: 0, total: TOTAL, items: [] })
    expect(await page("limit=0&enableCursor=true")).toEqual({ items: [], next_cursor: null, previous_cursor: null })
  })

  it("returns no total with excludeTotal [contract: exclude-total]", async () => {
    expect(await page("excludeTotal=true&limit=1")).toMatchObject({ count: 1, total: null })
  })

  it("does not query the total with excludeTotal [contract: exclude-total]", async () => {
    const uncounted = await start()
    const own = await uncounted.run(makeTenant)
    await uncounted.run(putRecords(own.connection.id, RecordKind.IdpUser, [user(0)]))
    await uncounted.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`alter table record_counter rename total to gone`)
    )
    const ask = (query: string) => send(`${uncounted.origin}/v1/idp/users?${query}`, { headers: dataHeaders(own) })
    expect((await ask("excludeTotal=true")).json).toMatchObject({ count: 1, total: null })
    expect((await ask("excludeTotal=false")).status).toBe(500)
    await uncounted.stop()
  })

  it("returns what changed at or after an instant", async () => {
    expect(idsOf(await page("updatedSince=2024-01-05T00:00:00Z"))).toEqual(ids.slice(4))
    expect(idsOf(await page("updatedSince=2024-01-05T01:00:00%2B01:00"))).toEqual(ids.slice(4))
    expect(await page("updatedSince=2030-01-01T00:00:00Z")).toMatchObject({ count: 0, total: 0 })
  })

  it("ignores unknown parameters [contract: unknown-parameters]", async () => {
    expect(await page("colour=red&limit=1&__proto__=x&constructor=y")).toMatchObject({ count: 1 })
  })

  it("pages forward and back by cursor [contract: cursor-envelope]", async () => {
    const first = await page("enableCursor=true&limit=3")
    expect(Object.keys(first).sort()).toEqual(["items", "next_cursor", "previous_cursor"])
    expect(first.previous_cursor).toBeNull()
    const second = await page(`enableCursor=true&limit=3&cursor=${first.next_cursor}`)
    const third = await page(`enableCursor=true&limit=3&cursor=${second.next_cursor}`)
    expect([first, second, third].flatMap(idsOf)).toEqual(ids)
    expect(third.next_cursor).toBeNull()
    const back = await page(`enableCursor=true&limit=3&cursor=${third.previous_cursor}`)
    expect(idsOf(back)).toEqual(idsOf(second))
    const start = await page(`enableCursor=true&limit=3&cursor=${back.previous_cursor}`)
    expect(idsOf(start)).toEqual(idsOf(first))
    expect(start.previous_cursor).toBeNull()
  })

  it("remembers updatedSince in the cursor [contract: cursor-parameters]", async () => {
    const first = await page("enableCursor=true&limit=2&updatedSince=2024-01-05T00:00:00Z")
    const second = await page(`enableCursor=true&limit=2&cursor=${first.next_cursor}`)
    expect([first, second].flatMap(idsOf)).toEqual(ids.slice(4))
    const back = await page(`enableCursor=true&limit=2&cursor=${second.previous_cursor}`)
    expect(idsOf(back)).toEqual(idsOf(first))
    expect(back.previous_cursor).toBeNull()
  })

  it("answers 422 with one body that is valid in both error shapes [contract: error-shapes]", async () => {
    const reply = await get("/idp/users?limit=501&enableCursor=yes")
    expect(reply.status).toBe(422)
    expect(reply.json).toEqual({
      type: "validation_error",
      code: "INVALID_PARAMETER",
      message: expect.any(String),
      detail: [
        {
          loc: ["query", "enableCursor"],
          msg: "Expected true or false",
          type: "boolean",
          ctx: { enum: ["true", "false"] },
          input: "yes"
        },
        {
          loc: ["query", "limit"],
          msg: "Expected an integer from 0 to 500",
          type: "integer",
          ctx: { minimum: 0, maximum: 500 },
          input: "501"
        }
      ]
    })
  })

  const bad: ReadonlyArray<readonly [string, string]> = [
    ["limit=-1", "query.limit"],
    ["limit=", "query.limit"],
    ["limit=1&limit=2", "query.limit"],
    ["limit=1.5", "query.limit"],
    ["offset=-1", "query.offset"],
    ["offset=1&offset=1", "query.offset"],
    ["enableCursor=1", "query.enableCursor"],
    ["enableCursor=TRUE", "query.enableCursor"],
    ["excludeTotal=", "query.excludeTotal"],
    ["includeIdpGroups=on", "query.includeIdpGroups"],
    ["includeIdpApplications=0", "query.includeIdpApplications"],
    ["updatedSince=2024-01-05", "query.updatedSince"],
    ["updatedSince=2024-01-05T00:00:00", "query.updatedSince"],
    ["updatedSince=0000-01-01T00:00:00Z", "query.updatedSince"],
    ["enableCursor=true&cursor=", "query.cursor"]
  ]
  it.each(bad)("rejects %s [contract: offset, parameter-values]", async (query, loc) => {
    const reply = await get(`/idp/users?${query}`)
    expect(reply.status).toBe(422)
    expect(locs(reply)).toEqual([loc])
  })
})

describe("invalid cursors", () => {
  const refusal = async (query: string, headers?: Readonly<Record<string, string>>) => {
    const reply = await get(`/idp/users?${query}`, headers)
    expect(reply.status, reply.text).toBe(422)
    return { code: (reply.json as { code: string }).code, locs: locs(reply) }
  }

  it("are rejected without enableCursor=true [contract: cursor-parameters]", async () => {
    const { next_cursor } = await page("enableCursor=true&limit=2")
    const expected = { code: "INVALID_PARAMETER", locs: ["query.cursor"] }
    expect(await refusal(`cursor=${next_cursor}`)).toEqual(expected)
    expect(await refusal(`enableCursor=false&cursor=${next_cursor}`)).toEqual(expected)
  })

  it("are rejected together with updatedSince or offset [contract: cursor-parameters]", async () => {
    const { next_cursor } = await page("enableCursor=true&limit=2")
    const query = `enableCursor=true&cursor=${next_cursor}`
    expect(await refusal(`${query}&updatedSince=2024-01-01T00:00:00Z`)).toEqual({
      code: "CURSOR_CONFLICT",
      locs: ["query.updatedSince"]
    })
    expect(await refusal(`${query}&offset=1`)).toEqual({ code: "CURSOR_CONFLICT", locs: ["query.offset"] })
  })

  it("are rejected when changed, or sent to another list or connection [contract: cursor-is-opaque]", async () => {
    const { next_cursor: token } = await page("enableCursor=true&limit=2")
    if (token === null) throw new Error("expected a cursor")
    const invalid = { code: "CURSOR_INVALID", locs: ["query.cursor"] }
    const middle = token.charAt(4) === "A" ? "B" : "A"
    for (const changed of [`${token}A`, token.slice(0, -1), `${token.slice(0, 4)}${middle}${token.slice(5)}`, "x"]) {
      expect(await refusal(`enableCursor=true&cursor=${changed}`)).toEqual(invalid)
    }
    expect(await refusal(`enableCursor=true&cursor=${token}`, dataHeaders(other))).toEqual(invalid)
    const elsewhere = await get(`/idp/groups?enableCursor=true&cursor=${token}`)
    expect([elsewhere.status, locs(elsewhere)]).toEqual([422, ["query.cursor"]])
  })
})

describe("GET /idp/users/{user_id}", () => {
  it("returns the record", async () => {
    const reply = await get(`/idp/users/${ids[2]}`)
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({ id: ids[2], ...user(2) })
    expect((await get(`/idp/users/${ids[2]?.toUpperCase()}`)).text).toBe(reply.text)
  })

  it("rejects an id that is not a UUID", async () => {
    const reply = await get("/idp/users/42")
    expect([reply.status, locs(reply)]).toEqual([422, ["path.user_id"]])
    expect((await get("/idp/users/%F0%9F%92%A9")).status).toBe(422)
    expect((await get("/idp/users/%00")).status).toBe(422)
  })

  it("answers for another account's record as for one that does not exist", async () => {
    const theirs = await send(`${server.origin}/v1/idp/users`, { headers: dataHeaders(other) })
    const [first] = (theirs.json as Page).items
    const foreign = await get(`/idp/users/${first?.id}`)
    const none = await get("/idp/users/00000000-0000-4000-8000-000000000000")
    expect([foreign.status, none.status]).toEqual([404, 404])
    expect(foreign.text).toBe(none.text)
    expect(none.json).toEqual({ detail: Errors.table.RecordNotFound.message })
  })
})

describe("the groups and applications of users", () => {
  let own: Tenant

  beforeAll(async () => {
    own = await server.run(makeTenant)
    const login = { user_app_last_login_at: "2024-05-01T00:00:00Z" }
    for (const [kind, drafts] of [
      [RecordKind.IdpUser, [Fixture.user("ada"), Fixture.user("grace")]],
      [RecordKind.IdpGroup, [Fixture.group("g")]],
      [RecordKind.IdpApplication, [Fixture.application("a")]],
      [RecordKind.IdpGroupMembership, [Fixture.membership("g", "ada")]],
      [RecordKind.IdpApplicationAssignment, [{ application_vendor_id: "a", user_vendor_id: "ada", ...login }]]
    ] as const) {
      await server.run(Fixture.put(at(own), kind, drafts))
    }
  })

  const read = async (path: string) => (await get(path, dataHeaders(own))).json
  const byId = (path: string, kind: RecordKind.Any, vendorId: string) =>
    read(`${path}/${Fixture.idOf(at(own), kind, vendorId)}`) as Promise<object>

  it.each([
    ["", []],
    ["includeIdpGroups=false&includeIdpApplications=false", []],
    ["includeIdpGroups=true", ["groups"]],
    ["includeIdpApplications=true", ["applications"]],
    ["includeIdpGroups=true&includeIdpApplications=true", ["groups", "applications"]]
  ])("are included when requested: %j [contract: user-entities]", async (query, shown) => {
    const decode = Schema.decodeUnknownSync(Records.IdpUserWithEntities, { onExcessProperty: "error" })
    const group = await byId("/idp/groups", RecordKind.IdpGroup, "g")
    const application = await byId("/idp/applications", RecordKind.IdpApplication, "a")
    const entities = {
      ada: {
        groups: [group],
        applications: [{ ...application, user_app_last_login_at: "2024-05-01T00:00:00.000Z" }]
      },
      grace: { groups: [], applications: [] }
    }
    for (const form of ["", "&enableCursor=true"]) {
      const { items } = (await read(`/idp/users?${query}${form}`)) as Page
      expect(items).toHaveLength(2)
      for (const item of items) {
        const { vendor_id } = decode(item)
        expect(Object.keys(item)).toEqual([...RecordKind.IdpUser.fields, ...shown])
        const all = vendor_id === "ada" ? entities.ada : entities.grace
        expect(item).toMatchObject(Object.fromEntries(Object.entries(all).filter(([name]) => shown.includes(name))))
        expect(await read(`/idp/users/${item.id}?${query}`)).toEqual(item)
      }
    }
  })
})

describe("the typed client", () => {
  const client = (own: Tenant) =>
    HttpApiClient.make(TributaryApi, {
      baseUrl: server.origin,
      transformClient: HttpClient.mapRequest(HttpClientRequest.setHeaders(dataHeaders(own)))
    }).pipe(Effect.provide(FetchHttpClient.layer))

  it("decodes responses with the published schema", async () => {
    const [users, byCursor, one, groups] = await Effect.runPromise(
      Effect.gen(function* () {
        const { idp } = yield* client(tenant)
        const shared = { enableCursor: false, excludeTotal: false, limit: 2 }
        const flags = { includeIdpGroups: true, includeIdpApplications: true }
        return [
          yield* idp.listIdpUsers({ urlParams: { ...shared, ...flags } }),
          yield* idp.listIdpUsers({ urlParams: { ...shared, ...flags, enableCursor: true } }),
          yield* idp.getIdpUser({ path: { user_id: ids[0] ?? "" }, urlParams: flags }),
          yield* idp.listIdpGroups({
            urlParams: { ...shared, includeIdpUsers: true, includeIdpGroups: true, includeIdpApplications: false }
          })
        ] as const
      })
    )
    expect(users).toMatchObject({ count: 2, total: TOTAL, items: [{ groups: [], applications: [] }, {}] })
    expect(byCursor).toHaveProperty("next_cursor")
    expect(one).toMatchObject({ id: ids[0], groups: [] })
    expect(groups).toEqual({ count: 0, total: 0, items: [] })
  })

  it("decodes errors", async () => {
    const failure = await Effect.runPromise(
      Effect.gen(function* () {
        const { idp } = yield* client(tenant)
        return yield* Effect.flip(
          idp.getIdpUser({
            path: { user_id: "00000000-0000-4000-8000-000000000000" },
            urlParams: { includeIdpGroups: false, includeIdpApplications: false }
          })
        )
      })
    )
    expect(failure).toMatchObject({ _tag: "ApiError", status: 404, message: Errors.table.RecordNotFound.message })
  })
})
