import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect, Layer } from "effect"
import * as ClockCorrection from "../../src/store/ClockCorrection.js"

import * as Jobs from "../../src/store/jobs/Jobs.js"
import * as Retention from "../../src/store/Retention.js"
import * as SyncSchedule from "../../src/store/schedule/SyncSchedule.js"
import { RecordStore } from "../../src/store/write/RecordStore.js"
import { TestDatabase } from "../TestDatabase.js"
import * as DatabaseClock from "./DatabaseClock.js"
import * as Fixture from "./RecordFixture.js"
import { wholeAccount } from "./WholeAccount.js"

const { IdpUser } = RecordKind
const usersOf = Fixture.extractor([IdpUser])
const incremental = Fixture.extractor([IdpUser], { isIncremental: true, lookbackSecs: 600 })

const database = Layer.provideMerge(Layer.effectDiscard(DatabaseClock.install), TestDatabase.embedded)
const stores = Layer.mergeAll(RecordStore.layer({ monotonic: DatabaseClock.monotonic }), Jobs.layer).pipe(
  Layer.provideMerge(SyncSchedule.layer),
  Layer.provideMerge(database)
)

/** A complete scan of the first of four users. */
const scan = (at: Fixture.Connection, count: number, of = usersOf) =>
  Fixture.scanUncounted(at, of, Fixture.batch(at, IdpUser, Fixture.users(4).slice(0, count)))

/** Runs a job from its request to its end; returns its id. */
const runJob = ({ id, lease }: Fixture.Connection) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const jobs = yield* Jobs.Jobs
    const job = yield* jobs.begin(lease)
    yield* sql`
      update job set status = 'SUCCESS', finished_at = clock_timestamp() where connection_id = ${id} and id = ${job}`
    return job
  })

layer(stores)("If the clock of the database was a day ahead and is right again,", (it) => {
  it.effect("records missed at that time are deleted an hour after the next scan that misses them", () =>
    Effect.gen(function* () {
      yield* DatabaseClock.set(0)
      const at = yield* Fixture.connection
      yield* scan(at, 4)
      yield* DatabaseClock.set(24)
      yield* scan(at, 3)
      yield* DatabaseClock.set(0)
      for (const hours of [0.1, 0.5, 0.45]) {
        yield* DatabaseClock.pass(hours)
        expect((yield* scan(at, 3)).deleted, `${hours} h later`).toBe(0)
      }
      yield* DatabaseClock.pass(0.1)
      expect((yield* scan(at, 3)).deleted).toBe(1)
    })
  )

  it.effect("the next scan reads everything, and does not ask the vendor for changes in the future", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* DatabaseClock.set(0)
      yield* scan(at, 4, incremental)
      yield* DatabaseClock.set(24)
      yield* scan(at, 4, incremental)
      yield* DatabaseClock.set(0)
      expect(yield* Fixture.open(at, incremental)).toMatchObject({ mode: "full", since: null })
    })
  )

  it.effect("a regular scan plans the decision about the records that it misses", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      yield* DatabaseClock.set(24)
      yield* scan(at, 4)
      yield* scan(at, 3)
      yield* DatabaseClock.set(0)
      yield* sql`update scan set confirm_at = clock_timestamp() where connection_id = ${at.id}`
      expect(yield* Fixture.open(at, usersOf)).toMatchObject({ isConfirming: false })
    })
  )

  it.effect("a scan that was in progress counts as complete, and a full scan is due", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      yield* DatabaseClock.set(24)
      const running = yield* Fixture.open(at, incremental)
      yield* DatabaseClock.set(0)
      yield* ClockCorrection.run
      yield* Fixture.close(running)
      expect(
        yield* sql`
          select last_scan_at <= clock_timestamp() as "isPast", last_full_at as "lastFullAt"
          from scan where connection_id = ${at.id}`
      ).toEqual([{ isPast: true, lastFullAt: null }])
      expect(yield* Fixture.open(at, incremental)).toMatchObject({ mode: "full" })
    })
  )

  it.effect("the last job is the one that ran last", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs.Jobs
      const at = yield* Fixture.connection
      yield* sql`update schedule set next_run_at = clock_timestamp() where connection_id = ${at.id}`
      const ran: Array<string> = []
      for (const hours of [0, 24, 0, 0]) {
        yield* DatabaseClock.set(hours)
        ran.push(yield* runJob(at))
      }
      const scope = wholeAccount(at.id, at.id)
      ran.push((yield* jobs.request(scope, at.id, at.id)).id)
      const { items } = yield* jobs.list(scope, at.id, at.id, { limit: 10, offset: 0 })
      expect(items.map(({ id }) => id)).toEqual(ran.reverse())
    })
  )

  it.effect("a list that a job read at that time is read again if a sync was requested since", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs.Jobs
      const schedule = yield* SyncSchedule.SyncSchedule
      const at = yield* Fixture.connection
      const job = yield* jobs.begin(at.lease)
      const isOutdated = Effect.map(Jobs.load(at.id, job), (all) => all.map((one) => one.isOutdated))
      yield* DatabaseClock.set(24)
      yield* jobs.noteProgress(job, "users", "{}")
      yield* DatabaseClock.set(0)
      yield* sql`update schedule set requested_at = null where connection_id = ${at.id}`
      expect(yield* isOutdated).toEqual([false])
      yield* schedule.request(at.id)
      expect(yield* isOutdated).toEqual([true])
      yield* jobs.noteProgress(job, "users", "{}")
      expect(yield* isOutdated).toEqual([false])
    })
  )

  it.effect("what was deleted at that time is purged after the retention period, and a purge is due at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      yield* DatabaseClock.set(24 * 365)
      yield* Retention.takeTurn(3_600)
      yield* sql`update connection set state = 'DELETED', deleted_at = clock_timestamp() where id = ${at.id}`
      yield* sql`update organization set deleted_at = clock_timestamp() where id = ${at.id}`
      yield* DatabaseClock.set(0)
      expect(yield* Retention.takeTurn(3_600)).toBe(true)
      yield* ClockCorrection.run
      yield* DatabaseClock.pass(24 * 31)
      expect(yield* Retention.purge(30)).toMatchObject({ connections: 1, organizations: 1 })
    })
  )
})

layer(stores)("If the clock of the database is set back by an hour,", (it) => {
  it.effect("records that were missed before are deleted an hour after the next scan that misses them", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* DatabaseClock.set(0)
      yield* scan(at, 4)
      yield* scan(at, 3)
      yield* DatabaseClock.set(-1)
      for (const hours of [0.1, 0.5, 0.45]) {
        yield* DatabaseClock.pass(hours)
        expect((yield* scan(at, 3)).deleted, `${hours} h later`).toBe(0)
      }
      yield* DatabaseClock.pass(0.1)
      expect((yield* scan(at, 3)).deleted).toBe(1)
    })
  )

  it.effect("a connection is due after its interval", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const schedule = yield* SyncSchedule.SyncSchedule
      const at = yield* Fixture.connection
      yield* DatabaseClock.set(0)
      yield* sql`delete from schedule where connection_id = ${at.id}`
      yield* schedule.add(at.id, { intervalSecs: 3_600, timeoutSecs: 3_600 })
      const lease = yield* schedule.claim(at.id, { runner: "me/1", lock: null })
      if (lease === null) return yield* Effect.die("not due")
      yield* scan({ ...at, lease }, 4)
      yield* schedule.finish(lease, "succeeded")
      yield* DatabaseClock.set(-1)
      yield* ClockCorrection.run
      const [row] = yield* sql<{ readonly hours: number }>`
        select (extract(epoch from next_run_at - clock_timestamp()) / 3600)::float8 as hours
        from schedule where connection_id = ${at.id}`
      expect(row?.hours).toBeGreaterThan(0.9)
      expect(row?.hours).toBeLessThan(1.1)
    })
  )
})

layer(stores)("If the clock of the database is put forward", (it) => {
  it.effect("by a day, records missed just before are deleted only after an hour", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* DatabaseClock.set(0)
      yield* scan(at, 4)
      yield* scan(at, 3)
      yield* DatabaseClock.set(24)
      for (const hours of [0.1, 0.5, 0.45]) {
        yield* DatabaseClock.pass(hours)
        expect((yield* scan(at, 3)).deleted, `${hours} h later`).toBe(0)
      }
      yield* DatabaseClock.pass(0.1)
      expect((yield* scan(at, 3)).deleted).toBe(1)
    })
  )

  it.effect("after it was an hour behind, records missed at that time are deleted only after an hour", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* DatabaseClock.set(0)
      yield* scan(at, 4)
      yield* DatabaseClock.set(-1)
      yield* scan(at, 3)
      yield* DatabaseClock.set(0)
      yield* DatabaseClock.pass(0.1)
      expect((yield* scan(at, 3)).deleted).toBe(0)
      yield* DatabaseClock.pass(1)
      expect((yield* scan(at, 3)).deleted).toBe(1)
    })
  )
})
