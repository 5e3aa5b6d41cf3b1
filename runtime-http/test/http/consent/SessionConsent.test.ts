import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { sentences } from "../../../src/api/parts/CustomerErrors.js"
import { onPostgres } from "../../TestDatabase.js"
import { Browser } from "./Browser.js"
import * as ConsentVendor from "./ConsentVendor.js"
import * as ConsentWorld from "./ConsentWorld.js"
import { CONSENT, type Json, make } from "./SessionWorld.js"

const world = make({
  connectors: (issuer, vendor) => [
    ConsentVendor.connectorOf(issuer, vendor),
    ConsentVendor.soleOf("SOLE", issuer, vendor),
    // The service has no client of it.
    ConsentVendor.soleOf("UNOFFERED", issuer, vendor)
  ],
  clientsOf: ["CONSENTING", "SOLE"]
})

const byConsent = { vendor: "CONSENTING", auth_type: CONSENT, credentials: { region: "eu" } }

onPostgres("a session whose customer consents", () => {
  it.scopedLive(
    "stores a PENDING connection, says why a visit gave no consent, and follows the first sync after the next",
    () =>
      Effect.gen(function* () {
        const { ask, consent, links, read, session, visit } = yield* world
        const revoked = yield* session()
        yield* revoked.connect(byConsent)
        yield* ask("DELETE", `${links}/${revoked.id}`)
        expect((yield* ask("GET", `${links}/${revoked.id}`)).json).toMatchObject({ state: "REVOKED" })

        const own = yield* session({ identifier: "emea" })
        const stored = yield* own.connect(byConsent)
        expect(stored.status, stored.text).toBe(201)
        const first = stored.json as Json
        expect(first).toMatchObject({ vendor: "CONSENTING", state: "PENDING", phase: "FIRST_SYNC_PENDING" })
        expect(first.consent).toEqual({
          state: "AWAITED",
          authorize_url: (yield* read(first.id)).oauth2_authorize_url,
          problem: null
        })
        expect(yield* own.connection).toEqual(first)
        const state = Effect.map(ask("GET", `${links}/${own.id}`), ({ json }) => (json as Json).state)
        expect((yield* ask("GET", `${links}/${own.id}`)).json).toMatchObject({
          state: "CONSENT_AWAITED",
          connection_id: first.id
        })
        expect((yield* own.view).state).toBe("CONSENT_AWAITED")
        expect((yield* own.connect(byConsent)).headers.get("x-error-code")).toBe("CONNECT_SESSION_USED")

        yield* consent(first.consent.authorize_url, false)
        const denied = yield* own.connection
        expect(denied).toMatchObject({ state: "PENDING" })
        expect(denied.consent).toEqual({
          ...first.consent,
          problem: "The consent was not given on the page of Consenting."
        })

        expect(yield* state).toBe("CONSENT_AWAITED")
        // While a browser is on the way, nobody takes the end of the visit before for its own.
        yield* visit(new Browser(), yield* read(first.id), true)
        expect((yield* own.connection).consent).toEqual(first.consent)
        yield* consent(denied.consent.authorize_url)
        expect([yield* state, (yield* own.view).state]).toEqual(["CONNECTED", "CONNECTED"])
        const given = yield* own.connection
        expect(given).toMatchObject({
          state: "ACTIVE",
          consent: { state: "GIVEN", authorize_url: null, problem: null }
        })
        const connection = (yield* ask("GET", `${links.replace("connect-sessions", "connections")}/${first.id}`)).json
        expect(connection).toMatchObject({ identifier: "emea", auth_type: CONSENT, credentials: { region: "eu" } })
      })
  )

  it.scopedLive("renews a connection whose consent has ended, and does not count the consent before", () =>
    Effect.gen(function* () {
      const { ask, connections, consent, create, issuer, links, read, session, until } = yield* world
      const { connection } = yield* create()
      yield* consent(connection.oauth2_authorize_url ?? "")
      yield* until(connection.id, ({ health, state }) => state === "ACTIVE" && health.name === "HEALTHY")
      yield* Effect.promise(() => issuer.revokeAll())
      yield* ask("POST", `${connections}/${connection.id}/sync`)
      const refused = yield* until(connection.id, ({ health }) => health.name === "UNAUTHORIZED")
      yield* consent(refused.oauth2_authorize_url ?? "", false)

      const own = yield* session({ connection_id: connection.id })
      const view = yield* own.view
      expect(view.connection).toMatchObject({
        auth_type: CONSENT,
        oauth2_problem: "The consent was not given on the page of Consenting.",
        credentials: { region: "eu" },
        health: { name: "UNAUTHORIZED" }
      })
      expect(
        view.connectors.map(({ auth_methods, auth_type, vendor }: Json) => [vendor, auth_type, auth_methods.length])
      ).toEqual([["CONSENTING", CONSENT, 1]])
      const other = yield* own.connect({ vendor: "CONSENTING", auth_type: "API_KEY", credentials: { key: "k" } })
      expect([other.status, (other.json as Json).detail[0].loc]).toEqual([422, ["body", "auth_type"]])

      const stored = yield* own.connect({ vendor: "CONSENTING", credentials: {} })
      expect(stored.status, stored.text).toBe(201)
      const { consent: awaited } = stored.json as Json
      // The problem of a visit before the session is over.
      expect(awaited).toEqual({ state: "AWAITED", authorize_url: expect.any(String), problem: null })
      expect((yield* own.connection).consent).toEqual(awaited)
      yield* ask("POST", `${connections}/${connection.id}/sync`)
      const hasNoJob = ({ current_job }: Json) => current_job === null
      yield* Effect.repeat(own.connection, { schedule: ConsentWorld.often, until: hasNoJob })
      expect(yield* own.connection).toMatchObject({ current_job: null, has_read: false })
      const listed = Effect.map(ask("GET", links), ({ json }) => (json as Json).items.map(({ state }: Json) => state))
      expect(yield* listed).toEqual(["CONSENT_AWAITED"])
      yield* consent(awaited.authorize_url)
      expect(yield* listed).toEqual(["CONNECTED"])
      expect((yield* own.connection).consent).toEqual({ state: "GIVEN", authorize_url: null, problem: null })
      yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
      expect(yield* read(connection.id)).toMatchObject({ oauth2_problem: null })
    })
  )

  it.scopedLive("ends the link of the consent when it is revoked, also for a browser that is on the way", () =>
    Effect.gen(function* () {
      const { consent, open, read, session, visit } = yield* world
      const own = yield* session({ vendors: ["SOLE"] })
      const { consent: awaited, id } = (yield* own.connect({ vendor: "SOLE", credentials: {} })).json as Json
      const browser = new Browser()
      const back = yield* visit(browser, { oauth2_authorize_url: awaited.authorize_url } as ConsentWorld.Connection)
      expect(yield* own.revoke).toMatchObject({ status: 204 })
      expect((yield* open(browser, awaited.authorize_url)).text).toContain("This link has expired")
      expect((yield* open(browser, back)).text).toContain("Whoever gave you this link has ended it")
      const pending = yield* read(id)
      expect(pending).toMatchObject({ state: "PENDING", oauth2_problem: null })
      // The product can go on with the connection.
      expect((yield* consent(pending.oauth2_authorize_url ?? "")).text).toContain("<h1>Connected</h1>")

      // What is given stays: another link of the product's does not end with the session.
      const again = yield* session({ connection_id: id })
      const renewing = (yield* again.connect({ vendor: "SOLE", credentials: {} })).json as Json
      yield* consent(renewing.consent.authorize_url)
      const given = (yield* read(id)).oauth2_authorize_url
      expect(yield* again.revoke).toMatchObject({ status: 204 })
      expect((yield* read(id)).oauth2_authorize_url).toBe(given)
    })
  )

  it.scopedLive("goes on with a connection of the same identifier that waits for its first consent", () =>
    Effect.gen(function* () {
      const { ask, connections, consent, link, query, session, until, vendor } = yield* world
      const all = Effect.map(ask("GET", connections), ({ json }) => (json as Json).items as ReadonlyArray<Json>)
      const idOf = (reply: { readonly json: unknown; readonly status: number; readonly text: string }): string => {
        expect(reply.status, reply.text).toBe(201)
        return (reply.json as Json).id
      }
      const former = yield* session({ identifier: "emea" })
      const abandoned = idOf(yield* former.connect(byConsent))
      const next = yield* session({ identifier: "emea", vendors: ["CONSENTING"] })
      const late = yield* session({ identifier: "emea" })
      expect((yield* next.view).connectors).toHaveLength(1)
      const wrong = yield* next.connect({ ...byConsent, credentials: {} })
      expect([wrong.status, (wrong.json as Json).detail[0].loc]).toEqual([422, ["body", "credentials", "region"]])
      const stored = yield* next.connect({ ...byConsent, credentials: { region: "us" } })
      expect(idOf(stored)).toBe(abandoned)
      yield* consent((stored.json as Json).consent.authorize_url)
      expect(yield* former.connection).toMatchObject({ consent: { state: "GIVEN" } })
      expect(yield* all).toMatchObject([{ id: abandoned, state: "ACTIVE", credentials: { region: "us" } }])

      // What is connected is in the way.
      const refused = yield* link({ identifier: "emea", vendors: ["CONSENTING"] })
      expect(refused.headers.get("x-error-code")).toBe("IDENTIFIER_TAKEN")
      expect((yield* late.connect(byConsent)).headers.get("x-error-code")).toBe("IDENTIFIER_TAKEN")

      // What waits to sign in another way gives way. (The requests of the first job come before, because the vendor's
      // answers to them would run `beforeAnswer` too.)
      yield* until(abandoned, ({ health }) => health.name === "HEALTHY")
      const waiting = idOf(yield* (yield* session({ identifier: "apac" })).connect(byConsent))
      const key = vendor.seen.at(-1)?.replace("Bearer ", "") ?? ""
      const withKey = { vendor: "CONSENTING", auth_type: "API_KEY", credentials: { key } }
      const last = yield* session({ identifier: "apac" })
      const become = (state: string) =>
        Effect.runPromise(query(`update connection set state = '${state}' where id = '${waiting}'`))
      // Unless it is connected while the key is checked.
      vendor.beforeAnswer = () => become("ACTIVE")
      expect((yield* last.connect(withKey)).headers.get("x-error-code")).toBe("CHANGED_MEANWHILE")
      vendor.beforeAnswer = async () => undefined
      yield* Effect.promise(() => become("PENDING"))
      const byKey = yield* last.connect(withKey)
      expect(byKey.json).toMatchObject({ state: "ACTIVE", consent: null })
      expect((yield* all).map(({ id }) => id)).toEqual([abandoned, idOf(byKey)])
      expect(idOf(byKey)).not.toBe(waiting)
    })
  )

  it.scopedLive(
    "reads no words for operators when the service fails, in the session and on the page of the consent",
    () =>
      Effect.gen(function* () {
        const { open, query, session } = yield* world
        const own = yield* session()
        const { consent: awaited } = (yield* own.connect(byConsent)).json as Json
        yield* query("alter table consent rename to consent_away")
        const page = yield* open(new Browser(), awaited.authorize_url)
        expect(page.status).toBe(500)
        expect(page.text).toContain(sentences.Unexpected)
        expect(yield* own.connection).toEqual({ detail: sentences.Unexpected })
      })
  )

  it.scopedLive("is offered only the ways to sign in that can be used", () =>
    Effect.gen(function* () {
      const { consent, create, link, query, session } = yield* world
      const own = yield* session()
      const view = yield* own.view
      expect(
        view.connectors.map(({ auth_methods, vendor }: Json) => [
          vendor,
          auth_methods.map(({ auth_type }: Json) => auth_type)
        ])
      ).toEqual([
        ["CONSENTING", ["API_KEY", CONSENT]],
        ["SOLE", [CONSENT]]
      ])
      const wrong = [
        [{ ...byConsent, auth_type: "BASIC" }, "auth_type"],
        [{ ...byConsent, vendor: "UNOFFERED", credentials: {} }, "vendor"],
        [{ ...byConsent, credentials: { region: "eu", consent: "mine" } }, "credentials.consent"],
        [{ ...byConsent, credentials: {} }, "credentials.region"]
      ] as const
      for (const [body, loc] of wrong) {
        const asked = yield* own.connect(body)
        expect([body, asked.status, (asked.json as Json).detail[0].loc.join(".")]).toEqual([body, 422, `body.${loc}`])
      }
      const tested = yield* own.test(byConsent)
      expect([tested.status, (tested.json as Json).detail[0].loc]).toEqual([422, ["body", "auth_type"]])
      const refused = yield* link({ vendors: ["UNOFFERED"] })
      expect([refused.status, (refused.json as Json).detail[0]]).toMatchObject([
        422,
        { loc: ["body", "vendors"], msg: expect.stringContaining("TRIBUTARY_OAUTH_CLIENTS") }
      ])

      // A link to renew is refused as well if the customer could not consent.
      const { connection } = yield* create()
      yield* query(`update connection set vendor = 'UNOFFERED' where id = '${connection.id}'`)
      const unrenewable = yield* link({ connection_id: connection.id })
      expect([unrenewable.status, (unrenewable.json as Json).detail?.[0]]).toMatchObject([
        422,
        { loc: ["body", "connection_id"], msg: expect.stringContaining("TRIBUTARY_OAUTH_CLIENTS") }
      ])

      // The only way of the connector needs no auth_type.
      const sole = yield* session({ vendors: ["SOLE"] })
      const stored = yield* sole.connect({ vendor: "SOLE", credentials: {} })
      expect(stored.status, stored.text).toBe(201)
      yield* consent((stored.json as Json).consent.authorize_url)
      expect(yield* sole.connection).toMatchObject({ state: "ACTIVE", consent: { state: "GIVEN" } })
    })
  )
})
