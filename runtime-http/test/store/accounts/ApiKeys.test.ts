import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { isAccountScope } from "../../../src/store/accounts/AccessScope.js"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import { TestDatabase } from "../../TestDatabase.js"
import * as DatabaseClock from "../DatabaseClock.js"

const account = Effect.gen(function* () {
  const keys = yield* ApiKeys.Keys
  const accountId = yield* keys.createAccount("account")
  return { keys, accountId, ...(yield* keys.create(accountId, "first")) }
})

const lastUse = (keyId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly last_used_at: Date | null }>`
      select last_used_at from api_key where id = ${keyId}`
    return row?.last_used_at ?? null
  })

/** Waits until the last use of a key is recorded, which happens in the background. */
const lastUseAfter = (keyId: string, before: Date) =>
  lastUse(keyId).pipe(
    Effect.filterOrFail((at): at is Date => at !== null && at > before),
    Effect.eventually
  )

layer(ApiKeys.layer.pipe(Layer.provideMerge(TestDatabase.layer)))("Keys", (it) => {
  it.effect("have 256 random bits and give access to their account [contract: api-keys]", () =>
    Effect.gen(function* () {
      const { accountId, id, key, keys } = yield* account
      expect(Redacted.value(key)).toMatch(/^trib_[\w-]{43}$/)
      const scope = yield* keys.authenticate(key)
      expect([isAccountScope(scope), scope.accountId, scope.keyId]).toEqual([true, accountId, id])
      const second = yield* keys.create(accountId, "second")
      expect(Redacted.value(second.key)).not.toBe(Redacted.value(key))
    })
  )

  it.effect("are stored only as a hash [contract: api-keys]", () =>
    Effect.gen(function* () {
      const { key } = yield* account
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`select api_key::text as row from api_key`
      const text = Redacted.value(key)
      expect(JSON.stringify(rows)).not.toContain(text.slice(5))
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(text).toString("hex"))
    })
  )

  it.effect("are refused when unknown, malformed or revoked [contract: api-keys]", () =>
    Effect.gen(function* () {
      const { id, key, keys } = yield* account
      for (const text of [
        "",
        "trib_",
        `trib_${"A".repeat(43)}`,
        `${Redacted.value(key)}A`,
        "x".repeat(100_000),
        "\u0000"
      ]) {
        expect(yield* Effect.flip(keys.authenticate(Redacted.make(text)))).toMatchObject({ _tag: "InvalidKey" })
      }
      expect(yield* keys.revoke(id)).toBe(true)
      expect(yield* Effect.flip(keys.authenticate(key))).toMatchObject({ _tag: "InvalidKey" })
      expect([yield* keys.revoke(id), yield* keys.revoke("no uuid")]).toEqual([false, false])
    })
  )

  it.effect("are listed without the key or its hash", () =>
    Effect.gen(function* () {
      const { accountId, id, keys } = yield* account
      yield* keys.revoke(id)
      expect(yield* keys.list(accountId)).toEqual([
        {
          id,
          label: "first",
          scopes: null,
          organizations: null,
          createdAt: expect.any(String),
          lastUsedAt: null,
          revokedAt: expect.any(String),
          expiresAt: null,
          replacedBy: null,
          state: "revoked"
        }
      ])
    })
  )

  it.effect("record their last use at most once a minute", () =>
    Effect.gen(function* () {
      const { id, key, keys } = yield* account
      expect(yield* lastUse(id)).toBeNull()
      yield* Effect.all(
        Array.from({ length: 5 }, () => keys.authenticate(key)),
        { concurrency: 5 }
      )
      const first = yield* lastUseAfter(id, new Date(0))
      const sql = yield* SqlClient.SqlClient
      const aged = (seconds: number) =>
        sql<{ readonly last_used_at: Date }>`
          update api_key set last_used_at = ${first}::timestamptz - make_interval(secs => ${seconds})
          where id = ${id}
          returning last_used_at`.pipe(Effect.map(([row]) => row?.last_used_at ?? first))
      const stale = yield* aged(120)
      yield* keys.authenticate(key)
      const noted = yield* lastUseAfter(id, stale)
      expect(Number(noted)).toBeGreaterThanOrEqual(Number(first))
      const recent = yield* aged(-3_600)
      yield* keys.authenticate(key)
      expect(yield* lastUse(id)).toEqual(recent)
    })
  )

  it.effect("are limited to what they were created with, and never change", () =>
    Effect.gen(function* () {
      const { accountId, keys } = yield* account
      const organizations = [randomUUID(), randomUUID()]
      const limits = { scopes: ["read", "write"], organizations }
      const { id, key } = yield* keys.create(accountId, "limited", limits)
      expect(yield* keys.authenticate(key)).toMatchObject({ accountId, keyId: id, ...limits })
      expect(keys.lastUseOf(key)).toMatchObject({ keyId: id, ...limits })
      expect((yield* keys.list(accountId)).find((each) => each.id === id)).toMatchObject({ ...limits, state: "active" })
    })
  )

  it.effect(
    "are rotated into one that may do the same for as long, while the former one ends [contract: api-keys]",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accountId, keys } = yield* account
        const organization = randomUUID()
        yield* sql`insert into organization (id, account_id, name) values (${organization}, ${accountId}, 'test')`
        const limits = { scopes: ["read"], organizations: [organization] }
        const expiresAt = new Date(Date.now() + 90 * 86_400_000).toISOString()
        const former = yield* keys.create(accountId, "rotated", { ...limits, expires: expiresAt })
        const made = yield* Effect.flatMap(keys.rotate(former.id, 3_600), Effect.fromNullable)
        for (const key of [former.key, made.key]) expect(yield* keys.authenticate(key)).toMatchObject(limits)
        const infoOf = (id: string) =>
          Effect.map(keys.list(accountId), (all) => all.find((each) => each.id === id) as ApiKeys.KeyInfo)
        expect(yield* infoOf(made.id)).toMatchObject({ label: "rotated", ...limits, expiresAt: made.expiresAt })
        expect(yield* infoOf(former.id)).toMatchObject({ expiresAt: made.formerEndsAt, replacedBy: made.id })
        // A second one would be valid only for the rest of the overlap.
        expect(yield* keys.rotate(former.id, 3_600)).toBeNull()
        expect(Math.abs(Date.parse(made.expiresAt ?? "") - Date.parse(expiresAt))).toBeLessThan(60_000)
        expect(Math.abs(Date.parse(made.formerEndsAt) - Date.now() - 3_600_000)).toBeLessThan(60_000)
      })
  )

  it.effect(
    "end at once without an overlap, and not later than they would have; what gives no access is not rotated",
    () =>
      Effect.gen(function* () {
        const { accountId, id, key, keys } = yield* account
        yield* keys.authenticate(key)
        const made = yield* Effect.flatMap(keys.rotate(id, 0), Effect.fromNullable)
        expect(made.expiresAt).toBeNull()
        expect((yield* Effect.flip(keys.authenticate(key)))._tag).toBe("ExpiredKey")
        expect(keys.lastUseOf(key)).toBeNull()
        expect((yield* keys.authenticate(made.key)).keyId).toBe(made.id)
        const soon = new Date(Date.now() + 60_000).toISOString()
        const short = yield* keys.create(accountId, "short", { expires: soon })
        expect((yield* keys.rotate(short.id, 86_400))?.formerEndsAt).toBe(soon)
        yield* keys.revoke(made.id)
        for (const gone of [id, made.id, randomUUID(), "no uuid"]) expect(yield* keys.rotate(gone, 60)).toBeNull()
        expect((yield* Effect.flip(keys.authenticate(made.key)))._tag).toBe("InvalidKey")
      })
  )

  it.scoped("are unknown outside the region of their account", () =>
    Effect.gen(function* () {
      const { key, keys } = yield* account
      const eu = yield* ApiKeys.make("eu")
      expect((yield* Effect.flip(eu.authenticate(key)))._tag).toBe("InvalidKey")
      const inEu = yield* eu.create(yield* eu.createAccount("eu"), "first")
      expect((yield* eu.authenticate(inEu.key)).keyId).toBe(inEu.id)
      expect((yield* Effect.flip(keys.authenticate(inEu.key)))._tag).toBe("InvalidKey")
    })
  )
})

const withClock = Layer.provideMerge(Layer.effectDiscard(DatabaseClock.install), TestDatabase.embedded)

layer(ApiKeys.layer.pipe(Layer.provideMerge(withClock)))("Keys that expire", (it) => {
  it.effect("give access until then, by each way to check them, and are not counted as known afterwards", () =>
    Effect.gen(function* () {
      const { accountId, keys } = yield* account
      const expiresAt = new Date(Date.now() + 2 * 3_600_000).toISOString()
      const { id, key } = yield* keys.create(accountId, "two hours", { expires: expiresAt })
      const stateOf = Effect.map(keys.list(accountId), (all) => all.find((each) => each.id === id)?.state)
      yield* DatabaseClock.pass(1.9)
      expect((yield* keys.authenticate(key)).keyId).toBe(id)
      expect([yield* keys.isKnown(key), yield* stateOf]).toEqual([true, "active"])
      yield* DatabaseClock.pass(0.2)
      expect((yield* Effect.flip(keys.authenticate(key)))._tag).toBe("ExpiredKey")
      expect((yield* Effect.flip(keys.open(key, randomUUID())))._tag).toBe("ExpiredKey")
      expect(yield* stateOf).toBe("expired")
      const another = yield* ApiKeys.make()
      expect(yield* another.isKnown(key)).toBe(false)
    }).pipe(Effect.scoped)
  )

  it.effect("overlap with the key that replaces them for as long as the operator has said", () =>
    Effect.gen(function* () {
      const { id, key, keys } = yield* account
      const made = yield* Effect.flatMap(keys.rotate(id, 24 * 3_600), Effect.fromNullable)
      yield* DatabaseClock.pass(23.9)
      for (const each of [key, made.key]) expect((yield* keys.authenticate(each)).keyId).toBeDefined()
      yield* DatabaseClock.pass(0.2)
      expect((yield* Effect.flip(keys.authenticate(key)))._tag).toBe("ExpiredKey")
      expect((yield* keys.authenticate(made.key)).keyId).toBe(made.id)
    })
  )

  it.effect("are valid for their seconds by the clock of the database, whatever that of this machine says", () =>
    Effect.gen(function* () {
      const { accountId, keys } = yield* account
      yield* DatabaseClock.pass(3)
      const { expiresAt, id, key } = yield* keys.create(accountId, "an hour", { expires: 3_600 })
      expect((yield* keys.list(accountId)).find((each) => each.id === id)?.expiresAt).toBe(expiresAt)
      yield* DatabaseClock.pass(0.9)
      expect((yield* keys.authenticate(key)).keyId).toBe(id)
      yield* DatabaseClock.pass(0.2)
      expect((yield* Effect.flip(keys.authenticate(key)))._tag).toBe("ExpiredKey")
    })
  )
})
