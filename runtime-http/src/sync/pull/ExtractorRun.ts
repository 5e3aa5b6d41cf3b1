import {
  Checkpoint,
  type DuplicateSample,
  Extractor,
  type NormalizedRecord,
  ScanVerdict,
  VendorError,
  VendorHttp
} from "@tributary/core"
import { Cause, Effect, Option, Ref } from "effect"
import * as Defect from "../../Defect.js"
import type { SqlError } from "../../Sql.js"
import type { GrantedLookup } from "../../store/accounts/UnreadFields.js"
import { isAway, isSqlError, reasonOf, retryWhileUnavailable } from "../../store/postgres/DatabaseFailure.js"
import type { Lease, StaleFence } from "../../store/schedule/Lease.js"
import * as Counts from "../../store/write/Counts.js"
import type { RecordStore } from "../../store/write/RecordStore.js"
import * as ScanRule from "../../store/write/rules/ScanRule.js"
import { type Scan, storePages } from "../../store/write/Scan.js"
import {
  addDuplicates,
  addRejections,
  addUnmapped,
  addUnread,
  countAnew,
  type ExtractorProgress
} from "./ExtractorProgress.js"
import { inParts } from "./JobReport.js"
import type { StoppingPlaces } from "./StoppingPlaces.js"

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
  /** Where the run ends if the process stops or the connection is paused. */
  readonly places: StoppingPlaces
}

type Failure = VendorError.VendorError | StaleFence | SqlError

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
    const { baseline, granted, http, lease, note, owner, places, progress, store } = run
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
    const { checkpoint, delta, since } = scan
    // Nothing more is read from the vendor until the database has answered; if it never does, the run fails as with a write.
    const completedParents = (ids: ReadonlyArray<string>) =>
      Effect.orDie(retryWhileUnavailable(store.completedParents(scan, ids)))
    const pages = extractor.pages({ owner, since, checkpoint, delta, completedParents })
    const proof = yield* storePages(scan, pages, (piece) =>
      Effect.gen(function* () {
        addRejections(progress, piece)
        addUnmapped(progress, piece)
        addUnread(progress, piece)
        const { counts } = progress
        const also = (written: Counts.KindCounts, duplicates: ReadonlyArray<DuplicateSample>) => {
          addDuplicates(progress, duplicates)
          return note({ ...progress, counts: Counts.addByKind(counts, written) })
        }
        progress.counts = Counts.addByKind(counts, yield* retryWhileUnavailable(store.write(scan, piece, also)))
        const before = (yield* Ref.get(opened))?.checkpoint ?? null
        if (piece.checkpoint !== null) yield* Ref.set(opened, { scan, checkpoint: piece.checkpoint })
        const hasAdvanced = isProgress(piece, before)
        if (hasAdvanced) progress.hasAdvanced = true
        yield* places.reached(hasAdvanced)
      })
    ).pipe(
      Effect.provideService(VendorHttp.VendorHttp, http),
      Effect.catchSomeDefect((defect) => (isSqlError(defect) ? Option.some(Effect.fail(defect)) : Option.none()))
    )
    const closing = yield* retryWhileUnavailable(store.close(proof))
    progress.counts = Counts.addByKind(progress.counts, closing.counts)
    progress.heldBack = closing.heldBackDeletions
    progress.missing = closing.missing
    progress.kept = closing.kept
    const { verdict } = closing
    const failure = ScanVerdict.failureOf(verdict)
    if (failure !== null) return yield* failure
    progress.isReadAnew = progress.isFromStart
    progress.neededSecs = neededSecs(verdict)
  })

/** Runs a scan; if the vendor no longer knows the checkpoint, starts one new full scan instead of failing the job. */
const scan = (run: ExtractorRun): Effect.Effect<void, Failure> =>
  Effect.gen(function* () {
    const opened = yield* Ref.make<Opened | null>(null)
    yield* scanOnce(run, opened).pipe(
      Effect.catchTag("CheckpointExpired", (error) =>
        Effect.gen(function* () {
          const expired = yield* Ref.get(opened)
          if (expired === null) return yield* error
          yield* Effect.logInfo("The vendor no longer knows the checkpoint: starting a new full scan.")
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
      if (failure._tag === "StaleFence" || isAway(failure)) return yield* failure
      yield* Effect.logError(`The records of an export could not be stored: ${reasonOf(failure)}.`)
      internalError("the records could not be stored; the log of this server has the cause")
    })
  return scan(self).pipe(
    Effect.andThen(() => {
      progress.outcome =
        progress.neededSecs === null
          ? { reason: null, endpoint: null, message: null }
          : inParts(endpoint, progress.neededSecs)
    }),
    Effect.catchAllCause(settle),
    Effect.annotateLogs({ exportType: exportTypes, endpoint }),
    Effect.withSpan("export.run", {
      attributes: { "tributary.export_type": exportTypes, "tributary.endpoint": endpoint }
    })
  )
}
