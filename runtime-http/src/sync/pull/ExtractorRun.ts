import {
  type AttemptListener,
  Checkpoint,
  type DuplicateSample,
  Extractor,
  type NormalizedRecord,
  ScanVerdict,
  VendorError,
  VendorHttp,
  type WaitListener
} from "@tributary/core"
import { Cause, Data, Deferred, Effect, Option, Ref } from "effect"
import * as Defect from "../../Defect.js"
import type { SqlError } from "../../Sql.js"
import type { GrantedLookup } from "../../store/accounts/UnreadFields.js"
import { isAway, isSqlError, reasonOf, retryWhileUnavailable } from "../../store/postgres/DatabaseFailure.js"
import type { Lease, StaleFence } from "../../store/schedule/Lease.js"
import type { RecordsLeftOut } from "../../store/write/RecordQuota.js"
import type { RecordStore } from "../../store/write/RecordStore.js"
import * as ScanRule from "../../store/write/rules/ScanRule.js"
import { addByKind, type KindCounts, type Scan, storePages } from "../../store/write/Scan.js"
import { type Signal, StopSignal } from "../StopSignal.js"
import {
  addDuplicates,
  addRejections,
  addUnmapped,
  addUnread,
  countAnew,
  type ExtractorProgress,
  type Outcome
} from "./ExtractorProgress.js"
import { inParts } from "./JobReport.js"

/** A request that has not ended. */
interface Pending {
  readonly endpoint: string
  /** When its latest attempt left, by the monotonic clock. */
  readonly sentAt: number
  /** Why the attempt before failed; null if there was none. */
  readonly error: VendorError.VendorError | null
}

/** What the vendor last answered to the requests of one extractor. */
export interface LastAnswers {
  /** Hears the attempts. */
  readonly listener: AttemptListener.AttemptListener["Type"]
  /** Why the extractor did not get further, if its time is up at this reading of the monotonic clock; null if the vendor answered its last requests well. */
  readonly blame: (now: number, slowMillis: typeof WaitListener.SLOW_MILLIS) => Outcome | null
}

const RETRIED = "; the request was still repeated when the time of the job was up"

const seconds = (millis: number): number => Math.round(millis / 1_000)

/** The last answers of an extractor that has sent nothing yet. */
export const lastAnswers = (): LastAnswers => {
  const pending = new Map<object, Pending>()
  let isAnswered = false
  const outcomeOf = (error: VendorError.VendorError): Outcome => {
    const { retryAt } = VendorError.pauseOf(error)
    return {
      reason: VendorError.reasonOf(error),
      endpoint: error.endpoint,
      message: `${VendorError.detailOf(error)}${RETRIED}`,
      ...(retryAt === null ? {} : { retryAt })
    }
  }
  return {
    listener: {
      sent: (request, endpoint, sentAt) => {
        pending.set(request, { endpoint, sentAt, error: pending.get(request)?.error ?? null })
      },
      failed: (request, error) => {
        const sent = pending.get(request)
        if (sent !== undefined) pending.set(request, { ...sent, error })
      },
      ended: (request, isGood) => {
        pending.delete(request)
        if (isGood) isAnswered = true
      }
    },
    blame: (now, slowMillis) => {
      const waiting = [...pending.values()]
      const failing = waiting.find(({ error }) => error !== null)?.error ?? null
      if (failing !== null) return outcomeOf(failing)
      // Without any good answer, even a request that left a moment ago is no sign that the vendor answers.
      const hanging = waiting.find(({ sentAt }) => !isAnswered || now - sentAt >= slowMillis)
      if (hanging === undefined) return null
      const { endpoint, sentAt } = hanging
      const detail = `did not answer within ${seconds(now - sentAt)} seconds, when the time of the job was up`
      return { reason: "VENDOR_DOWN", endpoint, message: detail }
    }
  }
}

/** The process stops, and the next run continues the job where this one ended. */
export class HandedOver extends Data.TaggedError("HandedOver") {}

/** The connection was paused, or an operator stopped its connector, and the job ends; once that is resumed, the next job continues where this one ended. */
export class Paused extends Data.TaggedError("Paused")<{
  /** Whether an operator stopped the connector. */
  readonly isByOperator: boolean
}> {}

/** How a job ends that was asked to. */
const endOf = ({ isPaused, isStopped }: Signal): HandedOver | Paused =>
  isPaused || isStopped ? new Paused({ isByOperator: !isPaused }) : new HandedOver()

/** Fails if the job has to stop: for work that may be interrupted anywhere. */
export const checkStop: Effect.Effect<void, HandedOver | Paused> = Effect.flatMap(
  StopSignal,
  (signal): Effect.Effect<void, HandedOver | Paused> =>
    signal.isGiven || signal.isPaused || signal.isStopped ? Effect.fail(endOf(signal)) : Effect.void
)

/** An extractor has stored a page after which it has to stop. */
class AtStoppingPlace extends Data.TaggedError("AtStoppingPlace") {}

/** A job has read as many events of a log as one may; the next job goes on with the scan. */
class EnoughEvents extends Data.TaggedError("EnoughEvents") {}

/**
 * Where the extractors of a job end early: before their first page, or after one. If the process stops, only after a page that the next run
 * does not read again; if the connection was paused or its connector stopped, after any page.
 */
export interface StoppingPlaces {
  /** Runs an extractor, unless the job has to stop. */
  readonly enter: <A, E, R>(extractor: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Whether an extractor has to stop after a page, which says whether the next run can skip something because of it. */
  readonly isReached: (isProgress: boolean) => boolean
  /** An extractor that has to stop calls it when it holds nothing any more that others may wait for. It never returns. */
  readonly rest: Effect.Effect<never>
  /** Fails when the job has to stop and every extractor that runs has reached such a place. */
  readonly stop: Effect.Effect<never, HandedOver | Paused>
}

/** The stopping places of one job. */
export const make: Effect.Effect<StoppingPlaces> = Effect.gen(function* () {
  const signal = yield* StopSignal
  const stop = yield* Deferred.make<never, HandedOver | Paused>()
  let running = 0
  let waiting = 0

  const endsAtPage = () => signal.isPaused || signal.isStopped
  const check = Effect.suspend(() =>
    waiting > 0 && waiting === running ? Deferred.fail(stop, endOf(signal)) : Effect.void
  )
  const isReached = (isProgress: boolean) => endsAtPage() || (signal.isGiven && isProgress)
  const rest = Effect.suspend(() => {
    waiting += 1
    return Effect.zipRight(check, Effect.never)
  })
  return {
    enter: (extractor) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          running += 1
        }),
        () => Effect.suspend(() => (isReached(true) ? rest : extractor)),
        () => {
          running -= 1
          return check
        }
      ),
    isReached,
    rest,
    stop: Deferred.await(stop)
  }
})

/** Everything that the run of one extractor needs. */
export interface ExtractorRun {
  readonly lease: Lease
  /** Whose records these are. */
  readonly owner: NormalizedRecord.Owner
  readonly store: RecordStore["Type"]
  /** The vendor's API, opened with the credentials of the connection. */
  readonly http: VendorHttp.VendorHttp["Type"]
  /** Tells the tenant that is read from those that it has replaced. */
  readonly baseline: string
  /** The lookups that earlier jobs were refused and that are answered now, so that the scan has to be a full one; none if there are none. */
  readonly granted: Effect.Effect<ReadonlyArray<GrantedLookup>>
  /** Filled by the run. */
  readonly progress: ExtractorProgress
  /** Saves the progress for a later run of the job, in the transaction of a write. */
  readonly note: (progress: ExtractorProgress) => Effect.Effect<void, SqlError>
  /** Where the run ends if the process stops, the connection is paused or its connector stopped. */
  readonly places: StoppingPlaces
  /** The most events that it reads of a log; the next job goes on behind them. */
  readonly mostEvents: number
}

type Failure = VendorError.VendorError | RecordsLeftOut | StaleFence | SqlError

/**
 * Whether another run can continue after this page: it can skip something because of the page, or the vendor prepares the list meanwhile.
 * It can skip nothing if the list is read from its start each time: then the checkpoint stays the same from page to page.
 */
const isProgress = (
  { checkpoint, completedParents = [], isWaiting = false }: Extractor.Page,
  before: Extractor.Checkpoint | null
): boolean =>
  isWaiting ||
  completedParents.length > 0 ||
  (checkpoint !== null && JSON.stringify(checkpoint) !== JSON.stringify(before))

/** Lets the vendor release what a scan held there, such as an export job, because the scan will not be resumed. */
const giveUp = ({ http, progress: { extractor } }: ExtractorRun, checkpoint: Extractor.Checkpoint | null) =>
  checkpoint === null || extractor.giveUp === undefined
    ? Effect.void
    : Effect.provideService(extractor.giveUp(checkpoint), VendorHttp.VendorHttp, http)

/** A scan, and the last checkpoint that this run has stored of it. */
interface Opened {
  readonly scan: Scan
  readonly checkpoint: Extractor.Checkpoint | null
}

/** Reads the lists of the extractor from where its scan stopped to their end, then closes the scan, which sweeps. */
const scanOnce = (run: ExtractorRun, opened: Ref.Ref<Opened | null>) =>
  Effect.gen(function* () {
    const { baseline, granted, http, lease, mostEvents, note, owner, places, progress, store } = run
    const { extractor } = progress
    const answered = yield* granted
    const isAnew = answered.length > 0
    if (isAnew) progress.granted = answered
    const scan = yield* retryWhileUnavailable(store.open(lease, extractor, baseline, isAnew))
    const isFirst = (yield* Ref.get(opened)) === null
    yield* Ref.set(opened, { scan, checkpoint: scan.checkpoint })
    const isFromStart = Checkpoint.isStart(scan.checkpoint)
    if (isFirst && isFromStart) countAnew(progress)
    if (scan.isNewBaseline) progress.isNewBaseline = true
    if (isFromStart) progress.isFromStart = scan.mode === "full"
    const neededSecs = (verdict: ScanVerdict.ScanVerdict): number | null => {
      const runs = ScanRule.runsNeeded(scan, verdict)
      return runs === 1 ? null : runs * lease.timeoutSecs
    }
    progress.neededSecs = neededSecs(ScanVerdict.CUT)
    yield* giveUp(run, scan.abandoned)
    const { checkpoint, delta, firstLoadDays = null, since } = scan
    // Nothing more is read from the vendor until the database has answered; if it never does, the run fails as with a write.
    const completedParents = (ids: ReadonlyArray<string>) =>
      Effect.orDie(retryWhileUnavailable(store.completedParents(scan, ids)))
    const request = { owner, since, checkpoint, delta, completedParents }
    const timed = Extractor.withAnswerTime({
      http,
      pages: extractor.pages(firstLoadDays === null ? request : { ...request, firstLoadDays })
    })
    let events = 0
    const proof = yield* storePages(scan, timed.pages, (piece) =>
      Effect.gen(function* () {
        addRejections(progress, piece)
        addUnmapped(progress, piece)
        addUnread(progress, piece)
        const { counts } = progress
        const also = (written: KindCounts, duplicates: ReadonlyArray<DuplicateSample>) => {
          addDuplicates(progress, duplicates)
          return note({ ...progress, counts: addByKind(counts, written) })
        }
        progress.counts = addByKind(counts, yield* retryWhileUnavailable(store.write(scan, piece, also)))
        const before = (yield* Ref.get(opened))?.checkpoint ?? null
        if (piece.checkpoint !== null) yield* Ref.set(opened, { scan, checkpoint: piece.checkpoint })
        const hasAdvanced = isProgress(piece, before)
        if (hasAdvanced) progress.hasAdvanced = true
        if (places.isReached(hasAdvanced)) return yield* new AtStoppingPlace()
        if (!extractor.isLog) return
        events += piece.batches.reduce((sum, { records }) => sum + records.length, 0)
        if (hasAdvanced && events >= mostEvents) return yield* new EnoughEvents()
      })
    ).pipe(
      // Here the next page, which was read meanwhile, has been let go: another list of this job may need its memory to get to its own place.
      Effect.catchTag("AtStoppingPlace", () => places.rest),
      Effect.catchTag("EnoughEvents", () => Effect.succeed(null)),
      Effect.provideService(VendorHttp.VendorHttp, timed.http),
      Effect.catchSomeDefect((defect) => (isSqlError(defect) ? Option.some(Effect.fail(defect)) : Option.none()))
    )
    if (proof === null) {
      progress.neededSecs = null
      progress.outcome = { reason: null, endpoint: null, message: null, isCut: true }
      return
    }
    const closing = yield* retryWhileUnavailable(store.close(proof))
    progress.counts = addByKind(progress.counts, closing.counts)
    progress.heldBack = closing.heldBackDeletions
    progress.missing = closing.missing
    progress.kept = closing.kept
    const { verdict } = closing
    const failure = ScanVerdict.failureOf(verdict)
    if (failure !== null) return yield* failure
    progress.isReadAnew = progress.isFromStart || extractor.isLog
    if (closing.leftOut !== null) return yield* closing.leftOut
    progress.neededSecs = neededSecs(verdict)
  })

/** Runs a scan; if the vendor no longer knows the checkpoint, starts one new scan instead of failing the job: a full one, unless the list is a log. */
const scan = (run: ExtractorRun): Effect.Effect<void, Failure> =>
  Effect.gen(function* () {
    const opened = yield* Ref.make<Opened | null>(null)
    yield* scanOnce(run, opened).pipe(
      Effect.catchTag("CheckpointExpired", (error) =>
        Effect.gen(function* () {
          const expired = yield* Ref.get(opened)
          if (expired === null) return yield* error
          yield* Effect.logInfo("The vendor no longer knows the checkpoint: starting the scan again.")
          yield* giveUp(run, expired.checkpoint)
          yield* retryWhileUnavailable(run.store.restart(expired.scan))
          yield* scanOnce(run, opened)
        })
      )
    )
  })

const isVendorError = (failure: Failure): failure is VendorError.VendorError => failure._tag in VendorError.meaning

/**
 * Runs one extractor and records in its progress how it ended.
 *
 * Fails only if the other extractors cannot run either: the lease is void, or the database is away.
 */
export const run = (self: ExtractorRun): Effect.Effect<void, StaleFence | SqlError> => {
  const { progress } = self
  const { endpoint } = progress.extractor
  const exportTypes = Extractor.exportTypesOf(progress.extractor).join(", ")
  const internalError = (message: string) => {
    progress.outcome = { reason: "INTERNAL", endpoint, message }
  }
  const settle = (cause: Cause.Cause<Failure>): Effect.Effect<void, StaleFence | SqlError> =>
    Effect.gen(function* () {
      const failure = Option.getOrNull(Cause.failureOption(cause))
      if (failure === null) {
        yield* Effect.logError(`The connector failed: ${Defect.describe(cause)}.`)
        return internalError(Defect.CONNECTOR_FAILED)
      }
      if (isVendorError(failure)) {
        const { retryAt } = VendorError.pauseOf(failure)
        progress.outcome = {
          reason: VendorError.reasonOf(failure),
          endpoint: failure.endpoint,
          message: VendorError.detailOf(failure),
          ...(retryAt === null ? {} : { retryAt })
        }
        return yield* Effect.logWarning("An export failed.").pipe(
          Effect.annotateLogs({ error: failure._tag, status: failure.status, detail: failure.detail })
        )
      }
      if (failure._tag === "RecordsLeftOut") {
        progress.outcome = { reason: "QUOTA_EXCEEDED", endpoint, message: failure.message }
        return yield* Effect.logWarning(`New records of an export are not stored: ${failure.message}.`).pipe(
          Effect.annotateLogs({ limit: failure.limit })
        )
      }
      if (failure._tag === "StaleFence" || isAway(failure)) return yield* failure
      yield* Effect.logError(`The records of an export could not be stored: ${reasonOf(failure)}.`)
      internalError("the records could not be stored; the log of this server has the cause")
    })
  return scan(self).pipe(
    Effect.andThen(() => {
      progress.outcome ??=
        progress.neededSecs === null
          ? { reason: null, endpoint: null, message: null }
          : inParts(endpoint, progress.neededSecs)
    }),
    Effect.catchAllCause(settle),
    Effect.annotateLogs({ data_export_type: exportTypes, endpoint }),
    Effect.withSpan("export.run", {
      captureStackTrace: false,
      attributes: { "tributary.export_type": exportTypes, "tributary.endpoint": endpoint }
    })
  )
}
