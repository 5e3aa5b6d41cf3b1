import type { ChangeDetection, Detection, DetectionMethod } from "../../contract/ChangeDetection.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { Any, DeltaCoverage } from "../Extraction.js"

/** How changes and deletions of a kind are found. */
export interface Methods {
  /** New and changed records that the vendor reports in time. */
  readonly changes: DetectionMethod
  /** Records that left the vendor. */
  readonly deletions: DetectionMethod
  /** Changes that the vendor reports late or not at all. */
  readonly lateChanges: DetectionMethod
}

/** When the jobs of a connection run, in seconds. */
export interface Timing {
  /** From the start of one job to the start of the next, on average. */
  readonly refreshIntervalSecs: number
  /** How long a job may take. */
  readonly timeoutSecs: number
  /** From one full scan to the time when the next job makes another. */
  readonly fullScanIntervalSecs: number
  /** Between the starts of two scans that prove that a record is gone; `DEFAULT_EVIDENCE_SECS` by default. */
  readonly evidenceSecs?: number
}

/** How many seconds by default lie between the starts of two scans that prove that a record is gone. */
export const DEFAULT_EVIDENCE_SECS = 3_600

/** The scheduler moves each start by up to so large a share of the interval. */
const JITTER = 0.05

const wholeList: Methods = { changes: "EVERY_JOB", deletions: "EVERY_JOB", lateChanges: "EVERY_JOB" }

/** Events never change, and nobody deletes them. */
const log: Methods = { changes: "CHANGES", deletions: "CHANGES", lateChanges: "CHANGES" }

/** What deltas find of a kind. */
const coverageOf = ({ deltaCoverage }: Any, kind: RecordKind.Any): Omit<DeltaCoverage, "kind"> => {
  const found = deltaCoverage.filter((each) => each.kind.name === kind.name)
  return {
    hasChanges: found.length > 0 && found.every(({ hasChanges }) => hasChanges),
    hasRemovals: found.length > 0 && found.every(({ hasRemovals }) => hasRemovals)
  }
}

/** How changes and deletions of one of the extractor's kinds are found; derived from how it reads its lists. */
export const methodsOf = (extractor: Any, kind: RecordKind.Any): Methods => {
  if (extractor.isLog) return log
  if (!extractor.isIncremental) return wholeList
  const { hasChanges, hasRemovals } = coverageOf(extractor, kind)
  return {
    changes: hasChanges ? "CHANGES" : "FULL_SCAN",
    deletions: hasRemovals ? "CHANGES" : "FULL_SCAN",
    lateChanges: "FULL_SCAN"
  }
}

/** At most so many seconds from one start to the next: a job that runs longer than the interval delays the next. */
const stepSecs = ({ refreshIntervalSecs, timeoutSecs }: Timing): number =>
  Math.max(Math.ceil(refreshIntervalSecs * (1 + JITTER)), timeoutSecs)

/** The longest time until the end of the job that shows what happened just after a list was read. */
const within = (method: DetectionMethod, timing: Timing): Detection => {
  // A full scan is made by the first job after the interval.
  const waiting = method === "FULL_SCAN" ? timing.fullScanIntervalSecs : 0
  return { method, within_secs: waiting + stepSecs(timing) + timing.timeoutSecs }
}

/**
 * The longest time until the end of the job that deletes a record for which there is no proof but two scans that miss it. The second one is
 * planned for when the distance has passed, but a job may then be running, and what a planned scan misses first waits for a regular job.
 */
const withinTwoScans = (method: DetectionMethod, timing: Timing): Detection => {
  const { evidenceSecs = DEFAULT_EVIDENCE_SECS, timeoutSecs } = timing
  const first = within(method, timing)
  return { method, within_secs: first.within_secs + evidenceSecs + stepSecs(timing) + timeoutSecs }
}

/** How changes and deletions of each kind of the extractor are found, and how long that takes at most with this timing. */
export const detectionsOf = (extractor: Any, timing: Timing): ReadonlyArray<ChangeDetection> =>
  extractor.kinds.map((kind) => {
    const { changes, deletions, lateChanges } = methodsOf(extractor, kind)
    return {
      record_kind: kind.name,
      changes: within(changes, timing),
      deletions: (deletions === "CHANGES" ? within : withinTwoScans)(deletions, timing),
      late_changes: within(lateChanges, timing)
    }
  })
