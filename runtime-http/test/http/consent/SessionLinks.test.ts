import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { blocks, sentences } from "../../../src/api/parts/CustomerErrors.js"
import { INTERRUPTED } from "../../../src/store/consent/Interruption.js"
import { onPostgres } from "../../TestDatabase.js"
import { Browser } from "./Browser.js"
import * as ConsentVendor from "./ConsentVendor.js"
import type * as ConsentWorld from "./ConsentWorld.js"
import { CONSENT, type Json, make } from "./SessionWorld.js"

const world = make({
  connectors: (issuer, vendor) => [
    ConsentVendor.connectorOf(issuer, vendor),
    ConsentVendor.soleOf("SOLE", issuer, vendor)
  ],
  clientsOf: ["CONSENTING", "SOLE"]
})

const byConsent = { vendor: "CONSENTING", auth_type: CONSENT, credentials: { region: "eu" } }

const at = (url: string) => ({ oauth2_authorize_url: url }) as ConsentWorld.Connection

onPostgres("the link of a consent that a session gives", () => {
  it.scopedLive("is shown to the session that gave it last, and ends that of an earlier session", () =>
    Effect.gen(function* () {
      const { consent, open, read, session, visit } = yield* world
      const former = yield* session({ identifier: "emea" })
      const first = (yield* former.connect(byConsent)).json as Json
      expect(first.consent).toMatchObject({ state: "AWAITED", authorize_url: expect.any(String), problem: null })
      const browser = new Browser()
      const back = yield* visit(browser, at(first.consent.authorize_url))

      const next = yield* session({ identifier: "emea" })
      const second = (yield* next.connect(byConsent)).json as Json
      expect(second.id).toBe(first.id)
      expect(second.consent.authorize_url).not.toBe(first.consent.authorize_url)
      expect((yield* former.connection).consent).toEqual({
        state: "AWAITED",
        authorize_url: null,
        problem: "A newer link was opened for this connection. Go on in the window of that link."
      })
      // Nor does a visit count that began before.
      expect((yield* open(browser, back)).text).toContain("another link goes on with the connection")
      expect(yield* read(first.id)).toMatchObject({ state: "PENDING", oauth2_problem: null })
      expect((yield* open(new Browser(), first.consent.authorize_url)).text).toContain("This link has expired")

      // The end of the earlier session leaves the link of the later one as it is.
      expect(yield* former.revoke).toMatchObject({ status: 204 })
      expect((yield* next.connection).consent).toEqual(second.consent)
      expect((yield* consent(second.consent.authorize_url)).text).toContain("<h1>Connected</h1>")
      expect((yield* next.connection).consent).toEqual({ state: "GIVEN", authorize_url: null, problem: null })
    })
  )

  it.scopedLive("leads back to the page of the session, and not where an earlier connection wanted it", () =>
    Effect.gen(function* () {
      const { consent, create, query, read, session, visit, open } = yield* world
      const returnUrl = "https://app.example.com/done"
      const { connection } = yield* create({ identifier: "emea", return_url: returnUrl })
      const own = yield* session({ identifier: "emea" })
      const stored = (yield* own.connect(byConsent)).json as Json
      expect(stored.id).toBe(connection.id)
      const denied = yield* consent(stored.consent.authorize_url, false)
      expect(denied).toMatchObject({ status: 400, location: null })
      const browser = new Browser()
      const back = yield* visit(browser, at(stored.consent.authorize_url))
      for (const _ of ["first", "loaded again"]) {
        expect(yield* open(browser, back)).toMatchObject({ status: 200, location: null })
      }
      // The product's own links lead there as before.
      const { oauth2_authorize_url } = yield* read(connection.id)
      expect((yield* consent(oauth2_authorize_url ?? "")).location).toContain(returnUrl)
      const renewing = yield* session({ connection_id: connection.id })
      const { authorize_url } = ((yield* renewing.connect({ vendor: "CONSENTING", credentials: {} })).json as Json)
        .consent
      yield* query("update connect_session set expires_at = clock_timestamp()")
      expect((yield* consent(authorize_url)).location).toContain(returnUrl)
    })
  )

  it.scopedLive("needs no room for a connection that exists already and waits", () =>
    Effect.gen(function* () {
      const { account, consent, link, query, session, vendor } = yield* world
      const connected = yield* session({ identifier: "amer" })
      const given = (yield* connected.connect(byConsent)).json as Json
      yield* consent(given.consent.authorize_url)
      const key = vendor.seen.at(-1)?.replace("Bearer ", "") ?? ""
      const former = yield* session({ identifier: "emea" })
      const { id } = (yield* former.connect(byConsent)).json as Json
      const late = yield* session({ identifier: "emea" })
      const lost = yield* session({ identifier: "apac" })
      yield* query(`insert into account_quota (account_id, quota, "limit") values ('${account}', 'connections', 2)`)
      const codeOf = ({ headers, status }: { readonly headers: Headers; readonly status: number }) => [
        status,
        headers.get("x-error-code")
      ]
      const isFull = [409, "QUOTA_EXCEEDED"]
      expect((yield* lost.view).blocked).toBe(blocks.full)
      expect(codeOf(yield* link({ identifier: "apac" }))).toEqual(isFull)
      expect(codeOf(yield* link({ identifier: "emea", vendors: ["SOLE"] }))).toEqual(isFull)
      const next = yield* session({ identifier: "emea" })
      const view = yield* next.view
      expect([view.blocked, view.connectors.map((each: Json) => each.vendor)]).toEqual([null, ["CONSENTING"]])
      expect(codeOf(yield* next.connect({ vendor: "SOLE", credentials: {} }))).toEqual(isFull)
      const again = yield* next.connect(byConsent)
      expect([again.status, (again.json as Json).id], again.text).toEqual([201, id])
      // One that signs in another way takes its place.
      const withKey = { vendor: "CONSENTING", auth_type: "API_KEY", credentials: { key } }
      expect((yield* late.test(withKey)).status).toBe(200)
      const byKey = yield* late.connect(withKey)
      expect(byKey.status, byKey.text).toBe(201)
      expect((yield* next.view).state).toBe("CONNECTION_DELETED")
    })
  )

  it.scopedLive("sends no secret to the vendor above the quota, where giving way leaves no place", () =>
    Effect.gen(function* () {
      const { account, query, session, vendor } = yield* world
      yield* (yield* session({ identifier: "amer" })).connect(byConsent)
      const { id } = (yield* (yield* session({ identifier: "emea" })).connect(byConsent)).json as Json
      const next = yield* session({ identifier: "emea" })
      const ways = Effect.map(next.view, ({ connectors }) =>
        connectors.map((each: Json) => [each.vendor, each.auth_methods.map((way: Json) => way.auth_type)])
      )
      expect(yield* ways).toEqual([
        ["CONSENTING", ["API_KEY", CONSENT]],
        ["SOLE", [CONSENT]]
      ])
      yield* query(`insert into account_quota (account_id, quota, "limit") values ('${account}', 'connections', 1)`)
      const withKey = { vendor: "CONSENTING", auth_type: "API_KEY", credentials: { key: "secret-of-the-customer" } }
      for (const ask of [next.test, next.connect]) {
        const asked = yield* ask(withKey)
        expect([asked.status, asked.headers.get("x-error-code")], asked.text).toEqual([409, "QUOTA_EXCEEDED"])
      }
      expect(vendor.seen).toEqual([])
      // Only the way is shown that goes on.
      expect(yield* ways).toEqual([["CONSENTING", [CONSENT]]])
      const again = yield* next.connect(byConsent)
      expect([again.status, (again.json as Json).id], again.text).toEqual([201, id])
    })
  )

  it.scopedLive("is what a key goes on with: it makes no connection beside one that waits, also without room", () =>
    Effect.gen(function* () {
      const { account, ask, connections, consent, query, read, session, vendor } = yield* world
      const former = yield* session({ identifier: "emea" })
      const { id } = (yield* former.connect(byConsent)).json as Json
      const withKey = { vendor: "CONSENTING", identifier: "emea", credentials: { key: "secret-of-the-customer" } }
      const refuses = Effect.gen(function* () {
        for (const body of [withKey, { ...byConsent, identifier: "emea" }]) {
          const asked = yield* ask("POST", connections, body)
          expect([asked.status, asked.headers.get("x-error-code")], asked.text).toEqual([409, "IDENTIFIER_TAKEN"])
          expect((asked.json as Json).detail).toContain(id)
        }
      })
      yield* refuses
      yield* query(`insert into account_quota (account_id, quota, "limit") values ('${account}', 'connections', 1)`)
      yield* refuses
      const other = yield* ask("POST", connections, { ...withKey, identifier: "apac" })
      expect(other.headers.get("x-error-code")).toBe("QUOTA_EXCEEDED")
      expect(vendor.seen).toEqual([])
      const { oauth2_authorize_url } = yield* read(id)
      expect((yield* consent(oauth2_authorize_url ?? "")).text).toContain("<h1>Connected</h1>")
    })
  )

  it.scopedLive("says that the connection is gone when it is deleted before the consent", () =>
    Effect.gen(function* () {
      const { ask, connections, links, session } = yield* world
      const own = yield* session()
      const { id } = (yield* own.connect(byConsent)).json as Json
      const state = Effect.map(ask("GET", `${links}/${own.id}`), ({ json }) => (json as Json).state)
      expect(yield* state).toBe("CONSENT_AWAITED")
      yield* ask("DELETE", `${connections}/${id}`)
      expect(yield* state).toBe("CONNECTION_DELETED")
      expect((yield* own.view).state).toBe("CONNECTION_DELETED")
      expect(yield* own.connection).toEqual({ detail: sentences.ConnectionNotFound })
      expect((yield* own.connect(byConsent)).headers.get("x-error-code")).toBe("CONNECT_SESSION_USED")
    })
  )

  it.scopedLive("can be tried again after a process has died with the code of a visit", () =>
    Effect.gen(function* () {
      const { ask, connections, consent, open, query, session, visit } = yield* world
      const own = yield* session()
      const { consent: awaited, id } = (yield* own.connect(byConsent)).json as Json
      const browser = new Browser()
      const back = yield* visit(browser, at(awaited.authorize_url))
      // As the process leaves it that has taken the code, and then nothing more happens.
      yield* query("update consent_visit set returned_at = clock_timestamp()")
      expect((yield* own.connection).consent).toEqual(awaited)
      yield* query("update consent_visit set returned_at = clock_timestamp() - interval '6 minutes'")
      expect((yield* own.connection).consent).toEqual({ ...awaited, problem: INTERRUPTED })
      expect((yield* open(browser, back)).text).toContain(INTERRUPTED)
      const status = yield* ask("GET", `${connections}/${id}/status`)
      expect((status.json as Json).problems[0].affected[0].detail).toBe(INTERRUPTED)
      // Another visit is on its way.
      yield* visit(new Browser(), at(awaited.authorize_url))
      expect((yield* own.connection).consent).toEqual(awaited)
      yield* consent(awaited.authorize_url)
      expect((yield* own.connection).consent).toMatchObject({ state: "GIVEN", problem: null })
      expect((yield* open(browser, back)).text).toContain("connected in another window")
    })
  )
})

onPostgres("browsers that come back", () => {
  it.scopedLive("are counted for their connection, whatever they bring", () =>
    Effect.gen(function* () {
      const { open, session, visit } = yield* world
      const collected = new Browser()
      const own = yield* session({ vendors: ["SOLE"] })
      const { consent: awaited } = (yield* own.connect({ vendor: "SOLE", credentials: {} })).json as Json
      const page = yield* open(collected, awaited.authorize_url)
      expect(page.status).toBe(200)
      const next = new URL(awaited.authorize_url)
      next.pathname = next.pathname.replace("authorize", "continue")
      const states: Array<string> = []
      for (let count = 0; count < 10; count += 1) {
        const { location } = yield* open(collected, next.href, { "sec-fetch-site": "same-origin" })
        states.push(new URL(location ?? "").searchParams.get("state") ?? "")
      }
      const callback = `${next.origin}/v1/oauth2/callback`
      const stranger = new Browser()
      const statuses: Array<number> = []
      for (let count = 0; count < 40; count += 1) {
        const state = states[count % states.length] ?? ""
        statuses.push((yield* open(stranger, `${callback}?state=${encodeURIComponent(state)}`)).status)
      }
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5)
      // Others are not held up.
      const other = yield* session({ vendors: ["SOLE"] })
      const { consent: free } = (yield* other.connect({ vendor: "SOLE", credentials: {} })).json as Json
      const browser = new Browser()
      expect((yield* open(browser, yield* visit(browser, at(free.authorize_url)))).status).toBe(200)
    })
  )
})
