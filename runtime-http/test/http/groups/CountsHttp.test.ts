import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as CountsParameters from "../../../src/api/parts/CountsParameters.js"
import * as Fixture from "../../store/RecordFixture.js"
import { at, makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
  await server.run(
    Fixture.put(at(tenant), RecordKind.IdpUser, [
      Fixture.user("a", { is_admin: true, is_mfa_enabled: true }),
      Fixture.user("b", { is_admin: true, is_mfa_enabled: false }),
      Fixture.user("c", { is_admin: false }),
      Fixture.user("d")
    ])
  )
  await server.run(
    Fixture.put(at(tenant), RecordKind.Vulnerability, [
      Fixture.vulnerability("v1", { severity: "HIGH", is_exploited: true }),
      Fixture.vulnerability("v2", { severity: "HIGH", is_exploited: false }),
      Fixture.vulnerability("v3", { severity: "LOW" })
    ])
  )
})
afterAll(() => server.stop())

const ask = (query: string, own: Tenant = tenant, key = tenant.key) =>
  send(
    `${server.origin}/v1/provisioning/organizations/${own.organization.id}/connections/${own.connection.id}/counts?${query}`,
    { headers: { "X-API-KEY": key } }
  )

/** The values with their counts, without those that no record has. */
const counts = async (kind: string, by: string) => {
  const { json, status, text } = await ask(`kind=${kind}&by=${by}`)
  expect(status, text).toBe(200)
  const answer = json as { total: number; counts: ReadonlyArray<{ value: unknown; count: number }> }
  expect(json).toMatchObject({ kind, by })
  const found = answer.counts.filter(({ count }) => count > 0)
  return [answer.total, ...found.map(({ count, value }) => [value, count])]
}

it("counts by a field with a facet, and by one without", async () => {
  expect(await counts("idp_user", "is_admin")).toEqual([4, [true, 2], [false, 1], [null, 1]])
  expect(await counts("vulnerability", "severity")).toEqual([3, ["HIGH", 2], ["LOW", 1]])
  expect(await counts("vulnerability", "is_exploited")).toEqual([3, [true, 1], [false, 1], [null, 1]])
  expect(await counts("device", "platform")).toEqual([0])
})

it("includes every value of the field, even those that no record has", async () => {
  const { json } = await ask("kind=vulnerability&by=severity")
  expect((json as { counts: ReadonlyArray<{ value: unknown }> }).counts.map(({ value }) => value)).toEqual([
    ...["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL", "UNKNOWN"],
    null
  ])
})

it("counts records that an earlier release stored without facets", async () => {
  const own = await server.run(makeTenant)
  await server.run(Fixture.put(at(own), RecordKind.IdpUser, [Fixture.user("a", { is_admin: true }), Fixture.user("b")]))
  await server.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.zipRight(
        sql`update record set facets = null, facet_version = 0 where connection_id = ${own.connection.id} and vendor_id = 'a'`,
        sql`update record_counter set facet_version = 0 where connection_id = ${own.connection.id}`
      )
    )
  )
  const { json } = await ask("kind=idp_user&by=is_admin", own, own.key)
  expect(json).toMatchObject({
    total: 2,
    counts: [
      { value: true, count: 1 },
      { value: false, count: 0 },
      { value: null, count: 1 }
    ]
  })
})

it("names the known kinds and fields, and the nearest", async () => {
  const detailOf = async (query: string) => {
    const { json, status } = await ask(query)
    expect(status).toBe(422)
    return (json as { detail: ReadonlyArray<object> }).detail
  }
  expect(await detailOf("kind=vulnerabilities&by=severity")).toMatchObject([
    {
      loc: ["query", "kind"],
      msg: 'There is no kind "vulnerabilities". Did you mean vulnerability?',
      ctx: { nearest: "vulnerability", enum: expect.arrayContaining(["idp_user", "device"]) }
    }
  ])
  expect(await detailOf("kind=vulnerability&by=severty")).toMatchObject([
    {
      loc: ["query", "by"],
      msg: 'Records of vulnerability have no field "severty". Did you mean severity?',
      ctx: { nearest: "severity" }
    }
  ])
  const known = ["is_deleted", "is_mfa_enabled", "is_admin", "user_type"]
  const countable = `Send one of ${known.join(", ")}.`
  for (const by of ["severity", "status", "colour"]) {
    expect(await detailOf(`kind=idp_user&by=${by}`)).toEqual([
      {
        loc: ["query", "by"],
        msg: `Records of idp_user have no field "${by}". ${countable}`,
        type: "enum",
        ctx: { enum: known },
        input: by
      }
    ])
  }
  for (const by of ["vendor_status", "department"]) {
    expect(await detailOf(`kind=idp_user&by=${by}`)).toMatchObject([
      {
        msg: `Records of idp_user cannot be counted by "${by}", because it is neither an enum nor a boolean. ${countable}`,
        ctx: { enum: known }
      }
    ])
  }
  expect(await detailOf(`kind=idp_user&by=${"x".repeat(1_000)}`)).toMatchObject([
    { msg: `Records of idp_user have no field "${"x".repeat(100)}". ${countable}` }
  ])
  expect(await detailOf("kind=idp_user&by=severity&by=is_admin")).toMatchObject([
    { loc: ["query", "by"], msg: expect.stringContaining("2 times") }
  ])
  expect((await detailOf("")).length).toBe(2)
})

it("answers for every kind and field that it names", async () => {
  const pairs = [...CountsParameters.kinds.values()].flatMap((kind) =>
    [...CountsParameters.fieldsOf(kind).keys()].map((by) => `kind=${kind.name}&by=${by}`)
  )
  expect(pairs.length).toBeGreaterThan(20)
  for (const pair of pairs) expect([pair, (await ask(pair)).status]).toEqual([pair, 200])
})
