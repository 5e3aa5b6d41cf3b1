import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { type Connector, Extractor, Pagination, RecordKind } from "@tributary/core"
import { Clock, Effect, Layer, Logger, LogLevel, Schema } from "effect"
import * as Status from "../../../src/http/parts/ConnectionStatus.js"
import * as ClockCorrection from "../../../src/store/ClockCorrection.js"
import * as Jobs from "../../../src/store/jobs/Jobs.js"
import * as Retention from "../../../src/store/Retention.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import { EventLimit } from "../../../src/sync/pull/EventLimit.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import * as ConnectorRegistry from "../../../src/vendor/ConnectorRegistry.js"
import * as VendorSession from "../../../src/vendor/VendorSession.js"
import { wholeAccount } from "../../store/WholeAccount.js"
import { TestDatabase } from "../../TestDatabase.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"

const DAY_MILLIS = 86_400_000

const log = Extractor.make({
  record: RecordKind.IdpAuditEvent,
  endpoint: "/logs",
  row: Schema.Struct({ id: Schema.String, at: Schema.String }),
  permissions: [],
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
  since: (instant) => ({ since: instant }),
  toRecord: ({ at, id }) => ({ event_type: "user.login", outcome: "SUCCESS", occurred_at: at, vendor_id: id })
})

const connector = FakeVendor.connector({ idp_audit_logs: [log] })

const stores = Jobs.layer.pipe(Layer.provideMerge(SyncSchedule.layer), Layer.provideMerge(TestDatabase.layer))

/** An event, which happened so many days ago. */
interface Event {
  readonly id: string
  readonly daysAgo: number
}

const instantOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MILLIS).toISOString()

/** The clock of a process that is so many hours behind. */
const hoursBehind = (hours: number): Clock.Clock => {
  const clock = Clock.make()
  return Object.assign(Clock.make(), {
    currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now - hours * 3_600_000)
  })
}

/** How many events the vendor has on a page. */
const PAGE = 200

/** A vendor with a log, and a connection that reads it. */
const setUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const schedule = yield* SyncSchedule.SyncSchedule
  const jobs = yield* Jobs.Jobs
  const vendor = {
    events: [] as ReadonlyArray<Event>,
    since: [] as Array<string>,
    asked: new Set<string>(),
    pages: 0,
    forgets: false
  }
  const client = FakeVendor.client((_, url) => {
    const since = url.searchParams.get("since") ?? ""
    const from = Number(url.searchParams.get("after")?.slice("from-".length) ?? 0)
    if (from === 0) vendor.since.push(since)
    vendor.asked.add(since)
    vendor.pages += 1
    if (vendor.forgets && from > 0) {
      vendor.forgets = false
      return FakeVendor.status(400)
    }
    const found = vendor.events.filter(({ daysAgo }) => instantOf(daysAgo) >= since)
    const rows = found.slice(from, from + PAGE).map(({ daysAgo, id }) => ({ id, at: instantOf(daysAgo) }))
    return { rows, next: found.length > from + PAGE ? `from-${from + PAGE}` : null }
  })
  const { accountId, connectionId, organizationId } = yield* FakeStore.seed({ intervalSecs: 14_400 })
  const scope = wholeAccount(accountId)
  const runJobBy = (reading: Connector.Connector) =>
    Effect.gen(function* () {
      const runner = JobRunner.layer.pipe(
        Layer.provide(FakeStore.connections),
        Layer.provide(Layer.orDie(ConnectorRegistry.layer([reading]))),
        Layer.provide(RecordStore.layer()),
        Layer.provide(VendorSession.layer),
        Layer.provide(client.layer),
        Layer.provide(Layer.succeed(EventLimit, 1_000))
      )
      yield* schedule.request(connectionId)
      const lease = yield* schedule.claim(connectionId, { runner: "me/1", lock: null })
      if (lease === null) return yield* Effect.die("not due")
      vendor.since = []
      vendor.pages = 0
      yield* Effect.flatMap(JobRunner.JobRunner, (it) => it.run(lease)).pipe(
        Effect.provide(runner),
        Logger.withMinimumLogLevel(LogLevel.None)
      )
      return vendor.since.map((since) => Math.round((Date.now() - Date.parse(since)) / 1_000))
    })
  const stored = Effect.map(
    sql<{ readonly vendor_id: string }>`
      select vendor_id from record where connection_id = ${connectionId} and is_listed order by vendor_id`,
    (rows) => rows.map(({ vendor_id }) => vendor_id)
  )
  const total = Effect.map(
    sql<{ readonly total: number }>`select total::int from record_counter where connection_id = ${connectionId}`,
    ([row]) => row?.total
  )
  const status = Effect.map(jobs.statusFacts(scope, organizationId, connectionId), (facts) => {
    const timing = { evidenceSecs: 3_600, longestFullScanSecs: 86_400, eventDays: 90, eventsPerJob: 1_000 }
    return Status.make(facts, connector, timing).data_exports[0]
  })
  const askForFull = jobs.request(scope, organizationId, connectionId, { isFull: true })
  const age = (hours: number) => sql`
    update scan
    set
      last_full_at = last_full_at - ${hours}::float8 * interval '1 hour',
      last_scan_at = last_scan_at - ${hours}::float8 * interval '1 hour'
    where connection_id = ${connectionId}`
  const chooseDays = (days: number | null) => sql`
    update connection set events_first_load_days = ${days} where id = ${connectionId}`
  return {
    age,
    askForFull,
    chooseDays,
    connectionId,
    runJob: runJobBy(connector),
    runJobBy,
    status,
    stored,
    total,
    vendor
  }
})

layer(stores, { excludeTestServices: true })("A log of events", (it) => {
  it.effect(
    "is read from seven days ago at first, and then from the last scan with an overlap, whatever asks for a full scan",
    () =>
      Effect.gen(function* () {
        const { age, askForFull, runJob, runJobBy, status, stored, vendor } = yield* setUp
        vendor.events = [
          { id: "old", daysAgo: 8 },
          { id: "recent", daysAgo: 2 }
        ]
        const [first = 0] = yield* runJob
        expect(Math.abs(first - 7 * 86_400)).toBeLessThan(60)
        expect(yield* stored).toEqual(["recent"])
        // Nothing of it is in the log any more, which says nothing: logs forget.
        vendor.events = [{ id: "new", daysAgo: 0 }]
        yield* age(24 * 10)
        yield* askForFull
        const [second = 0] = yield* runJobBy({ ...connector, version: "9.9.9" })
        expect(Math.abs(second - (240 * 3_600 + 600))).toBeLessThan(60)
        expect(yield* stored).toEqual(["new", "recent"])
        expect(yield* status).toMatchObject({
          state: "CURRENT",
          full_scan_interval_secs: null,
          full_scan_requested_at: null,
          missing_records: [],
          events: { first_load_days: 7, most_per_job: 1_000, has_more: false, retention_days: 90 }
        })
      })
  )

  it.effect(
    "is read in parts of at most so many events as the operator allows, each by a job that goes on where the one before has ended",
    () =>
      Effect.gen(function* () {
        const { connectionId, runJob, status, total, vendor } = yield* setUp
        const sql = yield* SqlClient.SqlClient
        const waitSecs = Effect.map(
          sql<{ readonly secs: number }>`
            select extract(epoch from next_run_at - clock_timestamp())::float8 as secs
            from schedule where connection_id = ${connectionId}`,
          ([row]) => row?.secs ?? 0
        )
        vendor.events = Array.from({ length: 2_201 }, (_, index) => ({ id: `e${index}`, daysAgo: 1 }))
        const first = yield* runJob
        expect([first.length, vendor.pages, yield* total]).toEqual([1, 6, 1_000])
        expect(yield* status).toMatchObject({ state: "NEVER", events: { has_more: true }, rejected: 0 })
        // The vendor forgets its cursor before the next regular job, four hours later.
        expect(yield* waitSecs).toBeLessThan(60)
        // Neither its age nor a request for a full scan makes it begin again, because it would never get further.
        yield* sql`
          update scan set started_at = started_at - interval '3 days', progressed_at = progressed_at - interval '3 days'
          where connection_id = ${connectionId}`
        yield* sql`update connection set full_scan_requested_at = clock_timestamp() where id = ${connectionId}`
        yield* runJob
        expect([vendor.since, yield* total]).toEqual([[], 2_000])
        yield* runJob
        expect([vendor.since, yield* total]).toEqual([[], 2_201])
        expect(yield* waitSecs).toBeGreaterThan(3_600)
        expect(yield* status).toMatchObject({ last_success_at: expect.any(String), events: { has_more: false } })
      })
  )

  it.effect("is read from as many days ago as the connection says, as long as no job has begun to read it", () =>
    Effect.gen(function* () {
      const { age, chooseDays, connectionId, runJob, status, stored, vendor } = yield* setUp
      yield* chooseDays(30)
      vendor.events = [
        { id: "older", daysAgo: 31 },
        { id: "old", daysAgo: 29 }
      ]
      const [first = 0] = yield* runJob
      expect(Math.abs(first - 30 * 86_400)).toBeLessThan(60)
      expect(yield* stored).toEqual(["old"])
      expect(yield* status).toMatchObject({ events: { first_load_days: 30 } })
      yield* chooseDays(60)
      yield* age(1)
      const [second = 0] = yield* runJob
      expect(second).toBeLessThan(2 * 3_600)
      // A log that was never read completely begins where the connection says now.
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from scan where connection_id = ${connectionId}`
      const [third = 0] = yield* runJob
      expect(Math.abs(third - 60 * 86_400)).toBeLessThan(60)
      yield* chooseDays(null)
      expect(yield* status).toMatchObject({ events: { first_load_days: 7 } })
    })
  )

  it.effect("asks for the same instant on every page of its first scan, whichever job reads it", () =>
    Effect.gen(function* () {
      const { connectionId, runJob, vendor } = yield* setUp
      const sql = yield* SqlClient.SqlClient
      vendor.events = Array.from({ length: 1_201 }, (_, index) => ({ id: `e${index}`, daysAgo: 1 }))
      yield* runJob
      const [row] = yield* sql<{ readonly since: string }>`select since from scan where connection_id = ${connectionId}`
      expect(vendor.asked).toEqual(new Set([row?.since]))
      yield* runJob
      expect(vendor.asked).toEqual(new Set([row?.since]))
    })
  )

  it.effect("keeps the instant of its first scan when the vendor has forgotten the cursor meanwhile", () =>
    Effect.gen(function* () {
      const { connectionId, runJob, total, vendor } = yield* setUp
      const sql = yield* SqlClient.SqlClient
      vendor.events = Array.from({ length: 1_201 }, (_, index) => ({ id: `e${index}`, daysAgo: 1 }))
      yield* runJob
      const since = instantOf(9)
      yield* sql`update scan set since = ${since} where connection_id = ${connectionId}`
      vendor.asked.clear()
      vendor.forgets = true
      yield* runJob
      expect([...vendor.asked]).toEqual([since])
      yield* runJob
      expect([[...vendor.asked], yield* total]).toEqual([[since], 1_201])
    })
  )

  it.effect(
    "is read from seven days ago again after the clock of the database was ahead, because nobody knows what was missed",
    () =>
      Effect.gen(function* () {
        const { connectionId, runJob, stored, vendor } = yield* setUp
        const sql = yield* SqlClient.SqlClient
        yield* runJob
        yield* sql`
        update scan set last_scan_at = clock_timestamp() + interval '2 days', last_full_at = clock_timestamp() + interval '2 days'
        where connection_id = ${connectionId}`
        yield* ClockCorrection.run
        vendor.events = [{ id: "missed", daysAgo: 3 }]
        const [age = 0] = yield* runJob
        expect(Math.abs(age - 7 * 86_400)).toBeLessThan(60)
        expect(yield* stored).toEqual(["missed"])
      })
  )

  it.effect("loses the events that are older than the operator keeps them, and no others", () =>
    Effect.gen(function* () {
      const { connectionId, runJob, stored, total, vendor } = yield* setUp
      const sql = yield* SqlClient.SqlClient
      vendor.events = [0, 1, 2, 3].map((daysAgo) => ({ id: `e${daysAgo}`, daysAgo }))
      yield* runJob
      yield* sql`update record set instant = instant - interval '88 days' where connection_id = ${connectionId}`
      expect(yield* Retention.purge(30)).toMatchObject({ records: 2 })
      expect([yield* stored, yield* total]).toEqual([["e0", "e1"], 2])
      expect(yield* Retention.purge(30, null, 365, 89)).toMatchObject({ records: 1 })
      expect([yield* stored, yield* total]).toEqual([["e0"], 1])
      // The clock of the database is ahead of that of this process.
      yield* Retention.purge(30, null, 365, 7).pipe(Effect.withClock(hoursBehind(24 * 85)))
      expect(yield* total).toBe(1)
    })
  )
})
