import { expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as MasterKeyLedger from "../../../src/store/secrets/MasterKeyLedger.js"
import { onPostgres } from "../../TestDatabase.js"
import { Browser } from "./Browser.js"
import * as ConsentWorld from "./ConsentWorld.js"

const otherKey = `other:${Buffer.alloc(32, 2).toString("base64")}`

const forgetKey = MasterKeyLedger.forget("ours", { isEarly: true, isLost: true, keptSecs: 0 })

interface Problems {
  readonly problems: ReadonlyArray<{ readonly id: string; readonly reason: string }>
}

onPostgres("the problems of a connection with a consent", () => {
  it.scopedLive("begin with the missing consent, wherever problems are listed, and it ends with the consent", () =>
    Effect.gen(function* () {
      const { ask, connections, create, open, operators, visit } = yield* ConsentWorld.make()
      const { connection } = yield* create()
      const path = `${connections}/${connection.id}`
      const problemsOf = Effect.map(ask("GET", `${path}/status`), ({ json }) => (json as Problems).problems)
      expect(connection.health.name).toBe("HEALTHY")
      const [problem] = yield* problemsOf
      expect(problem).toMatchObject({ reason: "CONSENT_REQUIRED", resolution_owner: "CUSTOMER" })
      const tested = yield* ask("GET", `${path}/test`)
      expect(tested.json).toMatchObject({
        is_valid: false,
        problems: [{ id: problem?.id, reason: "CONSENT_REQUIRED" }]
      })

      const { key } = yield* operators.create("test", { role: "read", mayReadRecords: false }, null)
      const operator = { "X-OPERATOR-KEY": Redacted.value(key) }
      const listed = (query: string) =>
        Effect.map(
          ask("GET", `/operator/connections?${query}`, undefined, operator),
          ({ json }) => (json as { readonly total: number }).total
        )
      for (const query of ["reason=CONSENT_REQUIRED", "owner=CUSTOMER", "state=PENDING", "failing=true"]) {
        expect([query, yield* listed(query)]).toEqual([query, 1])
      }
      const browser = new Browser()
      yield* open(browser, yield* visit(browser, connection, false))
      expect(yield* problemsOf).toMatchObject([
        { id: problem?.id, affected: [{ detail: "The consent was not given on the page of Consenting." }] }
      ])
      yield* open(browser, yield* visit(browser, connection))
      expect(yield* problemsOf).toEqual([])
      expect(yield* listed("reason=CONSENT_REQUIRED")).toBe(0)
    })
  )

  it.scopedLive("say that the customer has to connect again when the vendor refuses every token", () =>
    Effect.gen(function* () {
      const { ask, connections, create, open, until, vendor, visit } = yield* ConsentWorld.make()
      const { connection } = yield* create()
      const browser = new Browser()
      yield* open(browser, yield* visit(browser, connection))
      vendor.refuses = true
      yield* ask("POST", `${connections}/${connection.id}/sync`)
      yield* until(connection.id, ({ health }) => health.name === "UNAUTHORIZED")
      const status = yield* ask("GET", `${connections}/${connection.id}/status`)
      expect((status.json as Problems).problems).toMatchObject([{ reason: "CONSENT_ENDED" }])
      expect(status.text).not.toContain("Enter valid ones")
    })
  )

  it.scopedLive("end when the customer consents again after the master key was lost", () =>
    Effect.gen(function* () {
      const { ask, connections, create, open, read, restart, until, visit } = yield* ConsentWorld.make()
      const { connection } = yield* create()
      const browser = new Browser()
      yield* open(browser, yield* visit(browser, connection))
      yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
      yield* restart({ TRIBUTARY_MASTER_KEY: otherKey }, forgetKey)
      yield* ask("POST", `${connections}/${connection.id}/sync`)
      yield* until(connection.id, ({ health }) => health.name === "UNAUTHORIZED")
      const status = yield* ask("GET", `${connections}/${connection.id}/status`)
      expect((status.json as Problems).problems).toMatchObject([{ reason: "CONSENT_ENDED" }])

      // Links of the lost key have ended with it.
      expect(yield* open(browser, connection.oauth2_authorize_url ?? "")).toMatchObject({ status: 400 })
      const again = yield* visit(browser, yield* read(connection.id))
      expect((yield* open(browser, again)).text).toContain("<h1>Connected</h1>")
      yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
      expect(yield* read(connection.id)).toMatchObject({ state: "ACTIVE", credentials: { region: "eu" } })
    })
  )
})
