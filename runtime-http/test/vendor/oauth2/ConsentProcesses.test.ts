import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Wait from "../../../../tests/support/Wait.js"
import * as Bundle from "../../Bundle.js"
import { Browser } from "../../http/consent/Browser.js"
import { oauth2Of } from "../../http/consent/ConsentVendor.js"
import * as ConsentWorld from "../../http/consent/ConsentWorld.js"
import { onPostgres } from "../../TestDatabase.js"
import * as ConsentProcess from "./ConsentProcess.js"

/** Longer than a lease lasts. */
const FROZEN_SECS = 46

/** A server with a connection whose access token has expired, and two further processes of the same installation. */
const world = Effect.gen(function* () {
  const made = yield* ConsentWorld.make()
  const { clients, create, issuer, masterKey, open, query, untilRead, url, visit } = made
  const { connection } = yield* create()
  const browser = new Browser()
  expect((yield* open(browser, yield* visit(browser, connection))).text).toContain("<h1>Connected</h1>")
  // Nothing else needs tokens once the first job has ended.
  yield* untilRead(connection.id)
  const expire = query("update consent set issued_at = clock_timestamp() - make_interval(secs => lifetime_secs)")
  const endLease = query(`update consent set leased_at = leased_at - interval '${FROZEN_SECS} seconds'`)
  const [row] = yield* query("select id from consent")
  const installation = { url, masterKey, clients, id: String(row?.["id"]), oauth2: oauth2Of(issuer) }
  const file = yield* Bundle.bundleBeside(import.meta.url, "ConsentProcessProgram")
  const start = ConsentProcess.start(file, installation)
  const [one, other] = yield* Effect.all([start, start], { concurrency: 2 })
  yield* expire
  return { ...made, browser, connection, endLease, expire, one, other }
})

onPostgres("processes that use the tokens of a consent", () => {
  it.scopedLive("renew them once when 20 callers in each of two need them at once, and nobody is refused", () =>
    Effect.gen(function* () {
      const { issuer, one, other } = yield* world
      // The issuer does not answer before both have tried to renew.
      const hasTried = ({ steps }: ConsentProcess.ConsentProcess) => steps.some((step) => step !== "ready")
      issuer.beforeTokens = async () => void (await Wait.until(async () => (hasTried(one) && hasTried(other)) || null))
      const answers = yield* Effect.promise(() => Promise.all([one.ask(20), other.ask(20)]))
      expect(answers.flatMap(({ errors }) => errors)).toEqual([])
      const tokens = answers.flatMap((answer) => answer.tokens)
      expect([tokens.length, new Set(tokens).size]).toEqual([40, 1])
      expect(issuer.renewals).toEqual({ done: 1, refused: 0 })
      expect(yield* Effect.promise(() => issuer.isValid(tokens[0] ?? ""))).toBe(true)
    })
  )

  it.scopedLive("use what another one has renewed, when one was frozen until its lease had ended", () =>
    Effect.gen(function* () {
      const { endLease, expire, issuer, one, other } = yield* world
      const frozen = one.ask(1, "leased")
      yield* Effect.promise(() => one.until("leased"))
      one.signal("SIGSTOP")
      // It hears of this when it wakes up, as it would read its clock.
      one.goOn(FROZEN_SECS * 1_000)
      yield* endLease
      const renewed = yield* Effect.promise(() => other.ask(1))
      expect(renewed).toMatchObject({ errors: [], tokens: [expect.any(String)] })
      one.signal("SIGCONT")
      expect(yield* Effect.promise(() => frozen)).toEqual(renewed)
      expect(issuer.renewals).toEqual({ done: 1, refused: 0 })
      expect(yield* Effect.promise(() => issuer.isValid(renewed.tokens[0] ?? ""))).toBe(true)
      // The refresh token that is stored works, too.
      yield* expire
      expect(yield* Effect.promise(() => one.ask(1))).toMatchObject({ errors: [], tokens: [expect.any(String)] })
      expect(issuer.renewals).toEqual({ done: 2, refused: 0 })
    })
  )

  it.scopedLive("say that the customer has to connect again, and why, when one was killed before it stored them", () =>
    Effect.gen(function* () {
      const { ask, browser, connection, connections, endLease, issuer, one, open, other, query, until, visit } =
        yield* world
      void one.ask(1, "renewed")
      yield* Effect.promise(() => one.until("renewed"))
      one.signal("SIGKILL")
      expect(yield* Effect.promise(() => one.ended)).toBe("SIGKILL")
      expect(yield* query("select generation, leased_at is not null as leased from consent")).toEqual([
        { generation: "1", leased: true }
      ])
      yield* endLease
      yield* ask("POST", `${connections}/${connection.id}/sync`)
      const refused = yield* until(connection.id, ({ health }) => health.name === "UNAUTHORIZED")
      const status = yield* ask("GET", `${connections}/${connection.id}/status`)
      expect((status.json as { readonly problems: ReadonlyArray<unknown> }).problems).toMatchObject([
        {
          reason: "CONSENT_ENDED",
          health: "UNAUTHORIZED",
          resolution_owner: "CUSTOMER",
          customer_message: expect.stringContaining("has to connect it again in the browser"),
          operator_message: expect.stringMatching(/or was renewed elsewhere.*connect again at oauth2_authorize_url/)
        }
      ])
      // The other process says the same without asking the issuer again.
      const { errors } = yield* Effect.promise(() => other.ask(1))
      expect(errors).toEqual([expect.stringContaining("does not accept the consent any more")])
      expect(issuer.renewals).toEqual({ done: 1, refused: 1 })
      expect(yield* query("select leased_at from consent")).toEqual([{ leased_at: null }])
      expect((yield* open(browser, yield* visit(browser, refused))).text).toContain("<h1>Connected</h1>")
      expect(yield* Effect.promise(() => other.ask(1))).toMatchObject({ errors: [], tokens: [expect.any(String)] })
    })
  )
})
