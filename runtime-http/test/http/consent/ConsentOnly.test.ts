import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { onPostgres } from "../../TestDatabase.js"
import { Browser } from "./Browser.js"
import * as ConsentVendor from "./ConsentVendor.js"
import * as ConsentWorld from "./ConsentWorld.js"

interface Tested {
  readonly is_valid: boolean
  readonly data_export_types: ReadonlyArray<{ readonly data_export_type: string; readonly is_valid: boolean }>
  readonly problems: ReadonlyArray<{ readonly reason: string; readonly permissions: ReadonlyArray<string> }>
}

const world = ConsentWorld.make({
  connectors: (issuer, vendor) => [ConsentVendor.consentOnly(issuer, vendor)]
})

/** Nothing but the vendor: the connector has no other way, and no field besides the consent. */
const plain = { auth_type: undefined, credentials: {} }

onPostgres("a connector whose only way to sign in is a consent", () => {
  it.scopedLive("connects without a way that anybody names, reads, and connects again when the consent has ended", () =>
    Effect.gen(function* () {
      const { ask, connections, create, issuer, open, until, untilRead, visit } = yield* world
      const { connection, reply } = yield* create(plain)
      expect(reply.status).toBe(201)
      expect(connection).toMatchObject({ state: "PENDING", auth_type: "OAUTH2_AUTHORIZATION_CODE" })
      const browser = new Browser()
      const page = yield* open(browser, connection.oauth2_authorize_url ?? "")
      expect(page.text).toContain("for <bdi>Acme</bdi>: device groups and users.")
      expect(page.text).toContain("<li><code>users.read</code></li><li><code>groups.read</code></li>")
      expect((yield* open(browser, yield* visit(browser, connection))).text).toContain("<h1>Connected</h1>")
      yield* untilRead(connection.id)
      const tested = (yield* ask("GET", `${connections}/${connection.id}/test`)).json as Tested
      expect(tested).toMatchObject({ is_valid: true, problems: [] })

      yield* Effect.promise(() => issuer.revokeAll())
      yield* ask("POST", `${connections}/${connection.id}/sync`)
      const ended = yield* until(connection.id, ({ health }) => health.name === "UNAUTHORIZED")
      expect((yield* open(browser, yield* visit(browser, ended))).text).toContain("<h1>Connected</h1>")
      yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
    })
  )

  it.scopedLive("connects when a permission was unticked, and the test of the connection says which is missing", () =>
    Effect.gen(function* () {
      const { ask, connections, create, issuer, open, visit } = yield* world
      const { connection } = yield* create(plain)
      issuer.unticked = ["groups.read"]
      const browser = new Browser()
      expect((yield* open(browser, yield* visit(browser, connection))).text).toContain("<h1>Connected</h1>")
      const tested = (yield* ask("GET", `${connections}/${connection.id}/test`)).json as Tested
      expect(tested.is_valid).toBe(false)
      const valid = tested.data_export_types.map((each) => [each.data_export_type, each.is_valid])
      expect(Object.fromEntries(valid)).toEqual({ itsm_users: true, device_groups: false })
      expect(tested.problems).toMatchObject([{ reason: "PERMISSION_MISSING", permissions: ["groups.read"] }])
    })
  )

  it.scopedLive("does not take the consent of another tenant, and keeps the one that it has", () =>
    Effect.gen(function* () {
      const { ask, connections, create, open, query, read, vendor, visit } = yield* world
      const { connection } = yield* create(plain)
      const browser = new Browser()
      yield* open(browser, yield* visit(browser, connection))
      vendor.tenant = "globex"
      const again = yield* visit(browser, yield* read(connection.id))
      const answer = yield* open(browser, again)
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.text).toMatch(/another tenant of Consenting.*acme.*globex/)
      expect(yield* query("select granted, generation from consent")).toEqual([{ granted: "1", generation: "1" }])
      vendor.tenant = "acme"
      expect((yield* ask("GET", `${connections}/${connection.id}/test`)).json).toMatchObject({ is_valid: true })
    })
  )

  it.scopedLive("says which permission was unticked if nothing can be read without it", () =>
    Effect.gen(function* () {
      const { create, issuer, open, read, visit } = yield* world
      const { connection } = yield* create(plain)
      issuer.unticked = ["users.read"]
      const browser = new Browser()
      const answer = yield* open(browser, yield* visit(browser, connection))
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.text).toContain("The consent leaves out what was asked for: users.read.")
      expect(yield* read(connection.id)).toMatchObject({
        state: "PENDING",
        oauth2_problem: expect.stringContaining("users.read")
      })
      issuer.unticked = []
      expect((yield* open(browser, yield* visit(browser, connection))).text).toContain("<h1>Connected</h1>")
    })
  )
})
