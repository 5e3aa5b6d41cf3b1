import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Fixture from "../../store/RecordFixture.js"
import { at, dataHeaders, makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

const MAX = 8 * 1024 * 1024
const RECORD = 600_000
const RECORDS = 20
/** How many of the records fit a page. */
const FIT = 13

let server: TestServer
let tenant: Tenant

/** Makes every record of these kinds as long as a vendor's longest. */
const pad = (connectionId: string, kinds: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update record set wire = left(wire, -1) || ',"pad":"' || repeat('x', ${RECORD}::int - octet_length(wire)) || '"}'
      where connection_id = ${connectionId} and ${sql.in("kind", kinds)}`
  )

const {
  ComplianceFinding,
  IdpApplication,
  IdpApplicationAssignment,
  IdpGroup,
  IdpGroupMembership,
  IdpPolicy,
  IdpPolicyUser,
  IdpUser
} = RecordKind

const numbers = Array.from({ length: RECORDS }, (_, index) => index)

const finding = (index: number): Fixture.Draft => ({
  title: "t",
  severity: "HIGH",
  vendor_severity: "high",
  status: "NEW",
  vendor_status: "new",
  resource_id: "r",
  vendor_id: `f${index}`
})

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
  await server.run(
    Effect.gen(function* () {
      const connection = at(tenant)
      yield* Fixture.put(connection, IdpUser, Fixture.users(RECORDS))
      yield* Fixture.put(connection, ComplianceFinding, numbers.map(finding))
      yield* Fixture.put(
        connection,
        IdpGroup,
        numbers.map((index) => Fixture.group(`g${index}`))
      )
      yield* Fixture.put(connection, IdpPolicy, [{ name: "p", type: "ACCESS", status: "ENABLED", vendor_id: "p" }])
      yield* Fixture.put(
        connection,
        IdpPolicyUser,
        numbers.map((index) => ({ policy_vendor_id: "p", user_vendor_id: `u${index}` }))
      )
      // The first three users are in five groups each, the last one in all of them.
      const memberships = numbers.map((group) => Fixture.membership(`g${group}`, group < 15 ? `u${group % 3}` : "u18"))
      yield* Fixture.put(connection, IdpGroupMembership, [
        ...memberships,
        ...numbers.map((group) => Fixture.membership(`g${group}`, "u19"))
      ])
      // The third user has five applications, the last one ten.
      const applications = numbers.slice(0, 10)
      yield* Fixture.put(
        connection,
        IdpApplication,
        applications.map((index) => Fixture.application(`a${index}`))
      )
      yield* Fixture.put(connection, IdpApplicationAssignment, [
        ...applications.slice(0, 5).map((index) => ({ application_vendor_id: `a${index}`, user_vendor_id: "u2" })),
        ...applications.map((index) => ({ application_vendor_id: `a${index}`, user_vendor_id: "u0" }))
      ])
      yield* pad(connection.id, [IdpUser.name, IdpGroup.name, IdpApplication.name, ComplianceFinding.name])
      const sql = yield* SqlClient.SqlClient
      // A third of what a finding has in all.
      yield* sql`
        update record set on_request = '{"compliances":[],"rule":{"name":"' || repeat('x', ${RECORD / 2}::int) || '"}}'
        where connection_id = ${connection.id} and kind = ${ComplianceFinding.name}`
      yield* sql`
        update record set position = position + 1000 + substr(vendor_id, 2)::int * 100
        where connection_id = ${connection.id} and kind = ${IdpUser.name}`
    })
  )
})
afterAll(() => server.stop())

interface Page {
  readonly items: ReadonlyArray<{ readonly id: string; readonly vendor_id: string }>
  readonly next_cursor: string | null
  readonly previous_cursor: string | null
}

const get = (path: string, query: string) =>
  send(`${server.origin}/v1${path}?${query}`, { headers: dataHeaders(tenant) })

const pageOf = async (path: string, query: string) => {
  const reply = await get(path, `enableCursor=true&${query}`)
  expect(reply.status, reply.text.slice(0, 1_000)).toBe(200)
  return { bytes: reply.text.length, ...(reply.json as Page) }
}

const names = ({ items }: Page) => items.map((item) => item.vendor_id)

describe("a list whose records are long", () => {
  const policy = () => Fixture.idOf(at(tenant), IdpPolicy, "p")
  const lists = [
    { says: "a whole list", path: () => "/idp/users", query: "limit=500" },
    { says: "a filtered list", path: () => "/cspm/compliance_findings", query: "limit=500&findingStatuses=NEW" },
    { says: "a list below a record", path: () => `/idp/policies/${policy()}/users`, query: "limit=500" }
  ]

  it.each(lists)("has pages of at most 8 MiB by cursor, in both directions: $says", async ({ path, query }) => {
    const first = await pageOf(path(), query)
    expect([first.items.length, first.bytes < MAX + 1_000]).toEqual([FIT, true])
    const second = await pageOf(path(), `${query}&cursor=${first.next_cursor}`)
    expect([second.items.length, second.next_cursor]).toEqual([RECORDS - FIT, null])
    expect(new Set([...names(first), ...names(second)]).size).toBe(RECORDS)
    const back = await pageOf(path(), `${query}&cursor=${second.previous_cursor}`)
    expect([names(back), back.previous_cursor]).toEqual([names(first), null])
  })

  it.each(lists)("answers 422 by offset, and names the limit that fits: $says", async ({ path, query }) => {
    const reply = await get(path(), query)
    expect(reply.status).toBe(422)
    expect((reply.json as { detail: unknown }).detail).toEqual([
      {
        loc: ["query", "limit"],
        msg: expect.stringContaining(`limit=${FIT}`),
        type: "page_too_large",
        ctx: { maximum: FIT },
        input: "500"
      }
    ])
    const fitting = await get(path(), query.replace("500", String(FIT)))
    expect([fitting.status, (fitting.json as { count: number; total: number }).count]).toEqual([200, FIT])
  })
})

describe("a list with large additions to its records", () => {
  it("has pages of at most 8 MiB by cursor, with the related records", async () => {
    const first = await pageOf("/idp/users", "includeIdpGroups=true")
    expect([names(first), first.bytes < MAX + 1_000]).toEqual([["u0", "u1"], true])
    const second = await pageOf("/idp/users", `includeIdpGroups=true&limit=3&cursor=${first.next_cursor}`)
    expect(names(second)).toEqual(["u2", "u3", "u4"])
    const back = await pageOf("/idp/users", `includeIdpGroups=true&cursor=${second.previous_cursor}`)
    expect([names(back), back.previous_cursor]).toEqual([["u0", "u1"], null])
    const third = await pageOf("/idp/users", `includeIdpGroups=true&limit=2&cursor=${second.next_cursor}`)
    const before = await pageOf("/idp/users", `includeIdpGroups=true&limit=5&cursor=${third.previous_cursor}`)
    expect(names(before)).toEqual(["u2", "u3", "u4"])
    expect(before.previous_cursor).not.toBeNull()
  })

  const additions = [
    {
      says: "several arrays",
      path: "/idp/users",
      query: "offset=2&includeIdpGroups=true&includeIdpApplications=true",
      fit: ["u2", "u3", "u4"]
    },
    {
      says: "records without related ones after one with many",
      path: "/idp/users",
      query: "offset=2&includeIdpGroups=true",
      fit: ["u2", "u3", "u4", "u5", "u6", "u7", "u8", "u9"]
    },
    {
      says: "on-request fields",
      path: "/cspm/compliance_findings",
      query: "includeRule=true",
      fit: ["f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"]
    }
  ]

  it.each(additions)(
    "counts everything that is added, and answers 422 by offset: $says",
    async ({ fit, path, query }) => {
      const page = await pageOf(path, query)
      expect([names(page), page.bytes < MAX + 1_000]).toEqual([fit, true])
      const refused = await get(path, `${query}&limit=${fit.length + 1}`)
      expect([refused.status, (refused.json as { detail: unknown }).detail]).toEqual([
        422,
        [expect.objectContaining({ type: "page_too_large", ctx: { maximum: fit.length } })]
      ])
      const fitting = await get(path, `${query}&limit=${fit.length}`)
      expect([fitting.status, names(fitting.json as Page)]).toEqual([200, fit])
    }
  )

  it("names the flag whose array no longer fits", async () => {
    const both = "includeIdpGroups=true&includeIdpApplications=true"
    const refused = await get("/idp/users", `${both}&limit=1`)
    expect([refused.status, (refused.json as { detail: unknown }).detail]).toEqual([
      422,
      [expect.objectContaining({ loc: ["query", "includeIdpApplications"], type: "page_too_large" })]
    ])
    expect((await get("/idp/users", `${both}&limit=1&expandAs=ids`)).status).toBe(200)
  })

  it("answers 422 if the additions of a single record do not fit, and names the flag", async () => {
    const user = Fixture.idOf(at(tenant), IdpUser, "u19")
    for (const reply of [
      await get(`/idp/users/${user}`, "includeIdpGroups=true"),
      await get("/idp/users", "includeIdpGroups=true&limit=1&offset=19")
    ]) {
      expect(reply.status).toBe(422)
      expect((reply.json as { detail: unknown }).detail).toEqual([
        {
          loc: ["query", "includeIdpGroups"],
          msg: expect.stringContaining("8 MiB"),
          type: "page_too_large",
          ctx: {},
          input: "true"
        }
      ])
    }
    expect((await get(`/idp/users/${user}`, "")).status).toBe(200)
  })
})
