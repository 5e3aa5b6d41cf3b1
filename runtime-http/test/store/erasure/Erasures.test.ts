import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { accountScope, UNLIMITED } from "../../../src/store/accounts/AccessScope.js"
import * as StoredKeys from "../../../src/store/accounts/StoredKeys.js"
import * as Erasures from "../../../src/store/erasure/Erasures.js"
import * as ErasureWork from "../../../src/store/erasure/ErasureWork.js"
import * as ConnectorStops from "../../../src/store/jobs/ConnectorStops.js"
import * as Retention from "../../../src/store/Retention.js"
import { withLease } from "../../../src/store/schedule/Lease.js"
import { EVERY_VENDOR } from "../../../src/store/schedule/StoppedConnectors.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import { onPostgres, TestDatabase } from "../../TestDatabase.js"
import { wholeAccount } from "../WholeAccount.js"
import * as FilledCustomer from "./FilledCustomer.js"

const services = Layer.merge(Erasures.layerIn("default"), ConnectorStops.layer).pipe(
  Layer.provideMerge(SyncSchedule.layer),
  Layer.provideMerge(TestDatabase.postgres)
)

const work = Effect.flatMap(SyncSchedule.SyncSchedule, ErasureWork.turn)

const scopeOf = ({ accountId }: FilledCustomer.FilledCustomer) => wholeAccount(accountId)

const ofConnection = (at: FilledCustomer.FilledCustomer) =>
  Effect.flatMap(Erasures.Erasures, (erasures) =>
    erasures.ofConnection(scopeOf(at), at.organizationId, at.connectionId)
  )

const countsOf = ({ receipt }: Erasures.Erasure): Record<string, number> =>
  Object.fromEntries(receipt.map(({ count, table }) => [table, count]))

const found = (id: string) => Effect.flatMap(Erasures.Erasures, (erasures) => erasures.find(id))

/** How many rows are gone since then, of each table from which any are. */
const goneSince = (before: Record<string, number>) =>
  Effect.map(FilledCustomer.rowCounts, (after) =>
    Object.fromEntries(
      Object.entries(before).flatMap(([table, count]) => {
        const gone = count - (after[table] ?? 0)
        return gone <= 0 ? [] : [[table, gone]]
      })
    )
  )

/** Waits until a statement with these words waits for a lock. */
const someoneWaits = (sql: SqlClient.SqlClient, words = "") =>
  Effect.gen(function* () {
    while (
      (yield* sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${words}%`}`).length === 0
    ) {
      yield* Effect.sleep(5)
    }
  })

onPostgres("an erasure", () => {
  layer(services, { excludeTestServices: true })("", (it) => {
    it.effect("removes everything of a connection, and says how much that was", () =>
      Effect.gen(function* () {
        const [at, other] = [yield* FilledCustomer.add({ rows: 2_500 }), yield* FilledCustomer.add()]
        const whole = yield* FilledCustomer.tablesWith(other.mark)
        expect(whole.length).toBeGreaterThan(20)
        const before = yield* FilledCustomer.rowCounts
        const requested = yield* ofConnection(at)
        expect(requested).toMatchObject({ subject: "connection", begunAt: null, finishedAt: null, receipt: [] })
        yield* work
        const erasure = yield* found(requested.id)
        expect(erasure.finishedAt).not.toBeNull()
        // The schedule row went when the connection was deleted; the key of the request stays for its day, without the answer.
        const { schedule: _, ...gone } = yield* goneSince(before)
        expect(countsOf(erasure)).toEqual({ ...gone, idempotency_key: 1 })
        expect(gone["record"]).toBe(2_500)
        expect(yield* FilledCustomer.tablesWith(at.mark)).toEqual([
          "api_key",
          "organization",
          "webhook_secret",
          "webhook",
          "account"
        ])
        expect(yield* FilledCustomer.tablesWith(other.mark)).toEqual(whole)
      })
    )

    it.effect(
      "removes an organization with its connections, what was deleted before too, and the label of its key",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const erasures = yield* Erasures.Erasures
          const at = yield* FilledCustomer.add()
          const sibling = yield* FilledCustomer.add({ account: at.accountId })
          const before = yield* FilledCustomer.rowCounts
          const refused = yield* Effect.flip(erasures.ofOrganization(scopeOf(at), at.organizationId, { force: false }))
          expect(refused).toMatchObject({ _tag: "HasConnections", connections: 1 })
          expect(yield* goneSince(before)).toEqual({})
          const requested = yield* erasures.ofOrganization(scopeOf(at), at.organizationId, { force: true })
          yield* work
          const { schedule: _, ...gone } = yield* goneSince(before)
          expect(countsOf(yield* found(requested.id))).toEqual({ ...gone, idempotency_key: 1, api_key: 1 })
          expect(yield* FilledCustomer.tablesWith(at.mark)).toEqual(["webhook_secret", "webhook", "account"])
          const labels = yield* sql<{ readonly label: string }>`
          select label from api_key where account_id = ${at.accountId} order by label`
          expect(labels.map(({ label }) => label)).toContain(StoredKeys.ERASED_LABEL)
          expect(labels.some(({ label }) => label.startsWith(sibling.mark))).toBe(true)
          expect(yield* FilledCustomer.tablesWith(sibling.mark)).toContain("record")
        })
    )

    it.effect("removes an account with everything; its receipt stays", () =>
      Effect.gen(function* () {
        const erasures = yield* Erasures.Erasures
        const at = yield* FilledCustomer.add({ rows: 3 })
        const sibling = yield* FilledCustomer.add({ account: at.accountId })
        const other = yield* FilledCustomer.add()
        const before = yield* FilledCustomer.rowCounts
        const { counts: preview } = yield* erasures.preview("account", at.accountId)
        const requested = yield* erasures.byOperator("account", at.accountId)
        yield* work
        const { schedule, ...gone } = yield* goneSince(before)
        const counts = countsOf(yield* found(requested.id))
        // A key of a request is counted twice: its answer goes with the connection, its row with the account; and so is the label of a key.
        expect(counts).toEqual({ ...gone, idempotency_key: 4, api_key: 4 })
        expect(preview).toMatchObject({ record: 4, schedule, account: 1 })
        expect(yield* FilledCustomer.tablesWith(at.mark)).toEqual([])
        expect(yield* FilledCustomer.tablesWith(sibling.mark)).toEqual([])
        expect(yield* FilledCustomer.tablesWith(other.mark)).toContain("record")
        expect(yield* erasures.byOperator("account", at.accountId)).toMatchObject({ id: requested.id })
      })
    )

    it.effect("is the same one if it is requested twice, at once or after it has finished", () =>
      Effect.gen(function* () {
        const at = yield* FilledCustomer.add()
        const [one, two] = yield* Effect.all([ofConnection(at), ofConnection(at)], { concurrency: 2 })
        yield* Effect.all([work, work, work], { concurrency: 3 })
        // Whoever did not get the lock has gone on.
        yield* work
        const three = yield* ofConnection(at)
        expect([two.id, three.id]).toEqual([one.id, one.id])
        expect(three.finishedAt).not.toBeNull()
        expect(countsOf(three)).toMatchObject({ record: 1, connection: 1, job: 1 })
      })
    )

    it.effect("counts each row once if several processes are at it", () =>
      Effect.gen(function* () {
        const at = yield* FilledCustomer.add({ rows: 5_000 })
        const { id } = yield* ofConnection(at)
        for (let round = 0; round < 3; round += 1) yield* Effect.all([work, work], { concurrency: 2 })
        expect(countsOf(yield* found(id))).toMatchObject({ record: 5_000, connection: 1 })
      })
    )

    it.effect("reaches what was deleted and not purged yet, and the purge leaves that alone meanwhile", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const at = yield* FilledCustomer.add()
        yield* sql`delete from schedule where connection_id = ${at.connectionId}`
        yield* sql`
          update connection set state = 'DELETED', deleted_at = clock_timestamp() - interval '90 days'
          where id = ${at.connectionId}`
        const { id } = yield* ofConnection(at)
        expect(yield* Retention.purge(30)).toMatchObject({ connections: 0, organizations: 0 })
        yield* work
        expect(countsOf(yield* found(id))).toMatchObject({ connection: 1, record: 1 })
      })
    )

    it.effect("does not exist for a key that is limited to another organization, or of another account", () =>
      Effect.gen(function* () {
        const erasures = yield* Erasures.Erasures
        const [at, other] = [yield* FilledCustomer.add(), yield* FilledCustomer.add()]
        const limited = (organization: string) =>
          accountScope(at.accountId, randomUUID(), { ...UNLIMITED, organizations: [organization] })
        for (const scope of [limited(randomUUID()), scopeOf(other)]) {
          const one = erasures.ofConnection(scope, at.organizationId, at.connectionId)
          const all = erasures.ofOrganization(scope, at.organizationId, { force: true })
          expect((yield* Effect.flip(one))._tag).toBe("ConnectionNotFound")
          expect((yield* Effect.flip(all))._tag).toBe("OrganizationNotFound")
        }
        const { id } = yield* erasures.ofConnection(limited(at.organizationId), at.organizationId, at.connectionId)
        const page = { limit: 10, offset: 0 }
        for (const scope of [limited(randomUUID()), scopeOf(other)]) {
          expect(yield* Effect.flip(erasures.get(scope, id))).toMatchObject({ _tag: "ErasureNotFound" })
          expect(yield* erasures.list(scope, page)).toEqual({ items: [], total: 0 })
        }
        expect(yield* erasures.list(limited(at.organizationId), page)).toMatchObject({ items: [{ id }], total: 1 })
        yield* work
        expect(yield* erasures.get(limited(at.organizationId), id)).toMatchObject({ id })
      })
    )

    it.effect("of nothing is refused", () =>
      Effect.gen(function* () {
        const erasures = yield* Erasures.Erasures
        for (const id of [randomUUID(), "nonsense"]) {
          for (const of of ["connection", "organization", "account"] as const) {
            expect((yield* Effect.flip(erasures.byOperator(of, id)))._tag).toBe("NothingToErase")
            expect((yield* Effect.flip(erasures.preview(of, id)))._tag).toBe("NothingToErase")
          }
          expect((yield* Effect.flip(erasures.find(id)))._tag).toBe("ErasureNotFound")
        }
      })
    )

    it.effect("waits while the installation is held, also in its middle", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const stops = yield* ConnectorStops.ConnectorStops
        const at = yield* FilledCustomer.add({ rows: 5_000 })
        const { id } = yield* ofConnection(at)
        // A lock on the row of the connection keeps it from its end, so that it is held in its middle.
        const reserved = yield* sql.reserve
        yield* reserved.executeRaw("begin", [])
        yield* reserved.executeRaw(`select 1 from job where connection_id = '${at.connectionId}' for update`, [])
        const working = yield* Effect.fork(work)
        while (countsOf(yield* found(id))["record"] !== 5_000) yield* Effect.sleep(5)
        yield* stops.stop(EVERY_VENDOR, null, "test")
        yield* reserved.executeRaw("rollback", [])
        yield* Fiber.join(working)
        yield* work
        expect((yield* found(id)).finishedAt).toBeNull()
        expect(yield* FilledCustomer.tablesWith(at.mark)).toContain("connection")
        yield* stops.resume(EVERY_VENDOR, null)
        yield* work
        expect((yield* found(id)).finishedAt).not.toBeNull()
        expect(countsOf(yield* found(id))).toMatchObject({ record: 5_000, job: 1, connection: 1 })
      }).pipe(Effect.scoped)
    )

    it.effect("waits for a job that writes, which writes nothing afterwards", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const at = yield* FilledCustomer.add()
        const lease = { connectionId: at.connectionId, fence: 1, timeoutSecs: 60, crashLoop: null }
        const [writes, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const write = (id: string) => sql`
          insert into pending_move (connection_id, kind, id) values (${at.connectionId}, ${`${at.mark}-late`}, ${id})`
        const job = yield* Effect.fork(
          withLease(
            lease,
            write(randomUUID()).pipe(
              Effect.zipRight(Deferred.succeed(writes, undefined)),
              Effect.zipRight(Deferred.await(mayEnd))
            )
          )
        )
        yield* Deferred.await(writes)
        const requested = yield* Effect.fork(ofConnection(at))
        yield* someoneWaits(sql, "delete from schedule")
        yield* Deferred.succeed(mayEnd, undefined)
        yield* Fiber.join(job)
        const { id } = yield* Fiber.join(requested)
        yield* work
        expect(countsOf(yield* found(id))["pending_move"]).toBe(2)
        expect(yield* Effect.flip(withLease(lease, write(randomUUID())))).toMatchObject({ _tag: "StaleFence" })
        expect(yield* FilledCustomer.tablesWith(`${at.mark}-late`)).toEqual([])
      })
    )

    it.effect("waits for a key that is being rotated, whose label the successor does not keep", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const at = yield* FilledCustomer.add()
        const keys = StoredKeys.make(sql)
        const limits = { organizations: [at.organizationId] }
        const { id: former } = yield* keys.create(at.accountId, `${at.mark}-key`, limits)
        const { id } = yield* (yield* Erasures.Erasures).ofOrganization(scopeOf(at), at.organizationId, { force: true })
        const [rotated, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const rotation = yield* Effect.fork(
          keys
            .rotate(former, 60)
            .pipe(
              Effect.zipLeft(Deferred.succeed(rotated, undefined)),
              Effect.zipLeft(Deferred.await(mayEnd)),
              sql.withTransaction
            )
        )
        yield* Deferred.await(rotated)
        const working = yield* Effect.fork(work)
        yield* someoneWaits(sql)
        yield* Deferred.succeed(mayEnd, undefined)
        const successor = yield* Fiber.join(rotation)
        yield* Fiber.join(working)
        expect((yield* found(id)).finishedAt).not.toBeNull()
        const late = yield* keys.create(at.accountId, `${at.mark}-key`, limits)
        const labels = (yield* keys.list(at.accountId)).flatMap((key) =>
          [former, successor?.id, late.id].includes(key.id) ? [key.label] : []
        )
        expect(labels).toEqual([StoredKeys.ERASED_LABEL, StoredKeys.ERASED_LABEL, StoredKeys.ERASED_LABEL])
        expect(yield* FilledCustomer.tablesWith(`${at.mark}-key`)).toEqual([])
      })
    )

    it.effect("leaves no key of an account valid that is being made, whichever is first", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const erasures = yield* Erasures.Erasures
        const { accountId } = yield* FilledCustomer.add()
        const keys = StoredKeys.make(sql)
        const { id: former } = yield* keys.create(accountId, "former")
        const held = <A, E, R>(self: Effect.Effect<A, E, R>) =>
          Effect.gen(function* () {
            const [begun, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
            const fiber = yield* Effect.forkDaemon(
              self.pipe(
                Effect.zipLeft(Deferred.succeed(begun, undefined)),
                Effect.zipLeft(Deferred.await(mayEnd)),
                sql.withTransaction
              )
            )
            yield* Deferred.await(begun)
            return { end: Effect.zipRight(Deferred.succeed(mayEnd, undefined), Fiber.join(fiber)) }
          })
        const rotation = yield* held(keys.rotate(former, 60))
        const erasure = yield* Effect.fork(held(erasures.byOperator("account", accountId)))
        yield* someoneWaits(sql)
        yield* rotation.end
        const begun = yield* Fiber.join(erasure)
        const late = yield* Effect.fork(keys.create(accountId, "late"))
        yield* someoneWaits(sql)
        yield* begun.end
        yield* Fiber.join(late)
        const states = (yield* keys.list(accountId)).map(({ state }) => state)
        expect(states).toEqual(Array(4).fill("revoked"))
      })
    )

    it.effect("waits for a request that queues a ticket, whose job and answer it then removes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const at = yield* FilledCustomer.add()
        const reserved = yield* sql.reserve
        // As the request does it: the answer has no reference to the connection, the job has one.
        yield* reserved.executeRaw("begin", [])
        yield* reserved.executeRaw(
          `insert into idempotency_key (account_id, key, fingerprint, master_key, status, answer, connection_id)
           values ('${at.accountId}', 'late', '', 'k1', 202, '${at.mark}-late', '${at.connectionId}')`,
          []
        )
        yield* reserved.executeRaw(
          `insert into outbound_job (id, account_id, connection_id, vendor, task_name)
           values ('${randomUUID()}', '${at.accountId}', '${at.connectionId}', 'OKTA', '${at.mark}-late')`,
          []
        )
        const { id } = yield* ofConnection(at)
        const working = yield* Effect.fork(work)
        yield* someoneWaits(sql, "for update")
        yield* reserved.executeRaw("commit", [])
        yield* Fiber.join(working)
        expect(countsOf(yield* found(id))).toMatchObject({ outbound_job: 2, idempotency_key: 2, connection: 1 })
        expect(yield* FilledCustomer.tablesWith(`${at.mark}-late`)).toEqual([])
      }).pipe(Effect.scoped)
    )
  })
})
