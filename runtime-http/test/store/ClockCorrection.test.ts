import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as ClockCorrection from "../../src/store/ClockCorrection.js"
import * as SyncSchedule from "../../src/store/schedule/SyncSchedule.js"
import * as FakeStore from "../sync/FakeStore.js"
import { TestDatabase } from "../TestDatabase.js"

const stores = SyncSchedule.layer.pipe(Layer.provideMerge(TestDatabase.layer))

layer(stores)("After the clock of the database was a day ahead", (it) => {
  it.effect("a connection is due after its interval, and not a day later", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed({ intervalSecs: 3_600, isSynced: true })
      const dueIn = Effect.map(
        sql<{ secs: number }>`
          select extract(epoch from next_run_at - clock_timestamp())::float8 as secs
          from schedule where connection_id = ${connectionId}`,
        ([row]) => row?.secs ?? 0
      )
      const lease = yield* schedule.claim(connectionId, { runner: "me/1", lock: null })
      if (lease === null) return yield* Effect.die("not due")
      yield* schedule.finish(lease, "succeeded")
      const planned = yield* dueIn
      expect(yield* ClockCorrection.run).toBe(0)
      expect(yield* dueIn).toBeCloseTo(planned, -1)

      yield* sql`
        update schedule
        set
          next_run_at = next_run_at + interval '1 day', planned_at = planned_at + interval '1 day',
          started_at = started_at + interval '1 day'
        where connection_id = ${connectionId}`
      expect(yield* ClockCorrection.run).toBe(2)
      expect(yield* dueIn).toBeCloseTo(planned, -1)
      expect(yield* ClockCorrection.run).toBe(0)
    })
  )

  it.effect("a connection is due after its interval if the clock was set back while its job ran", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed({ intervalSecs: 3_600, isSynced: true })
      const lease = yield* schedule.claim(connectionId, { runner: "me/1", lock: null })
      if (lease === null) return yield* Effect.die("not due")
      yield* sql`
        update schedule
        set next_run_at = next_run_at + interval '1 day', started_at = started_at + interval '1 day'
        where connection_id = ${connectionId}`
      yield* schedule.finish(lease, "succeeded")
      const [row] = yield* sql<{ isSoon: boolean }>`
        select next_run_at < clock_timestamp() + interval '2 hours' as "isSoon"
        from schedule where connection_id = ${connectionId}`
      expect(row).toEqual({ isSoon: true })
      // The start of the run.
      expect(yield* ClockCorrection.run).toBe(1)
    })
  )

  it.effect(
    "a sync that was requested during a run is due at once, even if the clock was set back before the request",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const schedule = yield* SyncSchedule.SyncSchedule
        for (const corrected of ["never", "before the end", "after the end"]) {
          const { connectionId } = yield* FakeStore.seed({ intervalSecs: 3_600, isSynced: true })
          const lease = yield* schedule.claim(connectionId, { runner: "me/1", lock: null })
          if (lease === null) return yield* Effect.die("not due")
          yield* sql`
          update schedule
          set
            next_run_at = next_run_at + interval '1 day', started_at = started_at + interval '1 day',
            planned_at = planned_at + interval '1 day'
          where connection_id = ${connectionId}`
          yield* schedule.request(connectionId)
          if (corrected === "before the end") yield* ClockCorrection.run
          yield* schedule.finish(lease, "succeeded")
          if (corrected === "after the end") yield* ClockCorrection.run
          const [row] = yield* sql<{ isDue: boolean }>`
          select next_run_at <= clock_timestamp() as "isDue" from schedule where connection_id = ${connectionId}`
          expect(row, corrected).toEqual({ isDue: true })
          yield* sql`delete from schedule where connection_id = ${connectionId}`
        }
      })
  )

  it.effect("a full scan is due, however long the next run takes to come", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { connectionId } = yield* FakeStore.seed({ isSynced: true })
      yield* sql`delete from scan where connection_id = ${connectionId}`
      yield* sql`
        insert into scan (connection_id, extractor, baseline, number, started_at, last_scan_at, last_full_at)
        select ${connectionId}::uuid, 'users', 'tenant 0', 1, ahead, ahead, ahead - interval '1 hour'
        from (select clock_timestamp() + interval '1 day' as ahead) as clock`
      expect(yield* ClockCorrection.run).toBe(2)
      // A scan in progress that nobody knows the start of is not resumed.
      expect(
        yield* sql`
          select last_scan_at <= clock_timestamp() as "isPast", last_full_at as "lastFullAt", started_at as "startedAt"
          from scan where connection_id = ${connectionId}`
      ).toEqual([{ isPast: true, lastFullAt: null, startedAt: null }])
      expect(yield* ClockCorrection.run).toBe(0)
    })
  )

  it.effect("a sync and a full scan that were requested at that time are due at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { connectionId } = yield* FakeStore.seed()
      yield* sql`
        update schedule
        set next_run_at = clock_timestamp() + interval '1 hour', requested_at = clock_timestamp() + interval '1 day'
        where connection_id = ${connectionId}`
      yield* sql`
        update connection set full_scan_requested_at = clock_timestamp() + interval '1 day' where id = ${connectionId}`
      expect(yield* ClockCorrection.run).toBe(2)
      expect(
        yield* sql`
          select next_run_at <= clock_timestamp() as "isDue", full_scan_requested_at <= clock_timestamp() as "isRequested"
          from schedule join connection on id = connection_id
          where id = ${connectionId}`
      ).toEqual([{ isDue: true, isRequested: true }])
    })
  )

  it.effect("the jobs of a process that is gone are taken over after ten seconds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        insert into runner ${sql.insert({ name: `me:1/${randomUUID()}` })}`
      yield* sql`update runner set seen_at = clock_timestamp() + interval '1 day'`
      expect(yield* ClockCorrection.run).toBe(1)
      expect(yield* sql`select 1 from runner where seen_at > clock_timestamp()`).toEqual([])
    })
  )

  it.effect("an outbound job waits for its original delay from now on, so that no lease ends early", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, connectionId } = yield* FakeStore.seed()
      const id = randomUUID()
      yield* sql`
        insert into outbound_job (id, account_id, connection_id, vendor, task_name, due_at, planned_at, uncertain_since)
        select
          ${id}::uuid, ${accountId}::uuid, ${connectionId}::uuid, 'FAKE', 'test',
          ahead + interval '90 seconds', ahead, ahead
        from (select clock_timestamp() + interval '1 day' as ahead) as clock`
      expect(yield* ClockCorrection.run).toBe(2)
      const [job] = yield* sql<{ secs: number; isUncertain: boolean }>`
        select
          extract(epoch from due_at - clock_timestamp())::float8 as secs,
          uncertain_since <= clock_timestamp() as "isUncertain"
        from outbound_job where id = ${id}`
      expect(job?.secs).toBeCloseTo(90, -1)
      expect(job?.isUncertain).toBe(true)
    })
  )
})
