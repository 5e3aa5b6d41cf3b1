import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as MasterKeyLedger from "../../../src/store/secrets/MasterKeyLedger.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import { TestDatabase } from "../../TestDatabase.js"

const keyText = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`
const keysOf = (...keys: ReadonlyArray<string>) => MasterKeys.parse(Redacted.make(keys.join(",")))

const k1 = keyText("k1", 1)
const k2 = keyText("k2", 2)

/** Starts a process that has these keys. */
const admit = (...keys: ReadonlyArray<string>) =>
  Effect.flatMap(keysOf(...keys), (parsed) => MasterKeyLedger.admit(parsed, "TRIBUTARY_MASTER_KEY"))

const refused = (...keys: ReadonlyArray<string>) =>
  Effect.map(Effect.flip(admit(...keys)), (error) => {
    expect(error._tag).toBe("MasterKeysError")
    return error.message
  })

/** Creates a connection whose credentials are sealed with the first of these keys. */
const connect = (...keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = randomUUID()
    const credentials = yield* Vault.make(yield* keysOf(...keys)).seal(id, Redacted.make("secret"))
    yield* sql`insert into account (id, name) values (${id}, 'a')`
    yield* sql`insert into organization (id, account_id, name) values (${id}, ${id}, 'o')`
    yield* sql`
      insert into connection
        (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs, credentials)
      values (${id}, ${id}, ${id}, 'ACME', 'ACTIVE', 60, 60, ${credentials})`
    return id
  })

/** How many values each known key seals. */
const counts = Effect.map(MasterKeyLedger.list(86_400), (keys) =>
  Object.fromEntries(keys.map((key) => [key.id, MasterKeyLedger.sealedBy(key)]))
)

const forget = (id: string, isLost: boolean) => MasterKeyLedger.forget(id, { isEarly: false, isLost, keptSecs: 86_400 })

/** Gives each test an empty ledger. */
const onEmpty = <A, E>(test: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`delete from setting`
    yield* sql`delete from connection`
    yield* sql`delete from runner`
    return yield* test
  })

layer(TestDatabase.layer)("MasterKeyLedger", (it) => {
  describe("a process that starts", () => {
    it.effect("is admitted with the key of the first process, and refused with a key of its own", () =>
      onEmpty(
        Effect.gen(function* () {
          yield* admit(k1)
          yield* admit(k1)
          const message = yield* refused(keyText("own", 9))
          expect(message).toContain('"own" of TRIBUTARY_MASTER_KEY')
          expect(message).toContain('has been used with the master key "k1"')
          expect(message).toContain("the same keys in every process")
          expect(yield* counts).toEqual({ k1: 0 })
        })
      )
    )

    it.effect("is refused with another key under a known id, even in addition to the right key", () =>
      onEmpty(
        Effect.gen(function* () {
          yield* admit(k1, k2)
          for (const keys of [[keyText("k1", 7)], [k2, keyText("k1", 7)]]) {
            expect(yield* refused(...keys)).toContain('"k1" of TRIBUTARY_MASTER_KEY differs from the key')
          }
        })
      )
    )

    it.effect(
      "rotates its key: adds the new key last, moves it first, and drops the old key once nothing is sealed with it",
      () =>
        onEmpty(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* admit(k1)
            const connection = yield* connect(k1)
            yield* admit(k1, k2)
            yield* admit(k1)
            yield* admit(k2, k1)
            const message = yield* refused(k2)
            expect(message).toContain(
              'The master key "k1" is missing from TRIBUTARY_MASTER_KEY, and only it opens the credentials of 1 connection.'
            )
            expect(yield* counts).toEqual({ k1: 1, k2: 0 })
            const vault = Vault.make(yield* keysOf(k2, k1))
            const sealed = yield* vault.seal(connection, Redacted.make("secret"))
            yield* sql`update connection set credentials = ${sealed} where id = ${connection}`
            yield* admit(k2)
            // A process that still has only the old key could not open what the others seal.
            expect(yield* refused(k1)).toContain('"k2"')
          })
        )
    )

    it.effect("may use another key after the lost one was forgotten", () =>
      onEmpty(
        Effect.gen(function* () {
          yield* admit(k1)
          yield* connect(k1)
          expect(yield* refused(k2)).toContain("tributary master-keys forget")
          expect(yield* forget("k2", true)).toBe(null)
          expect(yield* forget("k1", false)).toMatchObject({ isForgotten: false })
          expect(yield* forget("k1", true)).toMatchObject({ isForgotten: true })
          expect(yield* counts).toEqual({})
          yield* admit(k2)
          yield* admit(k2)
          expect(yield* counts).toEqual({ k2: 0 })
        })
      )
    )

    it.effect(
      "is refused without a key that sealed something after it was forgotten, and the key is listed and kept",
      () =>
        onEmpty(
          Effect.gen(function* () {
            yield* admit(k1, k2)
            expect(yield* forget("k1", false)).toMatchObject({ isForgotten: true })
            // A process that was frozen goes on.
            yield* connect(k1)
            expect(yield* counts).toEqual({ k1: 1, k2: 0 })
            expect(yield* refused(k2)).toContain('The master key "k1" is missing from TRIBUTARY_MASTER_KEY')
            expect(yield* forget("k1", false)).toMatchObject({ isForgotten: false })
            yield* admit(k2, k1)
          })
        )
    )

    it.effect("is refused without a key with which a living process seals, and the key is listed and kept", () =>
      onEmpty(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* admit(k2)
          yield* sql`insert into runner (name, master_keys) values ('host:1/x', '{k1,k2}')`
          expect(yield* counts).toEqual({ k1: 0, k2: 0 })
          const message = yield* refused(k2)
          expect(message).toContain(
            '"k1" is missing from TRIBUTARY_MASTER_KEY, and these processes seal with it: host:1/x.'
          )
          expect(yield* forget("k1", false)).toMatchObject({ isForgotten: false, key: { processes: ["host:1/x"] } })
          yield* admit(k2, k1)
        })
      )
    )

    it.effect("needs a key again that was forgotten as lost and is found", () =>
      onEmpty(
        Effect.gen(function* () {
          yield* admit(k1, k2)
          yield* connect(k1)
          yield* forget("k1", true)
          yield* admit(k2)
          yield* admit(k2, k1)
          expect(yield* refused(k2)).toContain('"k1" is missing')
        })
      )
    )

    it.effect("may start although the header of a damaged value names no key", () =>
      onEmpty(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* admit(k1)
          const id = yield* connect(k1)
          // No id, and no version, although what follows would be an id.
          for (const damaged of [Buffer.from([1, 2, 1, 2, 3, 4]), Buffer.from("\u0003\u0002k9 and more")]) {
            yield* sql`update connection set credentials = ${damaged} where id = ${id}`
            yield* admit(k1)
            expect(yield* counts).toEqual({ k1: 0 })
          }
        })
      )
    )

    it.effect("waits while a key is forgotten, so that nothing changes between the look and the deletion", () =>
      onEmpty(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* admit(k1, k2)
          const locked = sql.withTransaction(
            Effect.zipRight(
              forget("k1", false),
              sql<{ readonly mode: string }>`
                select mode from pg_locks where relation = 'setting'::regclass and pid = pg_backend_pid() and mode = 'ShareRowExclusiveLock'`
            )
          )
          expect(yield* locked).toHaveLength(1)
        })
      )
    )

    it.effect("stores no key in the database", () =>
      onEmpty(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* admit(k1, k2)
          const stored = JSON.stringify(yield* sql`select * from setting`)
          for (const fill of [1, 2]) {
            const key = Buffer.alloc(32, fill)
            for (const form of ["hex", "base64"] as const) expect(stored).not.toContain(key.toString(form).slice(0, 16))
          }
        })
      )
    )

    it.effect("is refused if another first process, with a different key, starts at the same time", () =>
      onEmpty(
        Effect.gen(function* () {
          const both = yield* Effect.all([Effect.either(admit(k1)), Effect.either(admit(k2))], { concurrency: 2 })
          expect(both.map(({ _tag }) => _tag).sort()).toEqual(["Left", "Right"])
        })
      )
    )
  })
})
