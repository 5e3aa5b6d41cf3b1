import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import * as Organizations from "../../../src/store/accounts/Organizations.js"
import * as ConnectorStops from "../../../src/store/jobs/ConnectorStops.js"
import * as Retention from "../../../src/store/Retention.js"
import * as ClosedJob from "../../../src/store/schedule/ClosedJob.js"
import { shardOf } from "../../../src/store/schedule/Shard.js"
import { EVERY_VENDOR, LoadedVersions } from "../../../src/store/schedule/StoppedConnectors.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as FakeStore from "../../sync/FakeStore.js"
import { onPostgres, TestDatabase } from "../../TestDatabase.js"
import { endedOrWaiting, heldOpen } from "../HeldTransaction.js"
import * as Reads from "../Reads.js"
import { wholeAccount } from "../WholeAccount.js"

/** A process that has loaded version 1.4.2 of the connector of these connections. */
const loaded = Layer.merge(ConnectorStops.layer, SyncSchedule.layer).pipe(
  Layer.provide(Layer.succeed(LoadedVersions, { FAKE: "1.4.2" }))
)
const stores = loaded.pipe(Layer.provideMerge(TestDatabase.layer))

/** An empty schedule in which nothing is stopped. */
const fresh = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from connector_stop`
  yield* sql`delete from schedule`
  return { sql, stops: yield* ConnectorStops.ConnectorStops, schedule: yield* SyncSchedule.SyncSchedule }
})

const setVendor = ({ connectionId }: FakeStore.Seeded, vendor: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`update connection set vendor = ${vendor} where id = ${connectionId}`
    yield* sql`update schedule set vendor = ${vendor} where connection_id = ${connectionId}`
  })

/** What the schedule says about a connection: whether a process may start its job. */
const isRunnable = (connectionId: string) =>
  Effect.gen(function* () {
    const schedule = yield* SyncSchedule.SyncSchedule
    const own = [shardOf(connectionId)]
    const due = yield* schedule.due(own, "a/1", 100)
    const isDue = due.some((one) => one.connectionId === connectionId)
    const dueIn = yield* schedule.dueIn(own)
    return {
      isDue,
      isPlanned: dueIn !== null,
      lease: yield* schedule.claim(connectionId, { runner: "a/1", lock: null })
    }
  })

const nothing = { isDue: false, isPlanned: false, lease: null }

layer(stores)("A hold of the installation", (it) => {
  it.effect("keeps the jobs of all vendors from being claimed, and data from being purged", () =>
    Effect.gen(function* () {
      const { sql, stops } = yield* fresh
      const one = yield* FakeStore.seed()
      const other = yield* FakeStore.seed()
      yield* setVendor(other, "OTHER")
      expect(yield* stops.hold).toBeNull()
      yield* stops.stop(EVERY_VENDOR, null, "A rehearsal")
      for (const { connectionId } of [one, other]) expect(yield* isRunnable(connectionId)).toMatchObject(nothing)
      expect(yield* stops.hold).toMatchObject({ reason: "A rehearsal" })
      expect(yield* Effect.flip(stops.check("OTHER"))).toMatchObject({ vendor: "OTHER", reason: "A rehearsal" })
      expect((yield* stops.list).map(({ vendor }) => vendor)).not.toContain(EVERY_VENDOR)
      yield* sql`delete from setting where name = 'retention/last_run'`
      expect(yield* Retention.takeTurn(1)).toBe(false)

      expect(yield* stops.resume(EVERY_VENDOR, null)).toBe(1)
      yield* sql`update schedule set next_run_at = clock_timestamp() - interval '1 second'`
      for (const { connectionId } of [one, other])
        expect(yield* isRunnable(connectionId)).toMatchObject({ isDue: true })
      expect(yield* Retention.takeTurn(1)).toBe(true)
    })
  )

  it.effect("makes the tickets that were queued before search first when it ends, and no later ones", () =>
    Effect.gen(function* () {
      const { sql, stops } = yield* fresh
      const { accountId, connectionId } = yield* FakeStore.seed()
      const queue = (task: string) => sql`
        insert into outbound_job (id, account_id, connection_id, vendor, task_name)
        values (gen_random_uuid(), ${accountId}, ${connectionId}, 'FAKE', ${task})`
      yield* queue("before")
      yield* stops.stop(EVERY_VENDOR, null, "A restore")
      yield* queue("meanwhile")
      yield* stops.resume(EVERY_VENDOR, null)
      const rows = yield* sql`
        select task_name from outbound_job where connection_id = ${connectionId} and restored_at is not null`
      expect(rows).toEqual([{ task_name: "before" }])
      // The copy of a database that was held when it was made is held anew, with what was queued meanwhile.
      yield* stops.stop(EVERY_VENDOR, null, "A maintenance")
      yield* sql`update outbound_job set restored_at = null where connection_id = ${connectionId}`
      yield* stops.stop(EVERY_VENDOR, null, "A restore")
      const all = yield* sql`select from outbound_job where connection_id = ${connectionId} and restored_at is not null`
      expect(all).toHaveLength(2)
    })
  )
})

layer(stores)("Stops of connectors", (it) => {
  it.effect("keep jobs from being claimed, for all versions or the one that the process has loaded", () =>
    Effect.gen(function* () {
      const { stops } = yield* fresh
      const { connectionId } = yield* FakeStore.seed()
      yield* stops.stop("FAKE", null, "It sends wrong data")
      expect(yield* isRunnable(connectionId)).toEqual(nothing)
      expect(yield* stops.resume("FAKE", null)).toBe(1)
      yield* stops.stop("FAKE", "1.4.2", "It sends wrong data")
      expect(yield* isRunnable(connectionId)).toEqual(nothing)
      expect(yield* stops.resume("FAKE", "1.4.1")).toBe(0)
      expect(yield* isRunnable(connectionId)).toEqual(nothing)
      expect(yield* stops.resume("FAKE", "1.4.2")).toBe(1)
      yield* (yield* SyncSchedule.SyncSchedule).request(connectionId)
      expect(yield* isRunnable(connectionId)).toMatchObject({ isDue: true, lease: { connectionId } })
    })
  )

  it.effect("leave other vendors alone, and other versions", () =>
    Effect.gen(function* () {
      const { stops } = yield* fresh
      const { connectionId } = yield* FakeStore.seed()
      yield* stops.stop("OTHER", null, "It sends wrong data")
      yield* stops.stop("OTHER", "1.4.2", "It sends wrong data")
      yield* stops.stop("FAKE", "1.4.1", "It sends wrong data")
      yield* stops.check("FAKE")
      expect(yield* isRunnable(connectionId)).toMatchObject({ isDue: true, lease: { connectionId } })
    })
  )

  it.effect("do not hide due connections of other vendors, however many of theirs are due", () =>
    Effect.gen(function* () {
      const { schedule, stops } = yield* fresh
      const stopped = yield* Effect.replicateEffect(FakeStore.seed(), 5)
      yield* stops.stop("FAKE", null, "It sends wrong data")
      const other = yield* FakeStore.seed()
      yield* setVendor(other, "OTHER")
      const shards = [...stopped, other].map(({ connectionId }) => shardOf(connectionId))
      expect((yield* schedule.due(shards, "a/1", 1)).map(({ connectionId }) => connectionId)).toEqual([
        other.connectionId
      ])
    })
  )

  it.effect("show on the running jobs of their connections, and close those whose process is gone", () =>
    Effect.gen(function* () {
      const { schedule, sql, stops } = yield* fresh
      const { connectionId } = yield* FakeStore.seed()
      const lease = yield* schedule.claim(connectionId, { runner: "gone/1", lock: null })
      yield* sql`
        insert into job (id, connection_id, status, started_at)
        values (gen_random_uuid(), ${connectionId}, 'RUNNING', clock_timestamp())`
      yield* stops.stop("FAKE", "1.4.2", "It sends wrong data")
      expect(yield* schedule.runningBy("gone/1")).toEqual([
        { connectionId, fence: lease?.fence, isPaused: false, isStopped: true }
      ])
      const jobs = sql<{ status: string; failure_reason: string | null }>`
        select status, failure_reason from job where connection_id = ${connectionId}`
      // The process that has the connection's shard may have another version.
      yield* schedule.closePaused("a/1", [])
      expect(yield* jobs).toEqual([{ status: "RUNNING", failure_reason: null }])
      yield* schedule.closePaused("a/1", [shardOf(connectionId)])
      expect(yield* jobs).toEqual([{ status: "FAILED", failure_reason: ClosedJob.STOPPED }])
    })
  )

  it.effect("refuse what would ask the vendor, with the reason of the operator", () =>
    Effect.gen(function* () {
      const { stops } = yield* fresh
      yield* stops.check("FAKE")
      yield* stops.stop("FAKE", "1.4.2", "The first reason")
      yield* stops.stop("FAKE", "1.4.2", "It sends wrong data")
      expect(yield* Effect.flip(stops.check("FAKE"))).toMatchObject({
        _tag: "ConnectorIsStopped",
        vendor: "FAKE",
        version: "1.4.2",
        reason: "It sends wrong data",
        stoppedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
      })
    })
  )

  it.effect("spread the connections that were due meanwhile when they end, and move no others", () =>
    Effect.gen(function* () {
      const { sql, stops } = yield* fresh
      const due = yield* Effect.replicateEffect(FakeStore.seed(), 40)
      const later = yield* FakeStore.seed()
      const other = yield* FakeStore.seed()
      yield* setVendor(other, "OTHER")
      yield* sql`update schedule set next_run_at = clock_timestamp() - interval '1 day'`
      yield* sql`update schedule set next_run_at = clock_timestamp() + interval '1 day' where connection_id = ${later.connectionId}`
      yield* stops.stop("FAKE", null, "It sends wrong data")
      yield* stops.resume("FAKE", null)
      const rows = yield* sql<{ readonly id: string; readonly secs: number }>`
        select connection_id as id, extract(epoch from next_run_at - clock_timestamp())::float8 as secs from schedule`
      const secs = new Map(rows.map((row) => [row.id, row.secs]))
      const waits = due.map(({ connectionId }) => secs.get(connectionId) ?? Number.NaN)
      // One a second on average; 40 random places never fall into the same ten seconds.
      expect(Math.max(...waits)).toBeLessThanOrEqual(40)
      expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(10)
      expect(secs.get(later.connectionId)).toBeGreaterThan(80_000)
      expect(secs.get(other.connectionId)).toBeLessThan(-80_000)
    })
  )

  it.effect("are listed if all connections of their vendor are deleted", () =>
    Effect.gen(function* () {
      const { sql, stops } = yield* fresh
      yield* FakeStore.seed()
      yield* sql`update connection set state = 'DELETED'`
      yield* stops.stop("FAKE", "1.4.2", "It sends wrong data")
      expect(yield* stops.list).toMatchObject([{ vendor: "FAKE", connections: 0, stops: [{ version: "1.4.2" }] }])
    })
  )

  it.effect("are listed with the vendors that have connections", () =>
    Effect.gen(function* () {
      const { sql, stops } = yield* fresh
      yield* sql`update connection set state = 'DELETED'`
      yield* FakeStore.seed()
      yield* stops.stop("NONE", "2.0.0", "It sends wrong data")
      expect(yield* stops.list).toEqual([
        { vendor: "FAKE", connections: 1, stops: [] },
        {
          vendor: "NONE",
          connections: 0,
          stops: [{ vendor: "NONE", version: "2.0.0", reason: "It sends wrong data", stoppedAt: expect.any(String) }]
        }
      ])
    })
  )
})

onPostgres("The schedules of several connections, Postgres", () =>
  layer(Organizations.layer.pipe(Layer.provideMerge(loaded), Layer.provideMerge(TestDatabase.postgres)))("", (it) => {
    it.effect("are all that a poll reads of connections that are due while their connector is stopped", () =>
      Effect.gen(function* () {
        const { schedule, stops } = yield* fresh
        const count = 200
        const seeded = yield* Effect.replicateEffect(FakeStore.seed(), count)
        yield* stops.stop("FAKE", null, "It sends wrong data")
        const shards = seeded.map(({ connectionId }) => shardOf(connectionId))
        const polls: ReadonlyArray<Effect.Effect<unknown, SqlError>> = [
          schedule.due(shards, "a/1", 32),
          schedule.dueIn(shards)
        ]
        for (const poll of polls) {
          const { probed, scanned } = yield* Reads.of(poll)
          expect(scanned + probed).toBeLessThan(count * 1.5)
        }
      })
    )

    it.effect("are locked in the order of their ids, so that the end of a stop and a deletion cannot deadlock", () =>
      Effect.gen(function* () {
        const { sql, stops } = yield* fresh
        const organizations = yield* Organizations.Organizations
        const seeded = yield* Effect.replicateEffect(FakeStore.seed(), 10)
        const [one] = seeded
        if (one === undefined) return yield* Effect.die("no connection")
        yield* sql`update connection set account_id = ${one.accountId}, organization_id = ${one.organizationId}`
        const [first, ...others] = seeded.map(({ connectionId }) => connectionId).toSorted()
        yield* stops.stop("FAKE", null, "It sends wrong data")
        const scope = wholeAccount(one.accountId)
        for (const change of [stops.resume("FAKE", null), organizations.remove(scope, one.organizationId)]) {
          const held = yield* heldOpen(sql`select from schedule where connection_id = ${first ?? ""} for update`)
          const changing = yield* Effect.fork(change)
          yield* endedOrWaiting(changing)
          const free = yield* sql`select from schedule where connection_id in ${sql.in(others)} for update skip locked`
          yield* held.commit
          yield* Fiber.join(changing)
          expect(free.length).toBe(others.length)
        }
      })
    )
  })
)
