import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { isAccountScope } from "../../../src/store/accounts/AccessScope.js"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import { TestDatabase } from "../../TestDatabase.js"

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
        { id, label: "first", createdAt: expect.any(String), lastUsedAt: null, revokedAt: expect.any(String) }
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
