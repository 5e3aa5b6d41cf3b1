import { createSecretKey, randomBytes } from "node:crypto"
import { inspect } from "node:util"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Redacted, TestClock } from "effect"
import * as DataKeys from "../../../src/store/secrets/DataKeys.js"
import { type KeyService, KeyServiceError } from "../../../src/store/secrets/KeyService.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import * as Transit from "../../../src/store/secrets/Transit.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import * as TransitServer from "./TransitServer.js"

const secret = "token-ä-∑-1234567890"

const standIn = Effect.acquireRelease(
  Effect.promise(() => TransitServer.start()),
  ({ stop }) => Effect.promise(stop)
)

const serviceOf = (server: TransitServer.TransitServer): KeyService =>
  Transit.make({
    ...Either.getOrThrow(Transit.parse(server.url)),
    token: Effect.succeed(Redacted.make(server.token)),
    // Only an answer that never comes takes so long.
    ...(server.mood === "hangs" ? { timeoutMillis: 200 } : {})
  })

const vaultOf = (service: KeyService): Vault["Type"] =>
  Vault.make([{ id: service.id, key: createSecretKey(randomBytes(32)), dataKeys: DataKeys.make(service) }])

const local = Effect.orDie(MasterKeys.parse(Redacted.make(`k1:${Buffer.alloc(32, 1).toString("base64")}`)))

/** A service in this process, which counts what it is asked and fails when it is told to. */
const memory = () => {
  const asked = { wrap: 0, unwrap: 0 }
  const state = { isDown: false }
  const down = new KeyServiceError({ reason: "Unavailable", message: "It is down." })
  const turn = (what: "wrap" | "unwrap") => (bytes: Uint8Array) =>
    Effect.suspend((): Effect.Effect<Uint8Array, KeyServiceError> => {
      asked[what] += 1
      return state.isDown ? down : Effect.succeed(Uint8Array.from(bytes, (byte) => byte ^ 0x5a))
    })
  const service: KeyService = { id: "memory/key", wrap: turn("wrap"), unwrap: turn("unwrap") }
  return { asked, state, service }
}

describe("A vault with a key service", () => {
  it.scoped("opens what it or another process sealed, for the same connection, and asks the service once", () =>
    Effect.gen(function* () {
      const server = yield* standIn
      const service = serviceOf(server)
      const vault = vaultOf(service)
      const sealed = yield* Effect.forEach(["a", "b", "c"], (id) => vault.seal(id, Redacted.make(secret)))
      // To wrap a data key, and to see that it comes back.
      expect(server.asked()).toBe(2)
      expect(Redacted.value(yield* vault.open("b", sealed[1] ?? new Uint8Array()))).toBe(secret)
      expect(server.asked()).toBe(2)
      const other = vaultOf(service)
      for (const [index, id] of ["a", "b", "c"].entries()) {
        expect(Redacted.value(yield* other.open(id, sealed[index] ?? new Uint8Array()))).toBe(secret)
      }
      expect(server.asked()).toBe(3)
      expect(yield* Effect.flip(vault.open("a", sealed[1] ?? new Uint8Array()))).toMatchObject({
        reason: "NotAuthentic"
      })
    })
  )

  it.scoped("refuses every flipped bit and every shortened value", () =>
    Effect.gen(function* () {
      const { service } = memory()
      const vault = vaultOf(service)
      const sealed = yield* vault.seal("c1", Redacted.make(secret))
      for (let bit = 0; bit < sealed.length * 8; bit++) {
        const changed = Uint8Array.from(sealed)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(inspect(yield* Effect.flip(vault.open("c1", changed)))).not.toContain("1234567890")
      }
      for (let length = 0; length < sealed.length; length++) {
        expect((yield* Effect.flip(vault.open("c1", sealed.slice(0, length))))._tag).toBe("VaultError")
      }
    })
  )

  it.effect("refuses a value of the other version under its id", () =>
    Effect.gen(function* () {
      const { service } = memory()
      const [key] = yield* local
      const plain = Vault.make([{ ...key, id: service.id }])
      const sealed = yield* plain.seal("c1", Redacted.make(secret))
      expect(yield* Effect.flip(vaultOf(service).open("c1", sealed))).toMatchObject({ reason: "Malformed" })
      const wrapped = yield* vaultOf(service).seal("c1", Redacted.make(secret))
      expect(yield* Effect.flip(plain.open("c1", wrapped))).toMatchObject({ reason: "Malformed" })
    })
  )

  it.effect("opens what a master key sealed, and a master key in front opens what the service sealed", () =>
    Effect.gen(function* () {
      const { service } = memory()
      const [own] = yield* local
      const remote = { id: service.id, key: createSecretKey(randomBytes(32)), dataKeys: DataKeys.make(service) }
      const [there, back] = [Vault.make([remote, own]), Vault.make([own, remote])]
      const before = yield* Vault.make([own]).seal("c1", Redacted.make(secret))
      expect(Redacted.value(yield* there.open("c1", before))).toBe(secret)
      const after = yield* there.seal("c1", Redacted.make(secret))
      expect(Redacted.value(yield* back.open("c1", after))).toBe(secret)
      expect(Redacted.value(yield* Vault.make([own]).open("c1", yield* back.seal("c1", Redacted.make(secret))))).toBe(
        secret
      )
      expect([there.keyIds, back.keyIds]).toEqual([
        ["memory/key", "k1"],
        ["k1", "memory/key"]
      ])
    })
  )
})

describe("The data keys", () => {
  it.effect("are renewed after an hour, and used for a day while the service is down", () =>
    Effect.gen(function* () {
      const { asked, service, state } = memory()
      const keys = DataKeys.make(service)
      const first = yield* keys.current
      yield* TestClock.adjust("59 minutes")
      expect((yield* keys.current).wrapped).toEqual(first.wrapped)
      state.isDown = true
      yield* TestClock.adjust("2 minutes")
      expect((yield* keys.current).wrapped).toEqual(first.wrapped)
      yield* TestClock.adjust("22 hours")
      expect((yield* keys.current).wrapped).toEqual(first.wrapped)
      yield* TestClock.adjust("2 hours")
      expect(yield* Effect.flip(keys.current)).toMatchObject({ reason: "Unavailable" })
      state.isDown = false
      yield* TestClock.adjust("3 seconds")
      expect((yield* keys.current).wrapped).not.toEqual(first.wrapped)
      expect(asked.wrap).toBe(5)
    })
  )

  it.effect("seal at once with a key that is still usable, and are renewed once meanwhile", () =>
    Effect.gen(function* () {
      const { asked, service } = memory()
      const answers = yield* Effect.makeLatch(true)
      const keys = DataKeys.make({ ...service, wrap: (bytes) => Effect.zipLeft(service.wrap(bytes), answers.await) })
      const first = yield* keys.current
      yield* answers.close
      yield* TestClock.adjust("61 minutes")
      for (let count = 0; count < 50; count += 1) {
        expect((yield* keys.current).wrapped).toEqual(first.wrapped)
        yield* Effect.yieldNow()
      }
      expect(asked.wrap).toBe(2)
      yield* answers.open
      yield* Effect.iterate(first.wrapped, {
        while: (wrapped) => wrapped.equals(first.wrapped),
        body: () =>
          Effect.zipRight(
            Effect.yieldNow(),
            Effect.map(keys.current, ({ wrapped }) => wrapped)
          )
      })
      expect(asked.wrap).toBe(2)
    })
  )

  it.effect("of others are remembered, however many they are, so that an outage stops none of them", () =>
    Effect.gen(function* () {
      const { asked, service, state } = memory()
      const keys = DataKeys.make(service)
      const all = Array.from({ length: 3_000 }, () => randomBytes(32))
      yield* Effect.forEach(all, keys.unwrap, { discard: true })
      expect(asked.unwrap).toBe(3_000)
      state.isDown = true
      yield* Effect.forEach(all, keys.unwrap, { discard: true })
      expect(asked.unwrap).toBe(3_000)
    })
  )

  it.effect(
    "of others are unwrapped once an hour, by one of many who ask at once, and used for a day while the service is down",
    () =>
      Effect.gen(function* () {
        const { asked, service, state } = memory()
        const { wrapped } = yield* DataKeys.make(service).current
        const keys = DataKeys.make(service)
        const before = asked.unwrap
        yield* Effect.all(
          Array.from({ length: 50 }, () => keys.unwrap(wrapped)),
          { concurrency: "unbounded" }
        )
        expect(asked.unwrap - before).toBe(1)
        yield* TestClock.adjust("61 minutes")
        yield* keys.unwrap(wrapped)
        expect(asked.unwrap - before).toBe(2)
        state.isDown = true
        yield* TestClock.adjust("23 hours")
        yield* keys.unwrap(wrapped)
        yield* TestClock.adjust("2 hours")
        expect(yield* Effect.flip(keys.unwrap(wrapped))).toMatchObject({ reason: "Unavailable" })
      })
  )

  it.effect("ask a service that is down once in two seconds, however many wait for it", () =>
    Effect.gen(function* () {
      const { asked, service, state } = memory()
      state.isDown = true
      const keys = DataKeys.make(service)
      const all = Array.from({ length: 50 }, (_, index) => Effect.either(keys.unwrap(Buffer.from(`wrapped ${index}`))))
      expect((yield* Effect.all(all)).every(Either.isLeft)).toBe(true)
      expect(asked.unwrap).toBe(1)
      yield* TestClock.adjust("3 seconds")
      yield* Effect.all(all)
      expect(asked.unwrap).toBe(2)
    })
  )

  it.scoped("seal nothing with a key that the service does not give back", () =>
    Effect.gen(function* () {
      const { service } = memory()
      const keys = DataKeys.make({ ...service, unwrap: () => Effect.succeed(new Uint8Array(32)) })
      expect((yield* Effect.flip(keys.current)).message).toContain("did not return the key that it had wrapped")
    })
  )
})

describe("The Transit engine", () => {
  it.scoped("opens what was wrapped before its key was rotated, until it forgets that version", () =>
    Effect.gen(function* () {
      const server = yield* standIn
      const service = serviceOf(server)
      const bytes = randomBytes(32)
      const old = yield* service.wrap(bytes)
      server.rotate()
      expect(Buffer.from(yield* service.wrap(bytes)).toString()).toMatch(/^vault:v2:/)
      expect(Buffer.from(yield* service.unwrap(old))).toEqual(bytes)
      server.minDecryptionVersion = 2
      const error = yield* Effect.flip(service.unwrap(old))
      expect(error.reason).toBe("Refused")
      expect(error.message).toContain("(400: ciphertext or signature version is disallowed by policy (too old))")
      expect(error.message).toContain("lower min_decryption_version")
      expect(error.message).not.toContain("enter")
    })
  )

  const problems: Readonly<Record<Exclude<TransitServer.Mood, "well">, string>> = {
    sealed: "it is sealed or under maintenance: unseal it (503: Vault is sealed)",
    hangs: "it does not answer (no answer in 0.2 seconds)",
    resets: "it does not answer (UND_ERR_SOCKET)",
    html: "it sent something that is not an answer of the Transit engine",
    empty: "it sent something that is not an answer of the Transit engine",
    wrong: "did not return the key that it had wrapped",
    endless: "it does not answer (the answer is too long)",
    redirects: "it redirects (307): set TRIBUTARY_KEY_SERVICE_URL to the active node",
    throttled: "it gets too many requests, or is a standby"
  }
  for (const [mood, problem] of Object.entries(problems)) {
    it.scoped(`is the operator's matter if it ${mood}: nothing is sealed, and nothing asks for credentials`, () =>
      Effect.gen(function* () {
        const server = yield* standIn
        server.mood = mood as TransitServer.Mood
        const error = yield* Effect.flip(vaultOf(serviceOf(server)).seal("c1", Redacted.make(secret)))
        expect(error).toMatchObject({ _tag: "KeyServiceError", reason: "Unavailable" })
        expect(error.message).toContain(problem)
        expect(error.message).not.toMatch(/enter|invented/)
      })
    )
  }

  it.scoped("is given up after its time, also if garbage is collected meanwhile", () =>
    Effect.gen(function* () {
      setFlagsFromString("--expose-gc")
      const collect: () => void = runInNewContext("gc")
      const server = yield* standIn
      server.mood = "hangs"
      const collecting = setInterval(collect, 10)
      const error = yield* Effect.flip(serviceOf(server).wrap(randomBytes(32))).pipe(
        Effect.ensuring(Effect.sync(() => clearInterval(collecting)))
      )
      expect(error.message).toContain("no answer in 0.2 seconds")
    })
  )

  for (const token of [
    "hvs.canary\nsecond",
    "hvs.canary\r",
    "hvs.canary\0",
    "hvs.canary ",
    "hvs.canary-ä",
    "canary∑"
  ]) {
    it.scoped(`gets no token that a header cannot have, and no error quotes it: ${JSON.stringify(token)}`, () =>
      Effect.gen(function* () {
        const server = yield* standIn
        const service = Transit.make({
          ...Either.getOrThrow(Transit.parse(server.url)),
          token: Effect.succeed(Redacted.make(token))
        })
        const error = yield* Effect.flip(service.wrap(randomBytes(32)))
        expect(error.message).toContain("is not one line of visible ASCII characters: write only the token there")
        expect(inspect(error)).not.toContain("canary")
        expect(server.asked()).toBe(0)
      })
    )
  }

  it.scoped("gets the token as it is now, and its refusal names the policy and not the token", () =>
    Effect.gen(function* () {
      const server = yield* standIn
      let token = "hvs.expired-canary"
      const service = Transit.make({
        ...Either.getOrThrow(Transit.parse(server.url)),
        token: Effect.sync(() => Redacted.make(token))
      })
      const error = yield* Effect.flip(service.wrap(randomBytes(32)))
      expect(error.message).toContain(
        "let its policy update transit/encrypt/tributary and transit/decrypt/tributary (403"
      )
      expect(inspect(error)).not.toContain("canary")
      token = server.token
      yield* service.wrap(randomBytes(32))
    })
  )

  it("has an address with https, unless it is on this machine", () => {
    for (const url of [
      "vault.example",
      "https://vault.example/v1/transit/encrypt/tributary",
      "https://user:canary@vault.example/v1/transit/keys/tributary",
      "https://vault.example/v1/transit/keys/tributary?x",
      "http://vault.example/v1/transit/keys/tributary",
      "ftp://127.0.0.1/v1/transit/keys/tributary",
      `https://vault.example/v1/transit/keys/${"x".repeat(200)}`
    ]) {
      expect(Either.isLeft(Transit.parse(url)), url).toBe(true)
    }
    expect(Transit.parse("https://vault.example:8200/v1/team-a/transit/keys/tributary")).toEqual(
      Either.right({ origin: "https://vault.example:8200", mount: "team-a/transit", name: "tributary" })
    )
    expect(Either.isRight(Transit.parse("http://localhost:8100/v1/transit/keys/tributary"))).toBe(true)
  })
})
