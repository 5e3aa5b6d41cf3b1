// sync/pull: runs one job: reads every list of a connection, stores the pages and reports the connection's health.

import { Connector } from "@tributary/core"
import { type Cause, Clock, Context, Duration, Effect, Layer, Option, type Redacted } from "effect"
import { Connections } from "../../store/accounts/Connections.js"
import { Jobs } from "../../store/jobs/Jobs.js"
import { reasonOf, retryWhileUnavailable } from "../../store/postgres/DatabaseFailure.js"
import type { Lease, StaleFence } from "../../store/schedule/Lease.js"
import { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import { RecordStore } from "../../store/write/RecordStore.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import { VendorSession } from "../../vendor/VendorSession.js"
import { awaitAtMost } from "../Drain.js"
import * as ExtractorRun from "./ExtractorRun.js"
import * as JobReport from "./JobReport.js"

/** Runs one connection's job from its claim to its end. */
export class JobRunner extends Context.Tag("@tributary/runtime-http/JobRunner")<
  JobRunner,
  {
    /** Never fails: this is the one place that folds failures into the health of the connection. */
    readonly run: (lease: Lease) => Effect.Effect<void>
  }
>() {}

const UNAVAILABLE = "the store was not available"
const BROKEN = "the connector failed"

/** Giving a row back must not keep a process from ending: what is not given back is found by the next reconciler. */
const RELEASE_MILLIS = 1_000

export const make: Effect.Effect<
  JobRunner["Type"],
  never,
  Connections | ConnectorRegistry | Jobs | RecordStore | SyncSchedule | VendorSession
> = Effect.gen(function* () {
  const connections = yield* Connections
  const registry = yield* ConnectorRegistry
  const jobs = yield* Jobs
  const schedule = yield* SyncSchedule
  const session = yield* VendorSession
  const store = yield* RecordStore

  /** One extractor after another, each apart from its siblings; what does not end in time is cut off. */
  const runExtractors = (
    lease: Lease,
    connector: Connector.Connector,
    credentials: Redacted.Redacted,
    all: ReadonlyArray<JobReport.ExtractorProgress>
  ): Effect.Effect<void, StaleFence> =>
    Effect.gen(function* () {
      const http = yield* session.open(connector, credentials)
      const owner = { connectionId: lease.connectionId, vendor: connector.vendor }
      yield* Effect.forEach(all, (progress) => ExtractorRun.run({ lease, owner, store, http, progress }), {
        discard: true
      })
    }).pipe(
      Effect.timeoutOption(Duration.seconds(lease.timeoutSecs)),
      Effect.map(Option.isSome),
      Effect.tap((isComplete) => {
        if (!isComplete) JobReport.endRest(all, "EXECUTION_TIMEOUT", `not finished within ${lease.timeoutSecs} seconds`)
      }),
      Effect.catchTags({
        MalformedCredentials: (error) =>
          Effect.sync(() => JobReport.endRest(all, "UNAUTHORIZED", `the credentials are incomplete: ${error.message}`)),
        SqlError: (error) =>
          Effect.logError(`The job stops: ${reasonOf(error)}.`).pipe(
            Effect.andThen(() => JobReport.endRest(all, "INTERNAL_ERROR", UNAVAILABLE))
          )
      }),
      Effect.catchAllDefect((defect) =>
        Effect.logError("The connector failed.", defect).pipe(
          Effect.andThen(() => JobReport.endRest(all, "INTERNAL_ERROR", BROKEN))
        )
      ),
      Effect.asVoid
    )

  /** Names the fields, never the values: a field that anyone can type into may hold anything. */
  const logUnmapped = (jobId: string, vendor: string, all: ReadonlyArray<JobReport.ExtractorProgress>) =>
    Effect.forEach(
      all.flatMap(({ unmapped }) => [...unmapped]),
      ([kind, fields]) =>
        Effect.logInfo("The vendor sent values that have no counterpart here.").pipe(
          Effect.annotateLogs({ jobId, vendor, kind, fields: [...fields].toSorted().join(", ") })
        ),
      { discard: true }
    )

  const work = (lease: Lease, jobId: string): Effect.Effect<JobReport.JobReport, StaleFence> =>
    Effect.gen(function* () {
      const { vendor, credentials } = yield* retryWhileUnavailable(connections.credentialsOf(lease.connectionId))
      yield* Effect.logInfo("Job started.").pipe(Effect.annotateLogs({ jobId, vendor }))
      yield* Effect.annotateCurrentSpan("tributary.vendor", vendor)
      const connector = registry.get(vendor)
      if (connector === undefined) return JobReport.unstarted(`No connector for ${vendor} is loaded.`)
      const all = JobReport.begin(Connector.extractorsOf(connector))
      yield* runExtractors(lease, connector, credentials, all)
      yield* logUnmapped(jobId, vendor, all)
      return JobReport.fold(all)
    }).pipe(
      Effect.catchTags({
        ConnectionNotFound: () => Effect.succeed(JobReport.unstarted("The connection does not exist any more.")),
        VaultError: (error) =>
          Effect.as(Effect.logError(error.message), JobReport.unstarted("The stored credentials cannot be opened.")),
        SqlError: (error) =>
          Effect.as(
            Effect.logError(`The job cannot begin: ${reasonOf(error)}.`),
            JobReport.unstarted("The store was not available.")
          )
      })
    )

  const logEnd = (jobId: string, report: JobReport.JobReport, durationMillis: number) => {
    const total = (count: "seen" | "created" | "changed" | "deleted" | "rejected" | "unmapped") =>
      report.dataExports.reduce((sum, dataExport) => sum + dataExport[count], 0)
    return Effect.logInfo("Job finished.").pipe(
      Effect.annotateLogs({
        jobId,
        durationMillis,
        status: report.status,
        health: report.health.name,
        failureReason: report.failureReason,
        seen: total("seen"),
        created: total("created"),
        changed: total("changed"),
        deleted: total("deleted"),
        rejected: total("rejected"),
        unmapped: total("unmapped")
      })
    )
  }

  // The job stays RUNNING: whoever claims the row next goes on with it.
  const release = (lease: Lease) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkDaemon(Effect.ignore(schedule.finish(lease, "released")))
      yield* awaitAtMost(fiber, RELEASE_MILLIS)
      yield* Effect.logInfo("Job interrupted: it goes on with the next claim.")
    })

  const giveUp = (lease: Lease) => (cause: Cause.Cause<unknown>) =>
    Effect.logError("The end of the job could not be stored.", cause).pipe(
      Effect.andThen(Effect.ignore(schedule.finish(lease, "failed")))
    )

  const run = (lease: Lease): Effect.Effect<void> =>
    Effect.gen(function* () {
      const startedAt = yield* Clock.currentTimeMillis
      const jobId = yield* retryWhileUnavailable(jobs.begin(lease))
      const report = yield* work(lease, jobId)
      yield* retryWhileUnavailable(jobs.finish(lease, jobId, report))
      yield* retryWhileUnavailable(schedule.finish(lease, JobReport.endingOf(report)))
      yield* logEnd(jobId, report, (yield* Clock.currentTimeMillis) - startedAt)
    }).pipe(
      Effect.catchTag("StaleFence", () => Effect.logDebug("Job stopped: its connection is not ours any more.")),
      Effect.onInterrupt(() => release(lease)),
      Effect.catchAllCause(giveUp(lease)),
      Effect.annotateLogs({ connectionId: lease.connectionId }),
      Effect.withSpan("job.run", { root: true, attributes: { "tributary.connection_id": lease.connectionId } })
    )

  return JobRunner.of({ run })
})

export const layer: Layer.Layer<
  JobRunner,
  never,
  Connections | ConnectorRegistry | Jobs | RecordStore | SyncSchedule | VendorSession
> = Layer.effect(JobRunner, make)
