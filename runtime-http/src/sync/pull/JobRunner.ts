// sync/pull: runs one job: reads every list of a connection, stores the pages and reports the connection's health.

import {
  AttemptListener,
  Connector,
  type DataExportType,
  Extractor,
  MonotonicTime,
  RateBudget,
  VendorHttp,
  WaitListener
} from "@tributary/core"
import { Cause, Clock, Context, Duration, Effect, Layer } from "effect"
import * as Defect from "../../Defect.js"
import type { SqlError } from "../../Sql.js"
import { Connections, type JobCredentials } from "../../store/accounts/Connections.js"
import { Jobs } from "../../store/jobs/Jobs.js"
import { isAway, reasonOf, retryWhileUnavailable } from "../../store/postgres/DatabaseFailure.js"
import type { Lease, StaleFence } from "../../store/schedule/Lease.js"
import { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import { RecordStore } from "../../store/write/RecordStore.js"
import * as TenantFingerprint from "../../TenantFingerprint.js"
import { Metrics } from "../../telemetry/Metrics.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as CredentialTest from "../../vendor/CredentialTest.js"
import * as UnreadFields from "../../vendor/UnreadFields.js"
import { VendorSession } from "../../vendor/VendorSession.js"
import { awaitAtMost } from "../Drain.js"
import * as CrashLoop from "./CrashLoop.js"
import { EventLimit } from "./EventLimit.js"
import * as ExtractorProgress from "./ExtractorProgress.js"
import * as ExtractorRun from "./ExtractorRun.js"
import * as FormerRecords from "./FormerRecords.js"
import * as JobLog from "./JobLog.js"
import * as JobMetrics from "./JobMetrics.js"
import * as JobReport from "./JobReport.js"
import type { JobSlot } from "./JobSlot.js"
import * as JobWaits from "./JobWaits.js"
import * as ListTimeShares from "./ListTimeShares.js"
import * as SlotLending from "./SlotLending.js"

/** Runs the job of one connection from its claim to its end. */
export class JobRunner extends Context.Tag("@tributary/runtime-http/JobRunner")<
  JobRunner,
  {
    /**
     * Never fails: this is the only place that turns failures into the health of the connection. The job lends its slot while it waits for
     * the vendor; if it runs without one, nobody else needs it.
     */
    readonly run: (lease: Lease, slot?: JobSlot) => Effect.Effect<void>
  }
>() {}

const UNSTORED = "what was read could not be stored; the log of this server has the cause"

/**
 * The store for extractors that run beside each other: a job uses one database connection at a time, however many extractors run, and
 * only while it has its slot.
 */
const inTurn = (
  store: RecordStore["Type"],
  turn: Effect.Semaphore,
  { work }: SlotLending.SlotLending
): RecordStore["Type"] => ({
  ...store,
  open: (...args) => work(turn.withPermits(1)(store.open(...args))),
  write: (...args) => work(turn.withPermits(1)(store.write(...args))),
  completedParents: (...args) => work(turn.withPermits(1)(store.completedParents(...args))),
  close: (...args) => work(turn.withPermits(1)(store.close(...args))),
  restart: (...args) => work(turn.withPermits(1)(store.restart(...args)))
})

/** Why a job could not open the credentials, as customers read it: the log has the rest, which is not for them. */
const WITHOUT_KEY =
  "The service cannot decrypt the credentials for now. The next job tries again, and the log of the server says what to do."

/** The longest wait for the release of a row, so that it does not keep the process from stopping; the next claim takes over the rest. */
const RELEASE_MILLIS = 1_000

/**
 * How long a limit is used up that ends at this instant, in seconds. Now is the later one of what the clock says and what it would say if
 * nobody had set it since the job began: if that is too late, the next run finds the limit used up, and waits for what is left of it.
 */
const secsUntil = (instant: number, clock: number, unset: number): number =>
  Math.min(Math.max(0, instant - Math.max(clock, unset)), RateBudget.MAX_AHEAD_MILLIS) / 1_000

/** Runs jobs with the loaded connectors. */
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
  const metrics = yield* Metrics
  const mostEvents = yield* EventLimit

  /**
   * Runs the extractors, each with a fair share of the time; a failure of one does not affect the others. Interrupts those that have not
   * ended when the time is up. Fails with `Paused` if the connection was paused, or its connector stopped, and each has stored its page.
   */
  const runExtractors = (
    lease: Lease,
    {
      jobId,
      limitSecs,
      slot
    }: {
      readonly jobId: string
      readonly slot: JobSlot | null /** How long the lists may be read. */
      readonly limitSecs: number
    },
    connector: Connector.Connector,
    { credentials, tenant: known, tenantReplacements, unreadFields }: JobCredentials,
    all: ReadonlyArray<ExtractorProgress.ExtractorProgress>
  ): Effect.Effect<void, StaleFence | SqlError | ExtractorRun.HandedOver | ExtractorRun.Paused> =>
    Effect.gen(function* () {
      const lending = slot === null ? SlotLending.none : yield* SlotLending.make(slot)
      const { http: vendor, tenant: asked } = yield* session.open(connector, credentials)
      const tenant = yield* asked
      if (known !== null && TenantFingerprint.isChanged(known, tenant)) {
        yield* Effect.logWarning("The vendor answers as another tenant, so nothing is read.")
        const now = TenantFingerprint.nameOf(tenant)
        const detail = `the stored data is of ${TenantFingerprint.nameOf(known)}, and the vendor now answers as ${now}`
        JobReport.endRest(all, "TENANT_CHANGED", detail)
        return true
      }
      if (TenantFingerprint.isNews(known, tenant)) {
        yield* retryWhileUnavailable(connections.noteTenant(lease, TenantFingerprint.merged(known, tenant)))
      }
      const http = { ...vendor, send: (request: VendorHttp.VendorRequest) => lending.request(vendor.send(request)) }
      const owner = { connectionId: lease.connectionId, vendor: connector.vendor }
      const origin = { jobId, connectorVersion: connector.version ?? null }
      const turn = yield* Effect.makeSemaphore(1)
      const places = yield* ExtractorRun.make
      const note = (progress: ExtractorProgress.ExtractorProgress) =>
        jobs.noteProgress(jobId, progress.extractor.name, ExtractorProgress.toText(progress))
      const save = (progress: ExtractorProgress.ExtractorProgress) => {
        const text = ExtractorProgress.toText(progress)
        const saved = jobs.saveProgress(lease, jobId, progress.extractor.name, text, JobReport.problemOf(progress))
        return retryWhileUnavailable(saved).pipe(turn.withPermits(1), lending.work)
      }
      const lastAnswers = new Map(all.map((progress) => [progress, ExtractorRun.lastAnswers()]))
      const named = new Set<string>()
      /**
       * Stores the tenants that rows have named and that no earlier call has stored. It runs before their page is stored, because a later job
       * continues behind that page and does not read them again.
       */
      const noteRowTenants = Effect.suspend(() => {
        const fresh = [...vendor.tenant.seen()].filter((name) => !named.has(name))
        if (fresh.length === 0) return Effect.void
        return retryWhileUnavailable(connections.noteRowTenants(lease, fresh)).pipe(
          turn.withPermits(1),
          lending.work,
          Effect.tap(() => {
            for (const name of fresh) named.add(name)
          })
        )
      })
      const ownStore = JobMetrics.counting(metrics, connector.vendor, inTurn(store, turn, lending))
      const telling: RecordStore["Type"] = {
        ...ownStore,
        write: (...args) => Effect.zipRight(noteRowTenants, ownStore.write(...args))
      }
      const waits = JobWaits.make((all) => jobs.noteWaits(lease, jobId, all))
      const runOne = (progress: ExtractorProgress.ExtractorProgress) =>
        places.enter(
          ExtractorRun.run({
            lease: { ...lease, origin },
            owner,
            store: telling,
            http,
            baseline: `tenant ${tenantReplacements}`,
            granted: Effect.provideService(
              UnreadFields.granted(progress.extractor, owner, unreadFields),
              VendorHttp.VendorHttp,
              http
            ),
            progress,
            note,
            places,
            mostEvents
          }).pipe(
            Effect.provideService(
              WaitListener.WaitListener,
              JobMetrics.countingWaits(
                metrics,
                connector.vendor,
                waits.listener(Extractor.exportTypesOf(progress.extractor))
              )
            ),
            Effect.provideService(
              AttemptListener.AttemptListener,
              (lastAnswers.get(progress) ?? ExtractorRun.lastAnswers()).listener
            ),
            Effect.zipRight(waits.settle),
            Effect.zipRight(Effect.suspend(() => save(progress)))
          )
        )
      const pending = all.filter(({ outcome }) => outcome === null)
      const tasks = pending.map(runOne)
      if (slot !== null) yield* Effect.forkScoped(lending.watch)
      const extractors = ListTimeShares.run(tasks, Duration.seconds(limitSecs), lending.waited)
      const isComplete = yield* Effect.raceFirst(extractors, places.stop)
      const now = yield* MonotonicTime.millis
      for (const [progress, { blame }] of isComplete ? [] : lastAnswers) {
        progress.outcome ??= blame(now, WaitListener.SLOW_MILLIS)
      }
      return isComplete
    }).pipe(
      Effect.scoped,
      Effect.tap((isComplete) => {
        if (!isComplete)
          JobReport.endCut(
            all,
            `not finished within ${lease.timeoutSecs} seconds (timeout_secs of the connection); the next run resumes the scan`
          )
      }),
      Effect.catchTags({
        MalformedCredentials: ({ message }) => {
          const reason = CredentialTest.unreadableReason(connector)
          return Effect.sync(() => JobReport.endRest(all, reason, `they do not fit the connector: ${message}`))
        },
        SqlError: (error) =>
          isAway(error)
            ? error
            : Effect.logError(`The job stopped: ${reasonOf(error)}.`).pipe(
                Effect.andThen(() => JobReport.endRest(all, "INTERNAL", UNSTORED))
              )
      }),
      Effect.catchAllDefect((defect) =>
        Effect.logError(`The connector failed: ${Defect.describe(Cause.die(defect))}.`).pipe(
          Effect.andThen(() => JobReport.endRest(all, "INTERNAL", Defect.CONNECTOR_FAILED))
        )
      ),
      Effect.asVoid
    )

  const notLoaded = (vendor: string) =>
    JobReport.unstarted(`No connector for ${vendor} is loaded. Pass it to Runtime.layer.`)

  const nothingChosen = (
    { version, vendor }: Connector.Connector,
    chosen: ReadonlyArray<DataExportType>
  ): JobReport.JobReport =>
    JobReport.unstarted(
      `The connector of ${version === undefined ? vendor : `${vendor} ${version}`} exports none of the types that were chosen for this connection: ${chosen.join(", ")}. Choose others with a PATCH of data_export_types.`
    )

  /** The result of a job whose credentials cannot be decrypted: it reads no list. */
  const lockedOut = ({
    authType = null,
    dataExportTypes = [],
    message,
    vendor = ""
  }: {
    readonly message: string
    readonly vendor?: string
    readonly authType?: string | null
    readonly dataExportTypes?: ReadonlyArray<DataExportType>
  }): JobReport.JobReport => {
    const loaded = registry.signingIn({ vendor, authType })
    if (loaded === undefined) return notLoaded(vendor)
    const connector = Connector.reading(loaded, dataExportTypes)
    const all = ExtractorProgress.begin(Connector.extractorsOf(connector))
    JobReport.endRest(all, CredentialTest.unreadableReason(connector), message)
    return JobReport.fold(all, connector)
  }

  const work = (
    lease: Lease,
    slot: JobSlot | null,
    jobId: string,
    counted: JobMetrics.CountedRun
  ): Effect.Effect<JobReport.JobReport, StaleFence | SqlError | ExtractorRun.HandedOver> =>
    Effect.gen(function* () {
      if (lease.crashLoop !== null) return JobReport.unstarted(CrashLoop.reasonAfter(lease.crashLoop))
      const stored = yield* retryWhileUnavailable(connections.credentialsOf(lease.connectionId))
      const { authType, vendor } = stored
      counted.vendor = vendor
      yield* Effect.logInfo("Job started.").pipe(Effect.annotateLogs({ vendor }))
      yield* Effect.annotateCurrentSpan("tributary.vendor", vendor)
      const loaded = registry.signingIn({ vendor, authType })
      if (loaded === undefined) return notLoaded(vendor)
      const connector = Connector.reading(loaded, stored.dataExportTypes)
      const all = ExtractorProgress.begin(Connector.extractorsOf(connector))
      const read = Effect.gen(function* () {
        const removed = stored.hasFormerRecords
          ? yield* FormerRecords.remove(store, lease, { jobId, connector })
          : FormerRecords.none(lease)
        if (removed === null) return JobReport.unstarted(FormerRecords.notRemoved(lease))
        if (all.length === 0) return nothingChosen(loaded, stored.dataExportTypes)
        ExtractorProgress.restore(all, yield* retryWhileUnavailable(jobs.progressOf(lease, jobId)))
        ExtractorProgress.addRemoved(all, removed.counts)
        yield* runExtractors(lease, { jobId, slot, limitSecs: removed.leftSecs }, connector, stored, all)
        return JobReport.fold(all, connector)
      })
      const report = yield* Effect.catchTag(read, "Paused", ({ isByOperator }) =>
        Effect.sync(() => JobReport.paused(all, connector, isByOperator))
      )
      yield* JobLog.unmapped(vendor, all)
      yield* JobLog.unread(vendor, report)
      return report
    }).pipe(
      Effect.catchTags({
        ConnectionNotFound: () => Effect.succeed(JobReport.unstarted("The connection was deleted.")),
        VaultError: (error) => Effect.as(Effect.logError(error.message), lockedOut(error)),
        KeyServiceError: (error) => Effect.as(Effect.logError(error.message), JobReport.unstarted(WITHOUT_KEY)),
        SqlError: (error) =>
          isAway(error)
            ? error
            : Effect.as(
                Effect.logError(`The job could not start: ${reasonOf(error)}.`),
                JobReport.unstarted("What this server stored about the connection could not be read.")
              )
      })
    )

  // The job stays RUNNING: the next claim of the row resumes it. If the row cannot be released now, the reconciler does it later.
  const setAside = (lease: Lease, ending: "released" | "interrupted") =>
    Effect.flatMap(Effect.forkDaemon(Effect.ignore(schedule.finish(lease, ending))), (fiber) =>
      awaitAtMost(fiber, RELEASE_MILLIS)
    )

  const release = (lease: Lease) =>
    Effect.zipRight(setAside(lease, "released"), Effect.logInfo("Job interrupted: another run will resume it."))

  /** An outage of the database says nothing about the connection: the job neither fails nor waits longer than until the database is back. */
  const interrupted = (lease: Lease) => (error: SqlError) =>
    isAway(error)
      ? Effect.zipRight(
          setAside(lease, "interrupted"),
          Effect.logWarning(
            `Job interrupted: ${reasonOf(error)}. Another run will resume it when the database is back.`
          )
        )
      : error

  const giveUp = (lease: Lease) => (cause: Cause.Cause<unknown>) =>
    Effect.logError(`The end of the job could not be stored: ${Defect.describe(cause)}.`).pipe(
      Effect.andThen(Effect.ignore(schedule.finish(lease, "failed")))
    )

  /** Runs the job that has begun, and stores its end. */
  const worked = (lease: Lease, slot: JobSlot | null, counted: JobMetrics.CountedRun, jobId: string) =>
    Effect.gen(function* () {
      const startedAt = yield* Clock.currentTimeMillis
      const started = yield* MonotonicTime.millis
      yield* Effect.annotateCurrentSpan("tributary.job_id", jobId)
      const report = yield* work(lease, slot, jobId, counted)
      counted.report(report)
      yield* retryWhileUnavailable((report.isPaused ? jobs.endPaused : jobs.finish)(lease, jobId, report))
      const ending = lease.crashLoop === null ? JobReport.endingOf(report) : "suspended"
      const durationMillis = (yield* MonotonicTime.millis) - started
      const now = yield* Clock.currentTimeMillis
      const limitedSecs = report.retryAt === null ? null : secsUntil(report.retryAt, now, startedAt + durationMillis)
      yield* retryWhileUnavailable(schedule.finish(lease, ending, limitedSecs))
      yield* JobLog.finished(report, Math.round(durationMillis))
      yield* counted.end(ending)
    })

  const runCounted = (lease: Lease, slot: JobSlot | null, counted: JobMetrics.CountedRun): Effect.Effect<void> =>
    Effect.flatMap(retryWhileUnavailable(jobs.begin(lease)), (jobId) =>
      Effect.annotateLogs(worked(lease, slot, counted, jobId), { job_id: jobId })
    ).pipe(
      Effect.catchTags({
        StaleFence: () => Effect.zipRight(counted.end("lost"), JobLog.lost),
        HandedOver: () => Effect.zipRight(counted.end("released"), release(lease)),
        SqlError: (error) => Effect.zipRight(counted.end("interrupted"), interrupted(lease)(error))
      }),
      Effect.onInterrupt(() => Effect.zipRight(counted.end("released"), release(lease))),
      Effect.catchAllCause((cause) => Effect.zipRight(counted.end("failed"), giveUp(lease)(cause)))
    )

  const run = (lease: Lease, slot: JobSlot | null = null): Effect.Effect<void> =>
    Effect.flatMap(JobMetrics.begin(metrics), (counted) => runCounted(lease, slot, counted)).pipe(
      Effect.annotateLogs({ connection_id: lease.connectionId }),
      Effect.withSpan("job.run", {
        root: true,
        captureStackTrace: false,
        attributes: { "tributary.connection_id": lease.connectionId }
      })
    )

  return JobRunner.of({ run })
})

/** Runs jobs with the loaded connectors. */
export const layer: Layer.Layer<
  JobRunner,
  never,
  Connections | ConnectorRegistry | Jobs | RecordStore | SyncSchedule | VendorSession
> = Layer.effect(JobRunner, make)
