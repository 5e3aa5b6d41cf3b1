import { describe, expect, it } from "@effect/vitest"
import { OAuth2Protocol } from "@tributary/core/oauth2"
import { Duration, Effect, Fiber, Redacted, TestClock } from "effect"
import { SqlError } from "../../../src/Sql.js"
import type { Consent } from "../../../src/store/consent/ConsentRow.js"
import { Consents } from "../../../src/store/consent/Consents.js"
import { VaultError } from "../../../src/store/secrets/Vault.js"
import * as ConsentTokens from "../../../src/vendor/oauth2/ConsentTokens.js"
import { OAuth2Clients } from "../../../src/vendor/oauth2/OAuth2Clients.js"
import { RequestSendLimit } from "../../../src/vendor/RequestSendLimit.js"

const oauth2 = {
  authorizeUrl: "https://acme.example/authorize",
  tokenUrl: "https://acme.example/token",
  scopes: ["users.read"]
}

const source = { url: oauth2.tokenUrl, held: { as: "consent", oauth2 } }

const tokens = (name: string, more: Partial<OAuth2Protocol.Tokens> = {}): OAuth2Protocol.Tokens => ({
  access: Redacted.make(name),
  refresh: Redacted.make(`refresh ${name}`),
  expiresInSecs: 3_600,
  ...more
})

const consent: Consent = {
  id: "consent",
  connectionId: "connection",
  vendor: "ACME",
  accountId: "account",
  organizationId: "organization",
  authType: null,
  granted: 1,
  link: 1,
  generation: 1,
  tokens: tokens("first"),
  lostReason: null,
  nextFields: null
}

const unsent = new OAuth2Protocol.TokensUnavailable({
  status: null,
  isOfServer: false,
  detail: "could not be reached",
  retryAfter: null
})

const away = new SqlError({ cause: new Error("away"), message: "away" })

/** A store and a token endpoint in memory, and what was asked of both. */
const fake = (stored: OAuth2Protocol.Tokens | null) => {
  const state = {
    consent: { ...consent, tokens: stored } as Consent,
    leased: false,
    leases: 0,
    renewals: 0,
    /** How often the store fails before it takes new tokens. */
    failures: 0,
    /** How long the store takes to lease. */
    leaseTakes: 0 as Duration.DurationInput,
    /** How long the token endpoint takes. */
    renewalTakes: 0 as Duration.DurationInput,
    /** How long the request stands still before it would be written. */
    frozen: 0 as Duration.DurationInput,
    /** How many requests were written. */
    written: 0,
    /** Why there are no tokens; null if there are. */
    unavailable: null as OAuth2Protocol.TokensUnavailable | null,
    isReadable: true
  }
  const unused = () => Effect.die("unused")
  const consents = Consents.of({
    find: (id) =>
      state.isReadable
        ? Effect.sync(() => state.consent)
        : new VaultError({ connectionId: id, reason: "UnknownKey", message: "lost" }),
    lease: (_, generation) =>
      Effect.suspend(() => {
        state.leases += 1
        const isFree = !state.leased && generation === state.consent.generation
        if (isFree) state.leased = true
        return Effect.as(Effect.sleep(state.leaseTakes), isFree ? "lease" : null)
      }),
    release: () =>
      Effect.sync(() => {
        state.leased = false
      }),
    renew: (_, renewed) =>
      Effect.suspend(() => {
        if (state.failures > 0) {
          state.failures -= 1
          return Effect.fail(away)
        }
        state.leased = false
        state.consent = { ...state.consent, generation: state.consent.generation + 1, tokens: renewed }
        return Effect.succeed(true)
      }),
    lose: (_consent, lostReason) =>
      Effect.sync(() => {
        state.leased = false
        state.consent = { ...state.consent, lostReason }
      }),
    grant: unused
  })
  const protocol = OAuth2Protocol.OAuth2Protocol.of({
    exchange: unused,
    get: unused,
    refresh: () =>
      Effect.gen(function* () {
        state.renewals += 1
        yield* Effect.sleep(state.frozen)
        const limit = yield* RequestSendLimit
        if (limit?.isOver() === true) {
          limit.onRefused()
          return yield* unsent
        }
        state.written += 1
        if (state.unavailable !== null) return yield* state.unavailable
        return yield* Effect.as(Effect.sleep(state.renewalTakes), tokens(`renewed ${state.renewals}`))
      })
  })
  const made = ConsentTokens.make.pipe(
    Effect.provideService(Consents, consents),
    Effect.provideService(OAuth2Protocol.OAuth2Protocol, protocol),
    Effect.provideService(OAuth2Clients, new Map([["ACME", { clientId: "id", clientSecret: Redacted.make("secret") }]]))
  )
  return { state, made }
}

const textOf = (header: Redacted.Redacted) => Redacted.value(header)

/** Runs an effect while the clock moves on. */
const elapsed = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(self)
    yield* Effect.repeat(Effect.zipRight(TestClock.adjust("250 millis"), Fiber.poll(fiber)), {
      until: (exit) => exit._tag === "Some"
    })
    return yield* Fiber.join(fiber)
  })

const expired = tokens("first", { expiresInSecs: 30 })

describe("the tokens of a consent", () => {
  it.effect("are renewed a minute before they expire, and not earlier", () =>
    Effect.gen(function* () {
      const { made, state } = fake(tokens("first", { expiresInSecs: 61 }))
      const { of } = yield* made
      expect(textOf(yield* of(source).header)).toBe("Bearer first")
      state.consent = { ...state.consent, tokens: tokens("first", { expiresInSecs: 60 }) }
      expect(textOf(yield* elapsed(of(source).header))).toBe("Bearer renewed 1")
    })
  )

  it.effect("are used within a session until they expire, and each session asks the store once", () =>
    Effect.gen(function* () {
      const { made, state } = fake(tokens("first"))
      const { of } = yield* made
      const session = of(source)
      expect(textOf(yield* session.header)).toBe("Bearer first")
      state.consent = { ...state.consent, generation: 2, tokens: tokens("second") }
      expect(textOf(yield* session.header)).toBe("Bearer first")
      expect(textOf(yield* of(source).header)).toBe("Bearer second")
      yield* TestClock.adjust("3539 seconds")
      expect(textOf(yield* session.header)).toBe("Bearer second")
      state.consent = { ...state.consent, tokens: expired }
      yield* TestClock.adjust("1 second")
      expect(textOf(yield* elapsed(session.header))).toBe("Bearer renewed 1")
    })
  )

  it.effect("are not renewed under a lease that took too long to get, which another process may have by now", () =>
    Effect.gen(function* () {
      const { made, state } = fake(expired)
      state.leaseTakes = "4 seconds"
      const { of } = yield* made
      const fiber = yield* Effect.fork(of(source).header)
      yield* TestClock.adjust("4 seconds")
      // The next caller does not wait for its end.
      expect(state).toMatchObject({ leases: 1, renewals: 0, leased: false })
      state.leaseTakes = 0
      yield* TestClock.adjust("250 millis")
      expect(textOf(yield* Fiber.join(fiber))).toBe("Bearer renewed 1")
      expect(state).toMatchObject({ leases: 2, renewals: 1 })
    })
  )

  it.effect("are not asked for once the process was frozen before the request was written, but looked for again", () =>
    Effect.gen(function* () {
      const { made, state } = fake(expired)
      state.frozen = "14 seconds"
      const { of } = yield* made
      const fiber = yield* Effect.fork(of(source).header)
      yield* TestClock.adjust("13 seconds")
      expect(state).toMatchObject({ renewals: 1, leased: true })
      // Another process has taken the lease and renewed them meanwhile.
      state.consent = { ...state.consent, generation: 2, tokens: tokens("second") }
      yield* TestClock.adjust("2 seconds")
      expect(textOf(yield* Fiber.join(fiber))).toBe("Bearer second")
      expect(state).toMatchObject({ renewals: 1, written: 0, leased: false })
    })
  )

  it.effect("are waited for while another process renews them, for longer than its lease, and not for ever", () =>
    Effect.gen(function* () {
      const { made, state } = fake(expired)
      state.leased = true
      const { of } = yield* made
      const fiber = yield* Effect.fork(Effect.flip(of(source).header))
      yield* TestClock.adjust("46 seconds")
      expect((yield* Fiber.poll(fiber))._tag).toBe("None")
      yield* TestClock.adjust("6 seconds")
      expect(yield* Fiber.join(fiber)).toMatchObject({
        _tag: "ServerError",
        detail: "was asked for new tokens by another process, which did not end in time"
      })
      expect(state.renewals).toBe(0)
    })
  )

  it.effect("are stored although whoever asked is interrupted, because the former refresh token is used up", () =>
    Effect.gen(function* () {
      const { made, state } = fake(expired)
      state.renewalTakes = "5 seconds"
      const { of } = yield* made
      const fiber = yield* Effect.fork(of(source).header)
      yield* TestClock.adjust("1 second")
      expect(state.renewals).toBe(1)
      const interrupting = yield* Effect.fork(Fiber.interrupt(fiber))
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(interrupting)
      expect(state.consent.generation).toBe(2)
      expect(textOf(yield* of(source).header)).toBe("Bearer renewed 1")
      expect(state.renewals).toBe(1)
    })
  )

  it.effect("are stored as soon as the database is back that was away when they came", () =>
    Effect.gen(function* () {
      const { made, state } = fake(expired)
      state.failures = 20
      const { of } = yield* made
      expect(textOf(yield* elapsed(of(source).header))).toBe("Bearer renewed 1")
      expect(state).toMatchObject({ renewals: 1, failures: 0 })
    })
  )

  it.effect("are given up before another process may use the former refresh token", () =>
    Effect.gen(function* () {
      const { made, state } = fake(expired)
      state.failures = Number.POSITIVE_INFINITY
      state.leaseTakes = "3 seconds"
      state.renewalTakes = "10 seconds"
      const { of } = yield* made
      const fiber = yield* Effect.fork(Effect.flip(of(source).header))
      yield* TestClock.adjust("42 seconds")
      expect((yield* Fiber.poll(fiber))._tag).toBe("None")
      yield* TestClock.adjust("2 seconds")
      expect(yield* Fiber.join(fiber)).toMatchObject({ _tag: "ServerError", isOfServer: true })
      state.failures = 0
      yield* TestClock.adjust("10 seconds")
      expect(state).toMatchObject({ renewals: 1, consent: { generation: 1 } })
    })
  )

  it.effect("end the pause of the token endpoint when the customer consents again", () =>
    Effect.gen(function* () {
      const { made, state } = fake(expired)
      const retryAfter = Duration.minutes(10)
      state.unavailable = new OAuth2Protocol.TokensUnavailable({
        status: 429,
        isOfServer: false,
        detail: "answered 429",
        retryAfter
      })
      const { of } = yield* made
      expect(yield* Effect.flip(of(source).header)).toMatchObject({ _tag: "RateLimited" })
      state.unavailable = null
      expect(yield* Effect.flip(of(source).header)).toMatchObject({ _tag: "RateLimited" })
      state.consent = { ...state.consent, generation: 2, tokens: tokens("second") }
      expect(textOf(yield* of(source).header)).toBe("Bearer second")
      state.consent = { ...state.consent, tokens: expired }
      expect(textOf(yield* elapsed(of(source).header))).toBe("Bearer renewed 2")
    })
  )

  it.effect("without a refresh token are used until they expire, and are lost then", () =>
    Effect.gen(function* () {
      const { made, state } = fake(tokens("first", { refresh: null, expiresInSecs: 61 }))
      const { of } = yield* made
      const session = of(source)
      const header = yield* session.header
      yield* session.forget(header)
      // The vendor has refused them early: the next session tries them again.
      expect(yield* Effect.flip(session.header)).toMatchObject({ _tag: "Unauthorized", consent: "ENDED" })
      expect(state.consent.lostReason).toBeNull()
      expect(textOf(yield* of(source).header)).toBe("Bearer first")
      state.consent = { ...state.consent, tokens: tokens("first", { refresh: null, expiresInSecs: 0 }) }
      expect(yield* Effect.flip(of(source).header)).toMatchObject({ _tag: "Unauthorized", consent: "ENDED" })
      expect(state.consent.lostReason).toContain("has expired")
      expect(state.renewals).toBe(0)
    })
  )

  it.effect("without a lifetime are used until the vendor refuses them", () =>
    Effect.gen(function* () {
      const { made, state } = fake(tokens("first", { expiresInSecs: null }))
      const { of } = yield* made
      const session = of(source)
      const header = yield* session.header
      yield* TestClock.adjust("365 days")
      expect(textOf(yield* session.header)).toBe("Bearer first")
      yield* session.forget(header)
      expect(textOf(yield* elapsed(session.header))).toBe("Bearer renewed 1")
      // A refusal that comes late is about the tokens before.
      yield* session.forget(header)
      expect(textOf(yield* session.header)).toBe("Bearer renewed 1")
      expect(state.renewals).toBe(1)
    })
  )

  it.effect("that are lost are not asked for again, and say why", () =>
    Effect.gen(function* () {
      const { made, state } = fake(tokens("first"))
      state.consent = { ...state.consent, lostReason: "was withdrawn" }
      const { of } = yield* made
      expect(yield* Effect.flip(of(source).header)).toMatchObject({
        _tag: "Unauthorized",
        consent: "ENDED",
        detail: "was withdrawn"
      })
      state.isReadable = false
      expect(yield* Effect.flip(of(source).header)).toMatchObject({
        _tag: "Unauthorized",
        consent: "ENDED",
        detail: "has tokens that this service can no longer decrypt"
      })
      expect(state).toMatchObject({ leases: 0, renewals: 0 })
    })
  )

  it.effect("that nobody has given yet say that the customer has to consent", () =>
    Effect.gen(function* () {
      const { made } = fake(null)
      const { of } = yield* made
      expect(yield* Effect.flip(of(source).header)).toMatchObject({ _tag: "Unauthorized", consent: "REQUIRED" })
    })
  )
})
