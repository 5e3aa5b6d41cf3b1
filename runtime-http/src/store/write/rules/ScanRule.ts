/*
 * How the next scan of an extractor begins: whether an unfinished one is resumed, and whether a new one is full; and what the end of a scan
 * changes. Pure, so that every store can use the same rule.
 */

import { Checkpoint, Extractor, FullScanInterval, type ScanVerdict } from "@tributary/core"
import type { Lease } from "../../schedule/Lease.js"
import type { Scan } from "../Scan.js"
import * as DeletionRule from "./DeletionRule.js"

/** What a store remembers of an extractor's scans. */
export interface ScanMemory {
  /** The mode of the unfinished scan; null if there is none. */
  readonly mode: Scan["mode"] | null
  /** The number of full scans that have begun. */
  readonly number: number
  /** The time by the clock of the database, in milliseconds since 1970. */
  readonly now: number
  /** Since when it has not been put forward, as far as the process knows; 0 if it never was. */
  readonly steadySince: number
  /** When the last scan began, in milliseconds since 1970; not in the future. */
  readonly startedAt: number
  /** When a full scan is due that decides about missing records, in milliseconds since 1970; null if none is planned. */
  readonly confirmAt: number | null
  /** Whether a regular run of the connection has been due since the last complete full scan began. */
  readonly isIntervalOver: boolean
  /** Whether someone asked for a job after the last complete full scan had begun. */
  readonly isAskedFor: boolean
  /** How many days of a log the first scan reads; null for the default. */
  readonly firstLoadDays: number | null
  readonly since: string | null
  readonly checkpoint: Extractor.Checkpoint | null
  readonly delta: string | null
  /** The tenant that the scans so far read; null if there was none. */
  readonly baseline: string | null
  readonly isNewBaseline: boolean
  /** Whether the unfinished scan began, or moved on, so recently that its pages are not out of date. */
  readonly isFresh: boolean
  /** Whether someone asked for a full scan after the unfinished scan had begun. */
  readonly isOvertaken: boolean
  /** Whether someone asked for a full scan, and none that began later is complete. */
  readonly isRequested: boolean
  /** The lower bound of a delta; null if a full scan is due, see `isDue`. */
  readonly deltaSince: string | null
  /**
   * Whether so many records are stored, and this version of the mapping has read them all, that it is the vendor who empties a field of most
   * of them.
   */
  readonly isSettled: boolean
  /** How many jobs have worked on the unfinished scan. */
  readonly runs: number
  /** Whether this job has worked on it before, in a process that has stopped. */
  readonly isSameJob: boolean
  /** How many runs the last complete full scan took if it proved no absence for that reason, or `STOPPED`; 1 otherwise. */
  readonly lastRuns: number
}

/** What decides when the next full scan of an extractor is due. */
export interface FullScanTiming {
  /** Seconds since the last complete full scan began; null if there was none. */
  readonly ageSecs: number | null
  /**
   * Whether the last complete full scan, or a part of it, was mapped by another version of the connector or of core. A delta would bring
   * what differs now to changed rows only.
   */
  readonly isOtherMapping: boolean
  /** The connection's own interval in seconds; null for the default. */
  readonly intervalSecs: number | null
  /** How many records of the extractor's kinds are stored. */
  readonly records: number
}

/**
 * Whether the next scan has to be a full one for one of these reasons; `longestSecs` is the longest default interval. A log has only one: what its
 * first scan reads was never read completely, or nobody knows how long ago.
 */
export const isDue = (
  extractor: Pick<Extractor.Any, "isLog" | "kinds">,
  { ageSecs, intervalSecs, isOtherMapping, records }: FullScanTiming,
  longestSecs: number
): boolean =>
  ageSecs === null ||
  (!extractor.isLog &&
    (isOtherMapping || ageSecs >= (intervalSecs ?? FullScanInterval.ofList(extractor, records, longestSecs))))

/** Whether the scans so far read a tenant that was replaced since. */
export const isElsewhere = (known: Pick<ScanMemory, "baseline">, baseline: string): boolean =>
  known.baseline !== null && known.baseline !== baseline

/** Whether the full scan that decides about missing records was due at this instant. */
const isPlanned = ({ confirmAt }: ScanMemory, startedAt: number): boolean =>
  confirmAt !== null && confirmAt <= startedAt

/**
 * Whether a scan that began at this instant is a full one only because it was planned. A list that each job reads whole is also read when the scan
 * of another one was planned: otherwise two lists from which records leave all the time would plan each other's scans without end.
 */
const isConfirming = ({ isIncremental }: Extractor.Any, known: ScanMemory, startedAt: number): boolean => {
  if (known.isRequested) return false
  if (isIncremental) return isPlanned(known, startedAt) && known.deltaSince !== null
  return !known.isIntervalOver && (isPlanned(known, startedAt) || !known.isAskedFor)
}

type Progress = Omit<
  Scan,
  | "lease"
  | "extractor"
  | "kinds"
  | "counted"
  | "isLog"
  | "openedAt"
  | "steadySince"
  | "firstLoadDays"
  | "isConfirming"
  | "isGuarded"
>

const scanOf = (lease: Lease, extractor: Extractor.Any, known: ScanMemory, progress: Progress): Scan => ({
  lease,
  extractor: extractor.name,
  kinds: extractor.kinds,
  counted: DeletionRule.countedKinds(extractor),
  isLog: extractor.isLog,
  openedAt: known.now,
  steadySince: known.steadySince,
  firstLoadDays: known.firstLoadDays,
  isConfirming: isConfirming(extractor, known, progress.startedAt),
  // What is stored of the tenant before proves nothing.
  isGuarded: known.isSettled && !progress.isNewBaseline,
  ...progress
})

/**
 * The same memory, if somebody had asked for a full scan; an unfinished one goes on.
 *
 * Not if the last full scan took several jobs: only a job that reads all rows knows that no field is unread any more, so that each job would
 * ask again.
 */
export const anew = <A extends ScanMemory>(known: A): A =>
  known.lastRuns > 1 ? known : { ...known, isRequested: true, isOvertaken: known.isOvertaken || known.mode === "delta" }

/**
 * The unfinished scan of this baseline; null if there is none that can be resumed. A scan that someone asked for reads everything anew, except that
 * of a log: its rows do not change, and a log that begins again each time would never get past the most events of one job.
 */
export const resumed = (lease: Lease, extractor: Extractor.Any, known: ScanMemory, baseline: string): Scan | null => {
  const { checkpoint, delta, isFresh, isNewBaseline, isSameJob, lastRuns, mode, number, since, startedAt } = known
  const isOutOfDate = !extractor.isLog && (!isFresh || known.isOvertaken)
  if (isElsewhere(known, baseline) || mode === null || isOutOfDate) return null
  if (mode === "delta" && !extractor.isIncremental) return null
  return scanOf(lease, extractor, known, {
    mode,
    number,
    startedAt,
    since,
    // What was stored before the first checkpoint is read again.
    checkpoint: checkpoint ?? Checkpoint.START,
    // A process that stops costs no time: the next one goes on. But if one did so in the scan before, too, nothing was proven for two scans.
    runs: known.runs + (isSameJob && lastRuns === 1 ? 0 : 1),
    lastRuns,
    delta: mode === "delta" && needsDelta(extractor) ? delta : null,
    isResumed: true,
    isNewBaseline,
    abandoned: null
  })
}

/**
 * The instant from which a log is read. It is stored, so that a first scan that goes on days later asks for the same rows; and one that has to begin
 * again, because the vendor has forgotten its checkpoint, still has it.
 */
const sinceOfLog = (known: ScanMemory, since: string | null): string => {
  const restarted = known.mode === null ? known.since : null
  return restarted ?? since ?? Extractor.EventLog.firstInstant(known.now, known.firstLoadDays ?? undefined)
}

/** A clock that is further behind than this is none: a proxy may send the first day of 1970. */
const MOST_BEHIND_SECS = 86_400

/**
 * By how many seconds the clock of the vendor is behind, as the first answer of a run says; 0 if it is not. What changed during the scan has a time
 * of that clock, so the next delta begins so much earlier.
 *
 * The `Date` of an answer has whole seconds, so that a difference of less than one means nothing. One of more than a day is taken for a wrong header.
 */
export const behindSecs = (
  { openedAt }: Pick<Scan, "openedAt">,
  { answeredAt = openedAt }: Pick<Extractor.Page, "answeredAt">
): number => {
  const secs = (openedAt - answeredAt) / 1_000
  return secs < 1 || secs > MOST_BEHIND_SECS ? 0 : secs
}

/** Whether a delta needs what the scan before it has left, besides an instant or instead of one. */
const needsDelta = ({ hasDeltaState, usesDeltaToken }: Extractor.Any): boolean => hasDeltaState || usesDeltaToken

/** The scan that begins; `abandoned` is where the one before it stopped. */
export const begun = (
  lease: Lease,
  extractor: Extractor.Any,
  known: ScanMemory,
  baseline: string,
  abandoned: Scan["abandoned"]
): Scan => {
  const { delta, isRequested, now, number } = known
  const { isIncremental, usesDeltaToken } = extractor
  // It stays new until a full scan of it is complete: until then, what is stored may be about the other tenant.
  const isNewBaseline = known.isNewBaseline || isElsewhere(known, baseline)
  const canDelta = isIncremental && !isNewBaseline && (!usesDeltaToken || delta !== null)
  const deltaSince = canDelta ? known.deltaSince : null
  const since = !extractor.isLog && (isPlanned(known, now) || isRequested) ? null : deltaSince
  const isFull = since === null
  return scanOf(lease, extractor, known, {
    mode: isFull ? "full" : "delta",
    number: isFull ? number + 1 : number,
    startedAt: now,
    since: extractor.isLog ? sinceOfLog(known, since) : since,
    checkpoint: null,
    runs: 1,
    lastRuns: isElsewhere(known, baseline) ? 1 : known.lastRuns,
    delta: !isFull && needsDelta(extractor) ? delta : null,
    isResumed: false,
    isNewBaseline,
    abandoned
  })
}

/** Whether the scan removes nothing, however it ends: that of a log, except of a new tenant. */
const removesNothing = ({ isLog, isNewBaseline }: Pick<Scan, "isLog" | "isNewBaseline">): boolean =>
  isLog && !isNewBaseline

/** What the end of a scan changes, besides the records that it has stored. */
export interface Ended {
  /** Whether the next delta begins where this scan began, or at its token, and whether it counts as a full scan if it was one. */
  readonly isMoved: boolean
  /** Whether records that it has not seen count as missing. */
  readonly isSwept: boolean
  /** Whether it counts as no full scan, so that the next one is full, too. */
  readonly isRepeated: boolean
  /** How many runs the full scans take that read a list by index, of which none proves an absence; 1 if one run is enough, and `STOPPED`. */
  readonly lastRuns: number
}

/** One job had the time to read the list, but its process stopped meanwhile, so that the scan has proven nothing. */
const STOPPED = 0

/**
 * What the end of a scan changes.
 *
 * A delta by index that was read in several runs may have missed rows that moved: the next one begins at the same instant. After such a full
 * scan, the next full scan finds them.
 *
 * No scan of a log removes events, except the first one of a new tenant. Because its rows never leave, reading it in several runs misses none.
 *
 * A scan that has left out new records, because the account has no room for them, is made again until there is room: a delta from the same
 * instant, or another full scan. A full one still sweeps, which makes room: what it has left out is not stored, so it cannot be missing.
 */
export const ended = (
  scan: Pick<Scan, "isLog" | "isNewBaseline" | "lastRuns" | "mode" | "runs">,
  verdict: ScanVerdict.ScanVerdict,
  hasLeftOut: boolean
): Ended => {
  const { lastRuns, mode, runs } = scan
  if (verdict._tag !== "Complete") return { isMoved: false, isSwept: false, isRepeated: false, lastRuns }
  const { provesAbsence } = verdict
  if (removesNothing(scan)) {
    return { isMoved: !hasLeftOut, isSwept: false, isRepeated: mode === "full" && hasLeftOut, lastRuns: 1 }
  }
  // A delta says nothing about how long a full scan takes.
  if (mode === "delta") return { isMoved: provesAbsence && !hasLeftOut, isSwept: false, isRepeated: false, lastRuns }
  const unproven = runs === 1 ? STOPPED : runs
  return {
    isMoved: !hasLeftOut,
    isSwept: provesAbsence,
    isRepeated: hasLeftOut,
    lastRuns: provesAbsence ? 1 : unproven
  }
}

/**
 * How many runs together have the time that one would need to prove deletions; 1 if one has it, as far as that is known.
 *
 * A list that took several runs takes at least one more than those that have not reached its end.
 */
export const runsNeeded = (
  scan: Pick<Scan, "isLog" | "isNewBaseline" | "lastRuns" | "mode" | "runs">,
  verdict: ScanVerdict.ScanVerdict
): number => {
  if (removesNothing(scan)) return 1
  const { lastRuns } = ended(scan, verdict, false)
  if (verdict._tag === "Cut") return lastRuns <= 1 ? 1 : Math.max(lastRuns, scan.runs + 1)
  const isInParts = verdict._tag === "Complete" && !verdict.provesAbsence
  return Math.max(1, lastRuns, isInParts ? scan.runs : 1)
}
