import { FetchHttpClient, HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Errors, TributaryApi } from "../../../src/api/index.js"
import * as Fixture from "../../store/RecordFixture.js"
import { at, dataHeaders, locs, makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

const {
  IdpApplication,
  IdpGroup,
  IdpGroupMembership,
  IdpPolicy,
  IdpPolicyApplication,
  IdpPolicyGroup,
  IdpPolicyUser,
  IdpUser
} = RecordKind

const policy = (vendorId: string): Fixture.Draft => ({
  name: vendorId,
  type: "ACCESS",
  status: "ENABLED",
  vendor_id: vendorId
})

const NONE = "00000000-0000-4000-8000-000000000000"

let server: TestServer
let tenant: Tenant
let other: Tenant

/** Two policies: p0 has every user but the first, a group and an application; p1 has two users. */
const fill = (own: Tenant) =>
  Effect.gen(function* () {
    const connection = at(own)
    yield* Fixture.put(connection, IdpUser, Fixture.users(7))
    yield* Fixture.put(connection, IdpGroup, [Fixture.group("g0"), Fixture.group("g1")])
    yield* Fixture.put(connection, IdpGroupMembership, [Fixture.membership("g1", "u1")])
    yield* Fixture.put(connection, IdpApplication, [Fixture.application("a0"), Fixture.application("a1")])
    yield* Fixture.put(connection, IdpPolicy, [policy("p0"), policy("p1")])
    for (const n of [1, 2, 3, 4, 5, 6]) {
      yield* Fixture.put(connection, IdpPolicyUser, [{ policy_vendor_id: "p0", user_vendor_id: `u${n}` }])
    }
    yield* Fixture.put(connection, IdpPolicyUser, [{ policy_vendor_id: "p1", user_vendor_id: "u1" }])
    yield* Fixture.put(connection, IdpPolicyUser, [{ policy_vendor_id: "p1", user_vendor_id: "u0" }])
    yield* Fixture.put(connection, IdpPolicyGroup, [{ policy_vendor_id: "p0", group_vendor_id: "g1" }])
    yield* Fixture.put(connection, IdpPolicyApplication, [{ policy_vendor_id: "p0", application_vendor_id: "a1" }])
  })

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
  other = await server.run(makeTenant)
  await server.run(fill(tenant))
  await server.run(fill(other))
})
afterAll(() => server.stop())

const get = (path: string, headers: Readonly<Record<string, string>> = dataHeaders(tenant)) =>
  send(`${server.origin}/v1${path}`, { headers })

const idOf = (vendorId: string, own: Tenant = tenant) => Fixture.idOf(at(own), IdpPolicy, vendorId)

interface Page {
  readonly count: number
  readonly total: number | null
  readonly items: ReadonlyArray<Fixture.Item>
  readonly next_cursor: string | null
  readonly previous_cursor: string | null
}

const page = async (policyId: string, query: string): Promise<Page> => {
  const reply = await get(`/idp/policies/${idOf(policyId)}/users?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json as Page
}

const names = ({ items }: Page) => items.map((item) => item.vendor_id)

/** The members of p0 in the order of their last change: u1 is last, because it joined p1 later. */
const MEMBERS = ["u2", "u3", "u4", "u5", "u6", "u1"]

describe("GET /idp/policies/{policy_id}/users", () => {
  it("returns the users of the policy, as the list of users shows them [contract: policy-fields]", async () => {
    const { items, ...envelope } = await page("p0", "")
    expect(envelope).toEqual({ count: 6, total: 6 })
    expect(items.map((item) => item.vendor_id)).toEqual(MEMBERS)
    const all = (await get("/idp/users")).json as Page
    expect(items).toEqual(all.items.filter((item) => item.vendor_id !== "u0"))
    expect(names(await page("p1", ""))).toEqual(["u1", "u0"])
  })

  it("accepts the parameters of every list", async () => {
    expect(await page("p0", "limit=2&offset=3")).toMatchObject({ count: 2, total: 6 })
    expect(names(await page("p0", "limit=2&offset=3"))).toEqual(MEMBERS.slice(3, 5))
    expect(await page("p0", "excludeTotal=true&limit=1")).toMatchObject({ count: 1, total: null })
    expect(await page("p0", "offset=6")).toEqual({ count: 0, total: 6, items: [] })
    expect(await page("p0", "updatedSince=2999-01-01T00:00:00Z")).toEqual({ count: 0, total: 0, items: [] })
    expect(await page("p0", "updatedSince=2001-01-01T00:00:00Z")).toMatchObject({ count: 6, total: 6 })
  })

  it("pages forward and back by cursor, which remembers updatedSince", async () => {
    const query = "enableCursor=true&limit=2"
    const first = await page("p0", `${query}&updatedSince=2001-01-01T00:00:00Z`)
    expect(Object.keys(first).sort()).toEqual(["items", "next_cursor", "previous_cursor"])
    expect(first.previous_cursor).toBeNull()
    const second = await page("p0", `${query}&cursor=${first.next_cursor}`)
    const third = await page("p0", `${query}&cursor=${second.next_cursor}`)
    expect([first, second, third].flatMap(names)).toEqual(MEMBERS)
    expect(third.next_cursor).toBeNull()
    const back = await page("p0", `${query}&cursor=${third.previous_cursor}`)
    expect(names(back)).toEqual(names(second))
    expect((await page("p0", `${query}&cursor=${back.previous_cursor}`)).previous_cursor).toBeNull()
  })

  it("includes what the list of users can include", async () => {
    const { items } = await page("p0", "includeIdpGroups=true&limit=500")
    const groups = items.map((item) => [item.vendor_id, (item["groups"] as ReadonlyArray<Fixture.Item>).length])
    expect(Object.fromEntries(groups)).toMatchObject({ u1: 1, u2: 0 })
    expect(items[0]).not.toHaveProperty("applications")
  })

  it("binds a cursor to the policy, the list and the connection", async () => {
    const { next_cursor: token } = await page("p0", "enableCursor=true&limit=2")
    const users = (await get("/idp/users?enableCursor=true&limit=2")).json as Page
    const cursor = (value: string | null) => `enableCursor=true&cursor=${value}`
    const refused = [
      await get(`/idp/policies/${idOf("p1")}/users?${cursor(token)}`),
      await get(`/idp/policies/${idOf("p0")}/groups?${cursor(token)}`),
      await get(`/idp/users?${cursor(token)}`),
      await get(`/idp/policies/${idOf("p0")}/users?${cursor(users.next_cursor)}`),
      await get(`/idp/policies/${idOf("p0", other)}/users?${cursor(token)}`, dataHeaders(other))
    ]
    for (const reply of refused) {
      expect(reply.status).toBe(422)
      expect(locs(reply)).toEqual(["query.cursor"])
    }
    expect((await get(`/idp/policies/${idOf("p0")}/users?${cursor(token)}`)).status).toBe(200)
  })

  it("answers for another connection's policy as for one that does not exist", async () => {
    for (const list of ["users", "groups", "applications"]) {
      const none = await get(`/idp/policies/${NONE}/${list}`)
      const foreign = await get(`/idp/policies/${idOf("p0", other)}/${list}`)
      expect([none.status, none.json]).toEqual([404, { detail: Errors.table.RecordNotFound.message }])
      expect([foreign.status, foreign.text]).toEqual([404, none.text])
      // Also for a page that would be empty in any case.
      expect((await get(`/idp/policies/${NONE}/${list}?updatedSince=2999-01-01T00:00:00Z`)).status).toBe(404)
    }
  })

  const bad: ReadonlyArray<readonly [string, string]> = [
    ["limit=0", "query.limit"],
    ["limit=501", "query.limit"],
    ["offset=-1", "query.offset"],
    ["enableCursor=yes", "query.enableCursor"],
    ["updatedSince=2024-01-05", "query.updatedSince"],
    ["includeIdpGroups=1", "query.includeIdpGroups"],
    ["cursor=x", "query.cursor"]
  ]
  it.each(bad)("rejects %s in the validation shape", async (query, loc) => {
    const reply = await get(`/idp/policies/${idOf("p0")}/users?${query}`)
    expect([reply.status, Object.keys(reply.json as object), locs(reply)]).toEqual([422, ["detail"], [loc]])
  })

  it("rejects an id that is not a UUID, and a cursor together with updatedSince", async () => {
    const reply = await get("/idp/policies/42/users")
    expect([reply.status, locs(reply)]).toEqual([422, ["path.policy_id"]])
    const { next_cursor } = await page("p0", "enableCursor=true&limit=2")
    const both = await get(
      `/idp/policies/${idOf("p0")}/users?enableCursor=true&cursor=${next_cursor}&updatedSince=2024-01-01T00:00:00Z`
    )
    expect([both.status, locs(both)]).toEqual([422, ["query.updatedSince"]])
  })

  it("is read-only", async () => {
    const url = `${server.origin}/v1/idp/policies/${idOf("p0")}/users`
    const reply = await send(url, { method: "POST", headers: dataHeaders(tenant) })
    expect(reply.status).toBe(405)
  })
})

describe("the other members of a policy", () => {
  it("are its groups and its applications [contract: policy-fields]", async () => {
    const lists = [
      ["groups", "g1"],
      ["applications", "a1"]
    ] as const
    for (const [list, vendorId] of lists) {
      const reply = await get(`/idp/policies/${idOf("p0")}/${list}`)
      const all = (await get(`/idp/${list}`)).json as Page
      const items = all.items.filter((item) => item.vendor_id === vendorId)
      expect(reply.json).toEqual({ count: 1, total: 1, items })
      expect(items).toHaveLength(1)
      expect((await get(`/idp/policies/${idOf("p1")}/${list}`)).json).toEqual({ count: 0, total: 0, items: [] })
    }
  })
})

describe("the typed client", () => {
  it("decodes responses with the published schema", async () => {
    const client = HttpApiClient.make(TributaryApi, {
      baseUrl: server.origin,
      transformClient: HttpClient.mapRequest(HttpClientRequest.setHeaders(dataHeaders(tenant)))
    }).pipe(Effect.provide(FetchHttpClient.layer))
    const path = { policy_id: idOf("p0") }
    const shared = { enableCursor: false, excludeTotal: false, limit: 2 }
    const [users, groups, applications] = await Effect.runPromise(
      Effect.gen(function* () {
        const { idp } = yield* client
        const flags = { includeIdpGroups: false, includeIdpApplications: false, includeIdpUsers: true }
        return [
          yield* idp.listIdpPolicyUsers({ path, urlParams: { ...shared, ...flags, enableCursor: true } }),
          yield* idp.listIdpPolicyGroups({ path, urlParams: { ...shared, ...flags } }),
          yield* idp.listIdpPolicyApplications({ path, urlParams: { ...shared, ...flags } })
        ] as const
      })
    )
    expect(users).toMatchObject({ items: [{ vendor_id: "u2" }, { vendor_id: "u3" }], previous_cursor: null })
    expect(groups).toMatchObject({ count: 1, items: [{ vendor_id: "g1", users: [{ vendor_id: "u1" }] }] })
    expect(applications).toMatchObject({ count: 1, items: [{ vendor_id: "a1", users: [] }] })
  })
})
