import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { sentences } from "../../../src/api/parts/CustomerErrors.js"
import { onPostgres } from "../../TestDatabase.js"
import { Browser } from "./Browser.js"
import * as ConsentVendor from "./ConsentVendor.js"
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
        const { ask, consent, links, read, session } = yield* world
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
      const listed = Effect.map(ask("GET", links), ({ json }) => (json as Json).items.map(({ state }: Json) => state))
      expect(yield* listed).toEqual(["CONSENT_AWAITED"])
      yield* consent(awaited.authorize_url)
      expect(yield* listed).toEqual(["CONNECTED"])
      expect((yield* own.connection).consent).toEqual({ state: "GIVEN", authorize_url: null, problem: null })
      yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
      expect(yield* read(connection.id)).toMatchObject({ oauth2_problem: null })
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
