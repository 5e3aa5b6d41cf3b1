import { createSecretKey, randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as DataKeys from "../../../src/store/secrets/DataKeys.js"
import { type KeyService, KeyServiceError } from "../../../src/store/secrets/KeyService.js"
import * as MasterKeyLedger from "../../../src/store/secrets/MasterKeyLedger.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import * as Rewrap from "../../../src/store/secrets/Rewrap.js"
import * as SealedColumns from "../../../src/store/secrets/SealedColumns.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import { TestDatabase } from "../../TestDatabase.js"

const keyText = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`
const vaultOf = (...keys: ReadonlyArray<string>) =>
  Effect.map(MasterKeys.parse(Redacted.make(keys.join(","))), Vault.make)

const k1 = keyText("k1", 1)
const k2 = keyText("k2", 2)
const rotated = Effect.orDie(vaultOf(k2, k1))
const former = Effect.orDie(vaultOf(k1))

/** Every column of bytes that nobody seals, with the reason. */
const UNSEALED: Readonly<Record<string, string>> = {
  "api_key.hash": "a SHA-256 of a random key",
  "connect_session.link_hash": "a SHA-256 of a random token",
  "connect_session.token_hash": "a SHA-256 of a random token",
  "consent_visit.browser": "a SHA-256 of a random cookie",
  "consent_visit.state": "a SHA-256 of a random state",
  "idempotency_key.fingerprint": "an HMAC, which is only compared",
  "operator_key.hash": "a SHA-256 of a random key",
  "rate_budget.key": "an HMAC, which is only compared",
  "rate_line.key": "an HMAC, which is only compared",
  "record.hash": "a SHA-256 of what the row has in plain",
  "scan_parent.id": "a SHA-256 of an id of a vendor"
}

/** Adds a connection and an outbound job of it, whose values this vault seals. */
const add = (vault: Vault["Type"], secret: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = randomUUID()
    const credentials = yield* vault.seal(id, Redacted.make(secret))
    const payload = yield* vault.seal(id, Redacted.make(`ticket ${secret}`))
    yield* sql`insert into account (id, name) values (${id}, 'a')`
    yield* sql`insert into organization (id, account_id, name) values (${id}, ${id}, 'o')`
    yield* sql`
      insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs, credentials)
      values (${id}, ${id}, ${id}, 'ACME', 'ACTIVE', 60, 60, ${credentials})`
    yield* sql`
      insert into outbound_job (id, account_id, connection_id, vendor, task_name, payload)
      values (${randomUUID()}, ${id}, ${id}, 'ACME', 'create', ${payload})`
    return id
  })

const setCredentials = (id: string, value: Uint8Array) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`update connection set credentials = ${value} where id = ${id}`)

const credentialsOf = (id: string, vault: Vault["Type"]) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly credentials: Uint8Array }>`select credentials from connection where id = ${id}`
    return Redacted.value(yield* vault.open(id, row?.credentials ?? new Uint8Array()))
  })

const payloadOf = (id: string, vault: Vault["Type"]) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{
      readonly payload: Uint8Array
    }>`select payload from outbound_job where connection_id = ${id}`
    return Redacted.value(yield* vault.open(id, row?.payload ?? new Uint8Array()))
  })

const rewrap = (vault: Vault["Type"], report: Parameters<typeof Rewrap.run>[0] = () => Effect.void) =>
  Effect.provideService(Rewrap.run(report), Vault, vault)

/** How many values of both columns are sealed with a key. */
const sealedBy = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let count = 0
    for (const column of SealedColumns.all) {
      const [row] = yield* sql<{ readonly count: number }>`
        select count(*) as count from ${sql(column.table)} where ${MasterKeyLedger.keyIdOf(sql, column)} = ${id}`
      count += row?.count ?? 0
    }
    return count
  })

const onEmpty = <A, E>(test: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`delete from outbound_job`
    yield* sql`delete from connection`
    yield* sql`delete from runner`
    return yield* test
  })

layer(TestDatabase.layer)("Rewrap", (it) => {
  it.effect("knows every column of the schema that has bytes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly name: string }>`
        select distinct table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and data_type = 'bytea'
          and table_name not in (select inhrelid::regclass::text from pg_inherits)`
      const known = [...SealedColumns.all.map(SealedColumns.nameOf), ...Object.keys(UNSEALED)]
      expect(rows.map(({ name }) => name).sort()).toEqual(known.sort())
    })
  )

  it.effect(
    "seals credentials and payloads anew, of more rows than it reads at once, and then finds nothing to do",
    () =>
      onEmpty(
        Effect.gen(function* () {
          const old = yield* former
          const ids = yield* Effect.forEach(Array.from({ length: 230 }), (_, index) => add(old, `secret ${index}`))
          const first = yield* rewrap(yield* rotated)
          expect(first).toMatchObject({ key: "k2", unreadable: [] })
          expect([...first.done.values()]).toEqual([230, 230])
          expect([yield* sealedBy("k1"), yield* sealedBy("k2")]).toEqual([0, 460])
          const alone = yield* vaultOf(k2)
          for (const [index, id] of ids.entries()) {
            expect([yield* credentialsOf(id, alone), yield* payloadOf(id, alone)]).toEqual([
              `secret ${index}`,
              `ticket secret ${index}`
            ])
          }
          expect((yield* rewrap(yield* rotated)).done.size).toBe(0)
          // The second run has changed nothing.
          const sql = yield* SqlClient.SqlClient
          expect(yield* sql`select action, resource_id from audit_event`).toEqual([
            { action: "master_key.rewrap", resource_id: "k2" }
          ])
        })
      )
  )

  it.effect("keeps credentials that were stored between its reading and its writing, and seals them anew later", () =>
    onEmpty(
      Effect.gen(function* () {
        const old = yield* former
        const id = yield* add(old, "first")
        const vault = yield* rotated
        const sql = yield* SqlClient.SqlClient
        let turns = 0
        const meddling: Vault["Type"] = {
          ...vault,
          // The credentials change when the former ones are open.
          open: (connection, sealed) =>
            Effect.tap(vault.open(connection, sealed), () => {
              turns += 1
              return turns === 1
                ? Effect.flatMap(old.seal(id, Redacted.make("second")), (value) =>
                    Effect.orDie(Effect.provideService(setCredentials(id, value), SqlClient.SqlClient, sql))
                  )
                : Effect.void
            })
        }
        yield* rewrap(meddling)
        expect(yield* credentialsOf(id, yield* vaultOf(k2))).toBe("second")
      })
    )
  )

  it.effect("does nothing to a connection that is deleted meanwhile, or to a job that ends", () =>
    onEmpty(
      Effect.gen(function* () {
        const id = yield* add(yield* former, "gone")
        const vault = yield* rotated
        const sql = yield* SqlClient.SqlClient
        const end = Effect.orDie(
          Effect.zipRight(
            sql`update connection set state = 'DELETED', credentials = null where id = ${id}`,
            sql`update outbound_job set status = 'FAILED', payload = null where connection_id = ${id}`
          )
        )
        const { done } = yield* rewrap({ ...vault, open: (...args) => Effect.tap(vault.open(...args), () => end) })
        expect(done.size).toBe(0)
        expect(yield* sql`select from connection where credentials is not null`).toEqual([])
        expect(yield* sql`select from outbound_job where payload is not null`).toEqual([])
      })
    )
  )

  it.effect("shares the work with a second run", () =>
    onEmpty(
      Effect.gen(function* () {
        const old = yield* former
        const ids = yield* Effect.forEach(Array.from({ length: 40 }), (_, index) => add(old, `secret ${index}`))
        const vault = yield* rotated
        const runs = yield* Effect.all([rewrap(vault), rewrap(vault)], { concurrency: 2 })
        const sum = runs.flatMap(({ done }) => [...done.values()]).reduce((one, other) => one + other, 0)
        expect([sum, yield* sealedBy("k2")]).toEqual([80, 80])
        expect(yield* credentialsOf(ids[39] ?? "", yield* vaultOf(k2))).toBe("secret 39")
      })
    )
  )

  it.effect("names what it cannot open, by its id alone, and seals the others anew", () =>
    onEmpty(
      Effect.gen(function* () {
        const old = yield* former
        const [truncated, empty, impostor, lost, good] = yield* Effect.forEach(["a", "b", "c", "d", "e"], (secret) =>
          add(old, secret)
        )
        if (!truncated || !empty || !impostor || !lost || !good) throw new Error("Five connections were made.")
        const sealed = yield* old.seal(truncated, Redacted.make("a"))
        yield* setCredentials(truncated, sealed.slice(0, 12))
        yield* setCredentials(empty, new Uint8Array())
        yield* setCredentials(impostor, yield* (yield* vaultOf(keyText("k1", 9))).seal(impostor, Redacted.make("c")))
        yield* setCredentials(lost, yield* (yield* vaultOf(keyText("k9", 9))).seal(lost, Redacted.make("d")))
        const { done, unreadable } = yield* rewrap(yield* rotated)
        expect([...done.entries()]).toEqual([
          ["connection.credentials", 1],
          ["outbound_job.payload", 5]
        ])
        expect(Object.fromEntries(unreadable.map(({ id, reason }) => [id, reason]))).toEqual({
          [truncated]: "Malformed",
          [empty]: "Malformed",
          [impostor]: "NotAuthentic",
          [lost]: "UnknownKey"
        })
        expect(yield* credentialsOf(good, yield* vaultOf(k2))).toBe("e")
      })
    )
  )

  describe("with a key service", () => {
    /** A service in this process whose key has versions. */
    const versioned = () => {
      const state = { version: 1, oldest: 1, isDown: false }
      const fail = (reason: KeyServiceError["reason"]) => new KeyServiceError({ reason, message: "It was told to." })
      const service: KeyService = {
        id: "memory/key",
        wrap: (bytes) =>
          state.isDown ? fail("Unavailable") : Effect.sync(() => Buffer.from([state.version, ...bytes])),
        unwrap: (wrapped) => {
          if (state.isDown) return fail("Unavailable")
          return (wrapped[0] ?? 0) < state.oldest ? fail("Refused") : Effect.succeed(wrapped.slice(1))
        }
      }
      const make = () =>
        Vault.make([{ id: service.id, key: createSecretKey(Buffer.alloc(32, 7)), dataKeys: DataKeys.make(service) }])
      return { state, make }
    }

    it.effect("seals everything anew if it is told to, so that the service can forget a version", () =>
      onEmpty(
        Effect.gen(function* () {
          const { make, state } = versioned()
          const id = yield* add(make(), "a")
          state.version = 2
          expect((yield* rewrap(make())).done.size).toBe(0)
          const { done } = yield* Effect.provideService(
            Rewrap.run(() => Effect.void, { isAll: true }),
            Vault,
            make()
          )
          expect([...done.values()]).toEqual([1, 1])
          state.oldest = 2
          expect(yield* credentialsOf(id, make())).toBe("a")
        })
      )
    )

    it.effect("names what the service refuses to decrypt, and goes on with the rest", () =>
      onEmpty(
        Effect.gen(function* () {
          const { make, state } = versioned()
          const lost = yield* add(make(), "lost")
          Object.assign(state, { version: 2, oldest: 2 })
          const good = yield* add(make(), "good")
          const { done, unreadable } = yield* Effect.provideService(
            Rewrap.run(() => Effect.void, { isAll: true }),
            Vault,
            make()
          )
          expect([...done.values()]).toEqual([1, 1])
          expect(unreadable.map(({ reason }) => reason)).toEqual(["Refused", "Refused"])
          expect(unreadable[0]?.id).toBe(lost)
          expect(yield* credentialsOf(good, make())).toBe("good")
        })
      )
    )

    it.effect("ends if the service is down, and changes nothing", () =>
      onEmpty(
        Effect.gen(function* () {
          const { make, state } = versioned()
          const id = yield* add(make(), "a")
          state.isDown = true
          const run = Effect.provideService(
            Rewrap.run(() => Effect.void, { isAll: true }),
            Vault,
            make()
          )
          expect(yield* Effect.flip(run)).toMatchObject({ _tag: "KeyServiceError", reason: "Unavailable" })
          state.isDown = false
          expect(yield* credentialsOf(id, make())).toBe("a")
        })
      )
    )
  })

  describe("while other processes run", () => {
    const register = (name: string, keys: string) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`insert into runner (name, master_keys) values (${name}, ${keys}::text[])`
      )

    it.effect("refuses to seal with a key that one of them does not have", () =>
      onEmpty(
        Effect.gen(function* () {
          yield* add(yield* former, "a")
          yield* register("host:1/x", "{k1}")
          yield* register("host:2/x", "{k1,k2}")
          const error = yield* Effect.flip(rewrap(yield* rotated))
          expect(error.message).toBe(
            'These processes do not have the master key "k2", and cannot open what is sealed with it: host:1/x. Add it there first, after the key that seals, then move it to the front everywhere. A process that was killed counts for a minute.'
          )
          expect(yield* sealedBy("k1")).toBe(2)
        })
      )
    )

    it.effect("ends although one of them always seals with the former key", () =>
      onEmpty(
        Effect.gen(function* () {
          const old = yield* former
          yield* register("host:1/x", "{k1,k2}")
          yield* add(old, "a")
          const sql = yield* SqlClient.SqlClient
          const more = Effect.orDie(Effect.provideService(add(old, "more"), SqlClient.SqlClient, sql))
          const { unreadable } = yield* rewrap(yield* rotated, () => more)
          expect(unreadable).toEqual([])
          expect(yield* sealedBy("k1")).toBeGreaterThan(0)
          const [k1Known] = yield* Effect.zipRight(
            sql`insert into setting (name, value) values ('master_key/k1', 'x') on conflict do nothing`,
            MasterKeyLedger.list(60)
          )
          expect(k1Known?.processes).toEqual(["host:1/x"])
        })
      )
    )
  })
})
