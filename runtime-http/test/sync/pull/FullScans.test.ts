import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { type Connector, Extractor, Pagination, RecordKind } from "@tributary/core"
import { Effect, Layer } from "effect"
import * as Status from "../../../src/http/parts/ConnectionStatus.js"
import * as Jobs from "../../../src/store/jobs/Jobs.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import * as ConnectorRegistry from "../../../src/vendor/ConnectorRegistry.js"
import * as VendorSession from "../../../src/vendor/VendorSession.js"
import { wholeAccount } from "../../store/WholeAccount.js"
import { TestDatabase } from "../../TestDatabase.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"

/** A list that names no deletions: its deltas contain the rows that changed since an instant. */
const usersNamed = (nameOf: (name: string) => string) =>
  Extractor.make({
    record: RecordKind.ItsmUser,
    endpoint: "/users",
    row: FakeVendor.Row,
    permissions: [],
    pagination: Pagination.cursor({ items: "rows", from: "next", param: "after", total: "total" }),
    since: (instant) => ({ since: instant }),
    toRecord: ({ id, name }) => ({
      name: nameOf(name),
      status: "ACTIVE" as const,
      vendor_attributes: { created_at: null, id, updated_at: null, vendor: "FAKE", data: null }
    })
  })

/** A version of the connector, which may read the name in another way. */
const connectorOf = (version: string, nameOf = (name: string) => name) => ({
  ...FakeVendor.connector({ itsm_users: [usersNamed(nameOf)] }),
  version
})

/** A vendor with users, of which the last one can be deleted, and which can refuse everything. */
const makeVendor = (hasTotal: boolean) => {
  const state = { ids: ["ada", "grace", "linus"], isRefusing: false, asked: [] as ("full" | "delta")[] }
  const { layer } = FakeVendor.client((_, url) => {
    const isDelta = url.searchParams.has("since")
    state.asked.push(isDelta ? "delta" : "full")
    if (state.isRefusing) return FakeVendor.status(403)
    const page = FakeVendor.page(isDelta ? [] : state.ids)
    return hasTotal ? { ...page, total: page.rows.length } : page
  })
  return { state, layer }
}

const stores = Jobs.layer.pipe(Layer.provideMerge(SyncSchedule.layer), Layer.provideMerge(TestDatabase.layer))

/** A connection whose first job has read three users, of whom the vendor deletes one after that. */
const setUp = (options: { readonly hasTotal?: boolean; readonly intervalSecs?: number } = {}) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const schedule = yield* SyncSchedule.SyncSchedule
    const jobs = yield* Jobs.Jobs
    const vendor = makeVendor(options.hasTotal ?? true)
    const { accountId, connectionId, organizationId } = yield* FakeStore.seed({ intervalSecs: 14_400 })
    const scope = wholeAccount(accountId)
    yield* sql`
      update connection set full_scan_interval_secs = ${options.intervalSecs ?? null} where id = ${connectionId}`

    /** Runs a job in a process of its own, with this connector, and returns what it read. */
    const runJobBy = (connector: Connector.Connector) =>
      Effect.gen(function* () {
        const runner = JobRunner.layer.pipe(
          Layer.provide(FakeStore.connections),
          Layer.provide(Layer.orDie(ConnectorRegistry.layer([connector]))),
          Layer.provide(RecordStore.layer()),
          Layer.provide(VendorSession.layer),
          Layer.provide(vendor.layer)
        )
        yield* schedule.request(connectionId)
        const lease = yield* schedule.claim(connectionId, { runner: "me/1", lock: null })
        if (lease === null) return yield* Effect.die("not due")
        vendor.state.asked = []
        yield* Effect.flatMap(JobRunner.JobRunner, (it) => it.run(lease)).pipe(Effect.provide(runner))
        return vendor.state.asked
      })
    const runJob = runJobBy(connectorOf("1.0.0"))

    const live = Effect.map(
      sql<{ readonly vendor_id: string }>`
        select vendor_id from record where connection_id = ${connectionId} and not is_gone order by vendor_id`,
      (rows) => rows.map(({ vendor_id }) => vendor_id)
    )

    /** Moves the connection's scans by so many hours into the past. */
    const age = (hours: number) => Effect.zipRight(ageMissing(hours), ageScans(hours))
    const ageMissing = (hours: number) => sql`
      update missing_record set since = since - ${hours}::float8 * interval '1 hour' where connection_id = ${connectionId}`
    const ageScans = (hours: number) => sql`
      update scan
      set
        confirm_at = confirm_at - ${hours}::float8 * interval '1 hour',
        last_full_at = last_full_at - ${hours}::float8 * interval '1 hour',
        last_scan_at = last_scan_at - ${hours}::float8 * interval '1 hour'
      where connection_id = ${connectionId}`

    /** What the last job and the status tell of missing records, and when the next run is due. */
    const told = Effect.gen(function* () {
      const [last] = (yield* jobs.list(scope, organizationId, connectionId, { limit: 1, offset: 0 })).items
      const facts = yield* jobs.statusFacts(scope, organizationId, connectionId)
      const timing = {
        evidenceSecs: Extractor.DEFAULT_EVIDENCE_SECS,
        longestFullScanSecs: 86_400,
        eventDays: 90,
        eventsPerJob: 100_000
      }
      return {
        job: last?.data_exports[0]?.missing_records ?? [],
        status: Status.make(facts, connectorOf("1.0.0"), timing).data_exports[0]?.missing_records ?? [],
        nextRunAt: facts.nextRunAt
      }
    })

    const askForFull = jobs.request(scope, organizationId, connectionId, { isFull: true })

    expect(yield* runJob).toEqual(["full"])
    vendor.state.ids.pop()
    return { connectionId, vendor: vendor.state, runJob, runJobBy, live, age, told, askForFull }
  })

layer(stores)("A record that a list of changes does not name as deleted", (it) => {
  it.effect("disappears with the first job after the connection's own interval", () =>
    Effect.gen(function* () {
      const { age, live, runJob } = yield* setUp({ intervalSecs: 7_200 })
      yield* age(1.9)
      expect(yield* runJob).toEqual(["delta"])
      expect(yield* live).toEqual(["ada", "grace", "linus"])
      yield* age(0.2)
      expect(yield* runJob).toEqual(["full"])
      expect(yield* live).toEqual(["ada", "grace"])
      expect(yield* runJob).toEqual(["delta"])
    })
  )

  it.effect("disappears with the job that was requested to read everything, whatever the interval", () =>
    Effect.gen(function* () {
      const { askForFull, live, runJob } = yield* setUp({ intervalSecs: 2_592_000 })
      expect(yield* runJob).toEqual(["delta"])
      yield* askForFull
      expect(yield* runJob).toEqual(["full"])
      expect(yield* live).toEqual(["ada", "grace"])
      expect(yield* runJob).toEqual(["delta"])
    })
  )

  it.effect("disappears with a job an hour later if the vendor announces no total", () =>
    Effect.gen(function* () {
      const { age, askForFull, live, runJob } = yield* setUp({ hasTotal: false })
      yield* askForFull
      expect(yield* runJob).toEqual(["full"])
      expect(yield* runJob).toEqual(["delta"])
      expect(yield* live).toEqual(["ada", "grace", "linus"])
      yield* age(1)
      expect(yield* runJob).toEqual(["full"])
      expect(yield* live).toEqual(["ada", "grace"])
      expect(yield* runJob).toEqual(["delta"])
    })
  )

  it.effect("is reported as missing until then, and the next job is due when it can be deleted", () =>
    Effect.gen(function* () {
      const { age, askForFull, runJob, told } = yield* setUp({ hasTotal: false })
      expect(yield* told).toMatchObject({ job: [], status: [] })
      yield* askForFull
      yield* runJob
      const { job, nextRunAt, status } = yield* told
      expect(job).toMatchObject([{ record_kind: "itsm_user", count: 1 }])
      expect(status).toEqual(job)
      const [missing] = job
      expect(nextRunAt).toBe(missing?.earliest_deletion_at)
      expect(Date.parse(nextRunAt ?? "") - Date.parse(missing?.missing_since ?? "")).toBe(3_600_000)
      yield* age(1)
      yield* runJob
      expect(yield* told).toMatchObject({ job: [], status: [] })
    })
  )

  it.effect(
    "disappears even if jobs fail after the request, because every job reads everything until one succeeds",
    () =>
      Effect.gen(function* () {
        const { age, askForFull, live, runJob, vendor } = yield* setUp()
        yield* askForFull
        vendor.isRefusing = true
        expect(yield* runJob).toEqual(["full"])
        expect(yield* runJob).toEqual(["full"])
        vendor.isRefusing = false
        // It resumes the scan that failed, so that the total proves nothing, and the one an hour later confirms it.
        expect(yield* runJob).toEqual(["full"])
        yield* age(1)
        expect(yield* runJob).toEqual(["full"])
        expect(yield* live).toEqual(["ada", "grace"])
        expect(yield* runJob).toEqual(["delta"])
      })
  )
})

layer(stores)("Another version of a connector", (it) => {
  const upper = connectorOf("1.1.0", (name) => (name.includes("ada") ? name.toUpperCase() : name))

  it.effect("applies its mapping to rows that the vendor did not change, and moves only the records that change", () =>
    Effect.gen(function* () {
      const { connectionId, runJob, runJobBy, vendor } = yield* setUp()
      vendor.ids.push("linus")
      const sql = yield* SqlClient.SqlClient
      const stored = Effect.map(
        sql<{ readonly wire: string }>`
          select wire, position, updated_at::text, connector_version, ctid::text as place
          from record where connection_id = ${connectionId} order by vendor_id`,
        (rows) => rows.map(({ wire, ...row }) => ({ ...row, name: (JSON.parse(wire) as { name: string }).name }))
      )
      expect(yield* runJob).toEqual(["delta"])
      const [ada, ...others] = yield* stored
      expect(ada).toMatchObject({ name: "Name of ada" })

      expect(yield* runJobBy(upper)).toEqual(["full"])
      const [changed, ...same] = yield* stored
      expect(changed).toMatchObject({ name: "NAME OF ADA", position: 4, connector_version: "1.1.0" })
      expect(same).toEqual(others)
      expect(yield* runJobBy(upper)).toEqual(["delta"])
      expect(yield* stored).toEqual([changed, ...same])
    })
  )

  it.effect("reads everything in every job until one succeeds", () =>
    Effect.gen(function* () {
      const { runJobBy, vendor } = yield* setUp()
      vendor.isRefusing = true
      expect(yield* runJobBy(upper)).toEqual(["full"])
      expect(yield* runJobBy(upper)).toEqual(["full"])
      vendor.isRefusing = false
      expect(yield* runJobBy(upper)).toEqual(["full"])
      expect(yield* runJobBy(upper)).toEqual(["delta"])
    })
  )

  it.effect("reads everything once more after a full scan that the previous version began", () =>
    Effect.gen(function* () {
      const { askForFull, runJob, runJobBy, vendor } = yield* setUp()
      yield* askForFull
      vendor.isRefusing = true
      expect(yield* runJob).toEqual(["full"])
      vendor.isRefusing = false
      expect(yield* runJobBy(upper)).toEqual(["full"])
      expect(yield* runJobBy(upper)).toEqual(["full"])
      expect(yield* runJobBy(upper)).toEqual(["delta"])
    })
  )

  it.effect("makes no full scan due if it has no version", () =>
    Effect.gen(function* () {
      const { runJobBy } = yield* setUp()
      const { version: _, ...unversioned } = upper
      expect(yield* runJobBy(unversioned)).toEqual(["delta"])
    })
  )
})
