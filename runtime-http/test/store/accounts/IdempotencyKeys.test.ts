import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import * as IdempotencyKeys from "../../../src/store/accounts/IdempotencyKeys.js"
import * as Organizations from "../../../src/store/accounts/Organizations.js"
import { Database } from "../../../src/store/postgres/Database.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import { onPostgres, TestDatabase } from "../../TestDatabase.js"

const ours = MasterKeys.generate()

/** The stores of one process. */
const openProcess = (url: Redacted.Redacted, keys: Redacted.Redacted = ours) => {
  const vault = Layer.unwrapEffect(Effect.map(Effect.orDie(MasterKeys.parse(keys)), Vault.layer))
  const stores = Layer.mergeAll(IdempotencyKeys.layer, Organizations.layer, ApiKeys.layer)
  return Layer.build(
    stores.pipe(
      Layer.provideMerge(SyncSchedule.layer),
      Layer.provide(vault),
      Layer.provideMerge(Database.layerUrl({ url, maxConnections: 5 })),
      Layer.orDie,
      Layer.fresh
    )
  )
}

type Process = Effect.Effect.Success<ReturnType<typeof openProcess>>

const makeScope = (process: Process) =>
  Effect.gen(function* () {
    const keys = Context.get(process, ApiKeys.Keys)
    const { key } = yield* keys.create(yield* keys.createAccount("test"), "test")
    return yield* keys.authenticate(key)
  })

type Scope = Effect.Effect.Success<ReturnType<typeof makeScope>>

const requestOf = (
  { accountId, organizations }: Scope,
  body: unknown = { name: "Org" }
): IdempotencyKeys.KeyedRequest => ({
  accountId,
  organizations,
  key: "key-1",
  target: "createOrganization",
  body
})

/** Creates an organization, unless the key stands for one. */
const createIn = (process: Process, scope: Scope, pause: Effect.Effect<unknown> = Effect.void) => {
  const work = Context.get(process, Organizations.Organizations)
    .create(scope, { name: "Org", identifier: null })
    .pipe(
      Effect.zipLeft(pause),
      Effect.map(({ id }) => ({ status: 201, body: id, organizationId: id, connectionId: null }))
    )
  return Context.get(process, IdempotencyKeys.IdempotencyKeys).once(requestOf(scope), work)
}

const countIn = (process: Process, scope: Scope) =>
  Effect.map(
    Context.get(process, Organizations.Organizations).list(scope, { limit: 9, offset: 0 }),
    ({ total }) => total
  )

onPostgres("IdempotencyKeys", () => {
  it.scopedLive("lets only one of many requests in two processes do the work, and gives the others its answer", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: true })
      const [one, other] = [yield* openProcess(url), yield* openProcess(url)]
      const scope = yield* makeScope(one)
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, (_, index) => createIn(index % 2 === 0 ? one : other, scope)),
        { concurrency: "unbounded" }
      )
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      expect(answers.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1)
      expect(yield* countIn(one, scope)).toBe(1)
    })
  )

  it.scopedLive("does the work in another process if the first one dies before it has stored its answer", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: true })
      const [dying, other] = [yield* openProcess(url), yield* openProcess(url)]
      const scope = yield* makeScope(dying)
      const created = yield* Deferred.make<void>()
      const first = yield* Effect.fork(
        createIn(dying, scope, Effect.zipRight(Deferred.succeed(created, undefined), Effect.never))
      )
      yield* Deferred.await(created)
      const second = yield* Effect.fork(createIn(other, scope))
      const sql = Context.get(other, SqlClient.SqlClient)
      const waiting = sql`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      yield* Effect.repeat(waiting, { until: (rows) => rows.length > 0 })
      // The server ends the transaction of a process that is gone.
      yield* sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`
      expect(yield* Fiber.join(second)).toMatchObject({ status: 201, isRepeated: false })
      yield* Fiber.interruptFork(first)
      expect(yield* countIn(other, scope)).toBe(1)
    })
  )

  it.scopedLive(
    "recognizes a request after a rotation of the master key, whatever the order of the body's fields",
    () =>
      Effect.gen(function* () {
        const url = yield* TestDatabase.makeUrl({ migrated: true })
        const [old, fresh] = [MasterKeys.generate(), MasterKeys.generate()]
        const before = yield* openProcess(url, old)
        const scope = yield* makeScope(before)
        const request = requestOf(scope, { name: "Org", credentials: { one: "p4ssw0rd", two: 2 } })
        const work = Effect.succeed({ status: 201, body: "{}", organizationId: null, connectionId: null })
        yield* Context.get(before, IdempotencyKeys.IdempotencyKeys).once(request, work)

        const both = Redacted.make([fresh, old].map(Redacted.value).join(","))
        const keys = Context.get(yield* openProcess(url, both), IdempotencyKeys.IdempotencyKeys)
        const reordered = requestOf(scope, { credentials: { two: 2, one: "p4ssw0rd" }, name: "Org" })
        expect(yield* keys.find(reordered)).toEqual({ status: 201, body: "{}" })
        const others = [
          requestOf(scope, { name: "Org", credentials: { one: "other", two: 2 } }),
          { ...request, target: "createConnection 1" }
        ]
        for (const other of others) {
          expect(yield* Effect.flip(keys.find(other))).toMatchObject({ _tag: "IdempotencyKeyReused" })
          expect(yield* Effect.flip(keys.once(other, Effect.die("not used")))).toMatchObject({
            _tag: "IdempotencyKeyReused"
          })
        }
        const rows = yield* Context.get(before, SqlClient.SqlClient)`select idempotency_key::text from idempotency_key`
        expect(JSON.stringify(rows)).not.toContain("p4ssw0rd")
      })
  )
})
