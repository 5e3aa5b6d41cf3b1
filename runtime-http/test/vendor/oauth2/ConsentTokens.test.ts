import { randomUUID } from "node:crypto"
import { expect, it } from "@effect/vitest"
import { type Authentication, VendorError } from "@tributary/core"
import { OAuth2Protocol } from "@tributary/core/oauth2"
import { type Clock, Context, Effect, Exit, Layer, Redacted } from "effect"
import { SqlClient } from "../../../src/Sql.js"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import * as Connections from "../../../src/store/accounts/Connections.js"
import * as Organizations from "../../../src/store/accounts/Organizations.js"
import * as Consents from "../../../src/store/consent/Consents.js"
import { Database } from "../../../src/store/postgres/Database.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import * as ConsentTokens from "../../../src/vendor/oauth2/ConsentTokens.js"
import * as OAuth2Clients from "../../../src/vendor/oauth2/OAuth2Clients.js"
import * as VendorClient from "../../../src/vendor/VendorClient.js"
import { Browser } from "../../http/consent/Browser.js"
import { oauth2Of } from "../../http/consent/ConsentVendor.js"
import * as Issuer from "../../http/consent/Issuer.js"
import { onPostgres, TestDatabase } from "../../TestDatabase.js"

const CALLBACK = "http://127.0.0.1:9/callback"

const client = {
  clientId: Issuer.CLIENT.client_id,
  clientSecret: Redacted.make<string>(Issuer.CLIENT.client_secret)
}

/** One process: a pool, a memory of tokens and an HTTP client of its own. */
const process = (url: Redacted.Redacted, vault: Context.Tag.Service<Vault>) =>
  Layer.build(
    ConsentTokens.layer.pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          Consents.layer,
          Connections.layer,
          ApiKeys.layer,
          Organizations.layer,
          Layer.provide(OAuth2Protocol.layer, VendorClient.layer({ allowLoopback: true }))
        )
      ),
      Layer.provideMerge(SyncSchedule.layer),
      Layer.provideMerge(Layer.merge(Database.layerUrl({ url, maxConnections: 4 }), Layer.succeed(Vault, vault))),
      Layer.provide(Layer.succeed(OAuth2Clients.OAuth2Clients, new Map([["CONSENTING", client]])))
    )
  ).pipe(Effect.orDie)

/** An issuer with a consent that somebody gave, which is stored, and two processes that use it. */
const world = Effect.gen(function* () {
  const url = yield* TestDatabase.makeUrl({ migrated: true })
  const vault = Vault.make(yield* MasterKeys.parse(MasterKeys.generate()))
  const issuer = yield* Issuer.start(CALLBACK)
  const oauth2 = oauth2Of(issuer)
  const [one, other] = [yield* process(url, vault), yield* process(url, vault)]
  const verifier = "v".repeat(43)
  const challenge = Buffer.from(
    yield* Effect.promise(() => crypto.subtle.digest("SHA-256", Buffer.from(verifier)))
  ).toString("base64url")
  const page = new URL(oauth2.authorizeUrl)
  page.search = new URLSearchParams({
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: CALLBACK,
    scope: "users.read",
    code_challenge: challenge,
    code_challenge_method: "S256"
  }).toString()
  const back = yield* Effect.promise(() =>
    new Browser().visit(page.href, true, (address) => address.startsWith(CALLBACK))
  )
  const code = new URL(back).searchParams.get("code") ?? ""
  const id = randomUUID()
  yield* Effect.gen(function* () {
    const keys = yield* ApiKeys.Keys
    const { key } = yield* keys.create(yield* keys.createAccount("account"), "key")
    const scope = yield* keys.authenticate(key)
    const organization = yield* (yield* Organizations.Organizations).create(scope, { name: "Org", identifier: null })
    const connection = yield* Effect.flatten(
      (yield* Connections.Connections).create(scope, organization.id, {
        vendor: "CONSENTING",
        credentials: Redacted.make("{}"),
        consent: { id, returnUrl: null },
        identifier: null,
        refreshIntervalSecs: 600,
        timeoutSecs: 60
      })
    )
    const visit = { code, redirectUri: CALLBACK, verifier }
    const protocol = yield* OAuth2Protocol.OAuth2Protocol
    const { tokens } = yield* protocol.exchange({ oauth2, client }, visit)
    yield* (yield* Consents.Consents).grant(
      { id, connectionId: connection.id, link: 0, nextFields: null },
      tokens,
      Effect.void
    )
  }).pipe(Effect.provide(one))
  const source: Authentication.HeldSource = { url: oauth2.tokenUrl, held: { as: id, oauth2 } }
  const tokensIn = (services: typeof one) => Context.get(services, ConsentTokens.ConsentTokens).of(source)
  const sql = Context.get(one, SqlClient.SqlClient)
  const expire = sql`update consent set issued_at = clock_timestamp() - make_interval(secs => lifetime_secs)`
  return { expire, id, issuer, one, other, sql, tokensIn }
})

/** Runs an effect as if so much time had passed. */
const passed = <A, E, R>(millis: number, effect: Effect.Effect<A, E, R>) =>
  Effect.clockWith((clock) => {
    const later: Clock.Clock = Object.assign(Object.create(clock), {
      unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos() + BigInt(millis) * 1_000_000n
    })
    return Effect.withClock(effect, later)
  })

const textOf = (header: Redacted.Redacted) => Redacted.value(header).replace("Bearer ", "")

onPostgres("tokens of a consent", () => {
  it.scopedLive(
    "are renewed once when the vendor refuses one that 2 processes use, and not for a refusal of a former one",
    () =>
      Effect.gen(function* () {
        const { issuer, one, other, tokensIn } = yield* world
        const [first, second] = [tokensIn(one), tokensIn(other)]
        const before = [yield* first.header, yield* second.header] as const
        expect(issuer.renewals.done).toBe(0)
        yield* first.forget(before[0])
        const renewed = yield* first.header
        expect(textOf(renewed)).not.toBe(textOf(before[0]))
        // The other process has not seen that its token was replaced.
        yield* second.forget(before[1])
        expect(textOf(yield* second.header)).toBe(textOf(renewed))
        yield* first.forget(before[0])
        expect(textOf(yield* first.header)).toBe(textOf(renewed))
        expect(issuer.renewals).toEqual({ done: 1, refused: 0 })
      })
  )

  it.scopedLive("stay as they are when the issuer does not answer, and are renewed when it does", () =>
    Effect.gen(function* () {
      const { expire, issuer, one, tokensIn } = yield* world
      yield* expire
      issuer.failure = { status: 503 }
      const before = issuer.asked
      const failing = (passedMillis: number) => passed(passedMillis, Effect.flip(tokensIn(one).header))
      expect(yield* failing(0)).toMatchObject({ _tag: "ServerError", status: 503, retryAt: null })
      // The pause doubles with each failure.
      for (const [passedMillis, asked] of [
        [500, 1],
        [1_500, 2],
        [2_500, 2],
        [4_000, 3]
      ] as const) {
        expect(yield* failing(passedMillis)).toMatchObject({ _tag: "ServerError", status: 503 })
        expect([passedMillis, issuer.asked - before]).toEqual([passedMillis, asked])
      }
      issuer.failure = null
      expect(Exit.isSuccess(yield* Effect.exit(passed(10_000, tokensIn(one).header)))).toBe(true)
      expect(issuer.renewals).toEqual({ done: 1, refused: 0 })
    })
  )

  it.scopedLive.each([
    ["429", "RateLimited"],
    ["503", "ServerError"]
  ] as const)("are not asked for again before the issuer allows it after %s, however many ask", ([status, tag]) =>
    Effect.gen(function* () {
      const { expire, issuer, one, sql, tokensIn } = yield* world
      yield* expire
      issuer.failure = { status: Number(status), headers: { "retry-after": "120" } }
      const before = issuer.asked
      const callers = Array.from({ length: 20 }, () => Effect.flip(tokensIn(one).header))
      const errors = yield* Effect.all(callers, { concurrency: "unbounded" })
      for (const error of errors) {
        expect(error).toMatchObject({ _tag: tag, status: Number(status), isUnsent: true })
        const { retryAt } = VendorError.pauseOf(error)
        expect((retryAt ?? 0) - Date.now()).toBeGreaterThan(100_000)
        expect((retryAt ?? 0) - Date.now()).toBeLessThanOrEqual(120_000)
      }
      expect(issuer.asked - before).toBe(1)
      issuer.failure = null
      expect(yield* passed(110_000, Effect.flip(tokensIn(one).header))).toMatchObject({ _tag: tag })
      expect(issuer.asked - before).toBe(1)
      expect(yield* sql`select leased_at from consent`).toEqual([{ leased_at: null }])
      expect(Exit.isSuccess(yield* Effect.exit(passed(121_000, tokensIn(one).header)))).toBe(true)
    })
  )

  it.scopedLive("are used at once when the customer consents again during such a pause", () =>
    Effect.gen(function* () {
      const { expire, id, issuer, one, sql, tokensIn } = yield* world
      yield* expire
      issuer.failure = { status: 429, headers: { "retry-after": "120" } }
      yield* Effect.flip(tokensIn(one).header)
      const [row] = yield* sql<{ readonly connection_id: string }>`select connection_id from consent`
      const access = Redacted.make("another")
      yield* Context.get(one, Consents.Consents).grant(
        { id, connectionId: row?.connection_id ?? "", link: 1, nextFields: null },
        { access, refresh: null, expiresInSecs: 600 },
        Effect.void
      )
      expect(textOf(yield* tokensIn(one).header)).toBe("another")
    })
  )
})
