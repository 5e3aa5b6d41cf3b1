import { fileURLToPath } from "node:url"
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Deferred, Duration, Effect, Layer, Logger, Redacted, Schedule } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Jobs from "../../../runtime-http/src/store/jobs/Jobs.js"
import { Database } from "../../../runtime-http/src/store/postgres/Database.js"
import * as Migrator from "../../../runtime-http/src/store/postgres/Migrator.js"
import * as SyncSchedule from "../../../runtime-http/src/store/schedule/SyncSchedule.js"
import { RecordStore } from "../../../runtime-http/src/store/write/RecordStore.js"
import * as JobRunner from "../../../runtime-http/src/sync/pull/JobRunner.js"
import * as Scheduler from "../../../runtime-http/src/sync/schedule/Scheduler.js"
import * as ConnectorRegistry from "../../../runtime-http/src/vendor/ConnectorRegistry.js"
import * as VendorSession from "../../../runtime-http/src/vendor/VendorSession.js"
import * as FakeStore from "../../../runtime-http/test/sync/FakeStore.js"
import * as FakeVendor from "../../../runtime-http/test/sync/FakeVendor.js"
import { Postgres } from "../../support/process/Postgres.js"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** The clock of the process runs so many times as fast as that of the server, so that the test does not wait for all of the outage. */
const SPEED = 4
/** The outage in seconds of the process. It lasts longer than calls are repeated, and longer than the server takes a silent process for alive. */
const OUTAGE_SECS = 48

const quick = (clock: Clock.Clock): Clock.Clock => ({
  ...clock,
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() * SPEED,
  unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos() * BigInt(SPEED),
  currentTimeMillis: Effect.map(clock.currentTimeMillis, (millis) => millis * SPEED),
  currentTimeNanos: Effect.map(clock.currentTimeNanos, (nanos) => nanos * BigInt(SPEED)),
  sleep: (duration) => clock.sleep(Duration.times(duration, 1 / SPEED))
})

const eventually = <A, E, R>(look: Effect.Effect<A, E, R>, holds: (value: A) => boolean) =>
  Effect.retry(
    Effect.filterOrFail(look, holds, () => "not yet" as const),
    Schedule.spaced("200 millis")
  )

const isInstalled = Postgres.isInstalled(root)
const name = "a server of Postgres that is away for 48 seconds during a job"

describe.skipIf(!isInstalled)(isInstalled ? name : `${name} (skipped: this machine has no Postgres)`, () => {
  const postgres = new Postgres(root)
  let url: string
  beforeAll(async () => {
    url = await postgres.start()
  })
  afterAll(() => postgres.remove())

  it("neither fails the job nor delays it by more than a minute", async () => {
    const lines: Array<string> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void lines.push(String(message)))
    )
    const story = Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const answered = yield* Deferred.make<void>()
      const vendor = FakeVendor.client((path, at) => {
        if (path === "/groups") return FakeVendor.page(["g"])
        if (!at.searchParams.has("after")) return FakeVendor.page(["a", "b"], "2")
        const last = Effect.sync(() => Response.json(FakeVendor.page(["c"])))
        return Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(answered)), Effect.zipRight(last))
      })
      const database = Database.layerUrl({ url: Redacted.make(url), maxConnections: 10 })
      const stores = Layer.mergeAll(Jobs.layer, RecordStore.layer()).pipe(
        Layer.provideMerge(SyncSchedule.layer),
        Layer.provideMerge(database)
      )
      const runner = JobRunner.layer.pipe(
        Layer.provide(FakeStore.connections),
        Layer.provide(ConnectorRegistry.layer([FakeVendor.connector()])),
        Layer.provide(VendorSession.layer),
        Layer.provide(vendor.layer)
      )
      const scheduler = Scheduler.layerCluster()
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Migrator.run()
        const { connectionId } = yield* FakeStore.seed()
        yield* Layer.build(Layer.provide(scheduler, runner))
        yield* Deferred.await(asked)

        yield* Effect.promise(() => postgres.stop("immediate"))
        yield* Deferred.succeed(answered, undefined)
        yield* Effect.sleep(Duration.seconds(OUTAGE_SECS))
        yield* eventually(
          Effect.sync(() => lines.join("\n")),
          (text) => text.includes("Job interrupted: the database reported ECONNREFUSED")
        )
        yield* Effect.promise(() => postgres.start())
        const back = performance.now()

        const jobs = yield* eventually(
          sql<{ status: string; data_exports: string }>`select status, data_exports from job`,
          (found) => found.every(({ status }) => status !== "RUNNING" && status !== "QUEUED")
        )
        expect(performance.now() - back).toBeLessThan(60_000)
        expect(jobs.map(({ status }) => status)).toEqual(["SUCCESS"])
        const [row] = yield* eventually(
          sql<{ run_by: string | null; failures: number }>`
            select run_by, failures from schedule where connection_id = ${connectionId}`,
          (found) => found[0]?.run_by === null
        )
        expect(row).toMatchObject({ failures: 0 })
        const records =
          yield* sql`select kind, count(*) from record where connection_id = ${connectionId} group by kind order by kind`
        expect(records).toEqual([
          { kind: "device_group", count: 1 },
          { kind: "itsm_user", count: 3 }
        ])
        const [connection] = yield* sql`select health_name from connection where id = ${connectionId}`
        expect(connection).toEqual({ health_name: "HEALTHY" })
      }).pipe(Effect.provide(stores))
    })
    const clock = quick(Clock.make())
    await Effect.runPromise(story.pipe(Effect.scoped, Effect.provide(logger), Effect.withClock(clock)))
  }, 120_000)
})
