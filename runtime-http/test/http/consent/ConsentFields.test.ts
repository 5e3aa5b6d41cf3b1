import { expect, it } from "@effect/vitest"
import { AuthMethod, Connector, Credentials, Extractor, Pagination } from "@tributary/core"
import { Effect, Schema } from "effect"
import * as Wait from "../../../../tests/support/Wait.js"
import { groupList } from "../../sync/FakeVendor.js"
import { onPostgres } from "../../TestDatabase.js"
import * as ConsentVendor from "./ConsentVendor.js"
import type { Issuer } from "./Issuer.js"
import { CONSENT, type Json, make } from "./SessionWorld.js"

type Region = "eu" | "us" | "ap"

const groups = Extractor.make({ ...groupList, pagination: Pagination.none({ items: "items" }) })

/** The tenants of the regions: a customer of two of them is the same. */
const tenants = { eu: "acme", us: "acme", ap: "other" }

/** A world with a vendor for each region; both know the tokens of the same issuer. */
const world = Effect.gen(function* () {
  const origins = new Map<string, string>()
  const connectorOf = (issuer: Issuer, vendor: ConsentVendor.ConsentVendor) => {
    origins.set("eu", vendor.origin)
    const { auth: _, ...connector } = ConsentVendor.connectorOf(issuer, vendor)
    const signIn = AuthMethod.make({
      authType: CONSENT,
      credentials: Schema.Struct({
        region: Credentials.choice({ title: "Region", help: "The region.", values: ["eu", "us", "ap"] }),
        consent: Credentials.oauth2(ConsentVendor.oauth2Of(issuer, ["users.read", "groups.read"]))
      }),
      http: ({ consent, region }) => ({ baseUrl: origins.get(region) ?? "", auth: consent, tenant: tenants[region] })
    })
    const exports = { ...connector.exports, device_groups: [groups] }
    return Connector.make({ ...connector, exports, auth: [signIn] } as never) as Connector.Connector
  }
  const common = yield* make({ connectors: (issuer, vendor) => [connectorOf(issuer, vendor)] })
  const us = yield* ConsentVendor.start(common.issuer)
  const ap = yield* ConsentVendor.start(common.issuer)
  origins.set("us", us.origin).set("ap", ap.origin)
  const { ask, connections, consent, create, read, vendor: eu } = common
  /** A connection to the first region with a consent, which has been read once. */
  const consented = Effect.gen(function* () {
    const { connection } = yield* create()
    yield* consent(connection.oauth2_authorize_url ?? "")
    const jobs = ask("GET", `${connections}/${connection.id}/jobs`)
    const isDone = async () => {
      const { json } = await Effect.runPromise(jobs)
      return (json as Json).items.some(({ status }: Json) => status === "SUCCESS") || null
    }
    yield* Effect.promise(() => Wait.until(isDone))
    return connection.id
  })
  const patch = (id: string, body: object) => ask("PATCH", `${connections}/${id}`, body)
  const linkOf = (id: string) => Effect.map(read(id), (connection) => connection.oauth2_authorize_url ?? "")
  return { ...common, ap, consented, eu, linkOf, patch, us }
})

const regionOf = (reply: { readonly json: unknown }): Region => (reply.json as Json).credentials.region

onPostgres("the fields of a connection with a consent", () => {
  it.scopedLive("count from the next consent on, and no token goes to another place before it", () =>
    Effect.gen(function* () {
      const { ask, connections, consent, consented, eu, linkOf, patch, query, us } = yield* world
      const id = yield* consented
      const changed = yield* patch(id, { credentials: { region: "us" } })
      expect([changed.status, regionOf(changed)]).toEqual([200, "us"])
      expect(regionOf(yield* ask("GET", `${connections}/${id}`))).toBe("us")
      const before = eu.seen.length
      const tested = yield* ask("GET", `${connections}/${id}/test`)
      expect([tested.status, (tested.json as Json).is_valid]).toEqual([200, true])
      expect(eu.seen.length).toBeGreaterThan(before)
      expect(us.seen).toEqual([])
      // A visit without a consent changes nothing.
      yield* consent(yield* linkOf(id), false)
      expect(us.seen).toEqual([])
      yield* consent(yield* linkOf(id))
      expect(us.seen.length).toBeGreaterThan(0)
      expect(regionOf(yield* ask("GET", `${connections}/${id}`))).toBe("us")
      expect(yield* query("select next_fields, problem from consent")).toEqual([{ next_fields: null, problem: null }])
      const count = eu.seen.length
      yield* ask("GET", `${connections}/${id}/test`)
      expect(eu.seen.length).toBe(count)
    })
  )

  it.scopedLive(
    "are those of before again if they are changed back, and PENDING connections get them with their first consent",
    () =>
      Effect.gen(function* () {
        const { consent, create, eu, patch, query, us } = yield* world
        const { connection } = yield* create()
        for (const region of ["us", "eu"]) {
          expect(regionOf(yield* patch(connection.id, { credentials: { region } }))).toBe(region)
        }
        expect(yield* query("select next_fields from consent")).toEqual([{ next_fields: null }])
        yield* patch(connection.id, { credentials: { region: "us" } })
        yield* consent(connection.oauth2_authorize_url ?? "")
        expect([eu.seen.length, us.seen.length > 0]).toEqual([0, true])
      })
  )

  it.scopedLive("count from the consent after the next if they are entered while that is checked", () =>
    Effect.gen(function* () {
      const { consent, create, eu, issuer, linkOf, patch, query, read, us } = yield* world
      const { connection } = yield* create()
      const { scopesOf } = issuer
      let isFirst = true
      Object.assign(issuer, {
        scopesOf: async (token: string) => {
          const isDuringCheck = isFirst
          isFirst = false
          if (isDuringCheck) await Effect.runPromise(patch(connection.id, { credentials: { region: "us" } }))
          return scopesOf(token)
        }
      })
      yield* consent(connection.oauth2_authorize_url ?? "")
      expect([eu.seen.length > 0, us.seen.length]).toEqual([true, 0])
      expect(yield* query("select next_fields from consent")).toEqual([{ next_fields: '{"region":"us"}' }])
      expect(yield* read(connection.id)).toMatchObject({ state: "ACTIVE", credentials: { region: "us" } })
      yield* consent(yield* linkOf(connection.id))
      expect(us.seen.length).toBeGreaterThan(0)
      expect(yield* query("select next_fields from consent")).toEqual([{ next_fields: null }])
    })
  )

  it.scopedLive("are checked as those of a new connection are", () =>
    Effect.gen(function* () {
      const { consented, patch, read } = yield* world
      const id = yield* consented
      const wrong = [
        [{ region: "mars" }, "credentials.region"],
        [{ region: null }, "credentials.region"],
        [{ regoin: "us" }, "credentials.regoin"],
        [{ consent: "mine" }, "credentials.consent"]
      ] as const
      for (const [credentials, loc] of wrong) {
        const { json, status } = yield* patch(id, { credentials })
        expect([credentials, status, (json as Json).detail[0].loc.join(".")]).toEqual([credentials, 422, `body.${loc}`])
      }
      const replaced = yield* patch(id, { credentials: { region: "us" }, replace_tenant: true })
      expect([replaced.status, (replaced.json as Json).detail[0].loc]).toEqual([422, ["body", "replace_tenant"]])
      expect(yield* read(id)).toMatchObject({ credentials: { region: "eu" } })
    })
  )

  it.scopedLive("can be entered in a session that renews the connection, as can the types of data that it allows", () =>
    Effect.gen(function* () {
      const { consent, consented, eu, linkOf, read, session, us } = yield* world
      const id = yield* consented
      const own = yield* session({ connection_id: id, data_export_types: ["itsm_users"] })
      const before = eu.seen.length
      const body = { vendor: "CONSENTING", credentials: { region: "us" } }
      const more = yield* own.connect({ ...body, data_export_types: ["itsm_issues"] })
      expect([more.status, (more.json as Json).detail[0].loc]).toEqual([422, ["body", "data_export_types"]])
      const stored = yield* own.connect({ ...body, data_export_types: ["itsm_users"] })
      expect(stored.status, stored.text).toBe(201)
      expect([eu.seen.length, us.seen.length]).toEqual([before, 0])
      yield* consent(yield* linkOf(id))
      expect((yield* own.connection).consent.state).toBe("GIVEN")
      expect(us.seen.length).toBeGreaterThan(0)
      expect(yield* read(id)).toMatchObject({ credentials: { region: "us" }, data_export_types: ["itsm_users"] })
    })
  )

  it.scopedLive(
    "leave a new connection with the types of data that its session allows, or that the customer has chosen",
    () =>
      Effect.gen(function* () {
        const { consent, read, session } = yield* world
        const body = { vendor: "CONSENTING", auth_type: CONSENT, credentials: { region: "eu" } }
        const all = ["device_groups", "itsm_users"]
        const cases = [
          [["device_groups"], undefined, ["device_groups"]],
          [all, ["itsm_users"], ["itsm_users"]],
          [undefined, undefined, all]
        ] as const
        for (const [allowed, chosen, expected] of cases) {
          const own = yield* session(allowed === undefined ? {} : { data_export_types: allowed })
          const stored = yield* own.connect({ ...body, ...(chosen === undefined ? {} : { data_export_types: chosen }) })
          expect(stored.status, stored.text).toBe(201)
          const { consent: awaited, id } = stored.json as Json
          yield* consent(awaited.authorize_url)
          const { data_exports } = yield* own.connection
          expect(data_exports.map((one: Json) => one.data_export_type).toSorted()).toEqual(expected)
          const { data_export_types } = (yield* read(id)) as Json
          expect(data_export_types.toSorted()).toEqual(expected)
        }
      })
  )

  it.scopedLive("that lead to another tenant give no consent, and say so in words for customers", () =>
    Effect.gen(function* () {
      const { ap, ask, connections, consent, consented, linkOf, read, session } = yield* world
      const id = yield* consented
      const own = yield* session({ connection_id: id })
      yield* own.connect({ vendor: "CONSENTING", credentials: { region: "ap" } })
      const page = yield* consent(yield* linkOf(id))
      expect(ap.seen.length).toBeGreaterThan(0)
      const { consent: awaited } = yield* own.connection
      expect(awaited.state).toBe("AWAITED")
      expect(awaited.problem).toMatch(
        /^The consent was for another tenant of Consenting than .*, of which the stored data is\. Use the same tenant as before/
      )
      // Only the customer reads the name of the other one.
      const [, other = ""] = /the consent is for (.*?)\. Use the same tenant/.exec(page.text) ?? []
      expect(other.length).toBeGreaterThan(2)
      expect(awaited.problem).not.toContain(other)
      expect(page.text).not.toContain("replace_tenant")
      expect(awaited.problem).not.toContain("replace_tenant")
      // The data of the tenant before is still read.
      expect(((yield* ask("GET", `${connections}/${id}/test`)).json as Json).is_valid).toBe(true)
      expect(yield* read(id)).toMatchObject({ state: "ACTIVE" })
    })
  )
})

onPostgres("the answer to a request that made a connection with a consent", () => {
  it.scopedLive("is kept without its link, and is repeated with the present one", () =>
    Effect.gen(function* () {
      const { ask, connections, consent, linkOf, patch, query } = yield* world
      const body = { vendor: "CONSENTING", auth_type: CONSENT, credentials: { region: "eu" } }
      const post = ask("POST", connections, body, { "Idempotency-Key": "one" })
      const first = (yield* post).json as Json
      const link = first.oauth2_authorize_url
      expect(link).toContain("signature=")
      const [kept] = yield* query("select answer from idempotency_key")
      expect(kept?.["answer"]).toContain(first.id)
      expect(kept?.["answer"]).not.toContain("signature=")
      const again = yield* post
      expect([again.headers.get("idempotency-replayed"), again.json]).toEqual(["true", first])
      yield* consent(link)
      const present = yield* linkOf(first.id)
      expect(present).not.toBe(link)
      expect((yield* post).json).toEqual({ ...first, oauth2_authorize_url: present })
      yield* patch(first.id, { credentials: { region: "us" } })
      yield* ask("DELETE", `${connections}/${first.id}`)
      expect((yield* post).json).toEqual({ ...first, oauth2_authorize_url: null })
      expect(yield* query("select tokens, next_fields from consent")).toEqual([{ tokens: null, next_fields: null }])
    })
  )
})
