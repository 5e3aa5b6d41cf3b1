import {
  type DataExportType,
  Extractor,
  Health,
  type HeldBackByJob,
  type HeldBackReason,
  type JobExport,
  type MissingRecords,
  Problem
} from "@tributary/core"
import type { FoundProblem, ProblemsOfJob } from "../../store/jobs/ConnectionProblems.js"
import { nothing, type UnreadByJob } from "../../store/jobs/UnreadFields.js"
import type { Ending } from "../../store/schedule/Ending.js"
import { PAUSED_JOB } from "../../store/schedule/SyncSchedule.js"
import { addCounts, type Counts, type HeldBack, type Missing, noCounts } from "../../store/write/Scan.js"
import * as UnreadFields from "../../vendor/UnreadFields.js"

/** How one extractor ended. */
export interface Outcome {
  readonly health: Health.HealthName
  /** The source endpoint that failed; null if nothing failed. */
  readonly endpoint: string | null
  /** What happened, without credentials or personal data; null if nothing failed. */
  readonly message: string | null
  /** When the vendor allows the next request, in milliseconds since 1970; absent if no rate limit and no announced pause stopped the extractor. */
  readonly retryAt?: number
  /** What the status of the connection says about the failure; absent if no vendor error is the cause. */
  readonly problem?: Pick<FoundProblem, "reason" | "detail" | "permissions">
}

/**
 * The progress of one extractor of a job. It is updated while the extractor runs, so that an aborted job can report it too, and so that another
 * run can continue it; see `SavedProgress`.
 */
export interface ExtractorProgress {
  readonly exportType: DataExportType
  readonly extractor: Extractor.Any
  counts: Counts
  /** What to add to the counts for what the job had stored when it began to read the lists from their start again. */
  earlier: Counts
  /** The deletions that the sweep held back, by kind. */
  heldBack: ReadonlyArray<HeldBack>
  /** The records that the sweep missed, but neither deleted nor held back, by kind. */
  missing: ReadonlyArray<Missing>
  /** Whether the credentials lead to another host or tenant than the scans before, so that a new baseline began. */
  isNewBaseline: boolean
  /** What was wrong with rejected rows; each problem once. */
  readonly rejections: Set<string>
  /** By record kind, the fields in which the vendor sent unmapped values. */
  readonly unmapped: Map<string, ReadonlySet<string>>
  /** The fields that could not be read, because the vendor refuses optional lookups. */
  unread: ReadonlyArray<Extractor.UnreadFields>
  /** Whether this job began to read the lists at their first row. */
  isFromStart: boolean
  /** Whether this job read all rows of the extractor, from the first to the last. */
  isReadAnew: boolean
  /** Whether the scan can be resumed from a later position than that at which this job began. */
  hasAdvanced: boolean
  /** Null until the extractor has ended. */
  outcome: Outcome | null
}

/** The result of a finished job. */
export interface JobReport {
  readonly status: "SUCCESS" | "FAILED"
  /** Null if the job succeeded. */
  readonly failureReason: string | null
  readonly dataExports: ReadonlyArray<JobExport>
  readonly health: Health.Health
  /** What the job found out about fields that cannot be read. */
  readonly unread: UnreadByJob
  /** What the status of the connection shows of the job's failures. */
  readonly problems: ProblemsOfJob
  /** When the first of the rate limits and pauses that stopped exports ends, in milliseconds since 1970; null if none did. */
  readonly retryAt: number | null
  /** Whether the time limit stopped a scan that had advanced, so that the next job can continue it. */
  readonly isUnfinished: boolean
  /** Whether the job ended early, because the connection was paused; it then says nothing about the health of the connection. */
  readonly isPaused: boolean
}

/** How many problems of rejected rows an export shows. */
const MAX_SAMPLES = 5
/** How many failed exports the failure reason of a job names. */
const MAX_REASONS = 3
/** The longest message, in characters. */
const MAX_LENGTH = 1_000

const shortened = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text)

/** The progress of extractors that have not run yet. */
export const begin = (
  extractors: ReadonlyArray<readonly [DataExportType, Extractor.Any]>
): ReadonlyArray<ExtractorProgress> =>
  extractors.map(([exportType, extractor]) => ({
    exportType,
    extractor,
    counts: noCounts,
    earlier: noCounts,
    heldBack: [],
    missing: [],
    isNewBaseline: false,
    rejections: new Set(),
    unmapped: new Map(),
    unread: [],
    isFromStart: false,
    isReadAnew: false,
    hasAdvanced: false,
    outcome: null
  }))

/** Adds the problems of a page's rejected rows: the field, and what was expected there. */
export const addRejections = (progress: ExtractorProgress, page: Extractor.Page): void => {
  for (const batch of page.batches) {
    for (const { kind, issues } of batch.rejections) {
      for (const issue of issues) {
        if (progress.rejections.size < MAX_SAMPLES) progress.rejections.add(`${kind} ${issue}`)
      }
    }
  }
}

/** Adds the fields in which a page's records have unmapped values. */
export const addUnmapped = ({ unmapped }: ExtractorProgress, page: Extractor.Page): void => {
  for (const { kind, unmappedFields } of page.batches) {
    if (unmappedFields.length > 0) {
      unmapped.set(kind.name, new Set([...(unmapped.get(kind.name) ?? []), ...unmappedFields]))
    }
  }
}

/** Adds the fields that could not be read for a page's records. */
export const addUnread = (progress: ExtractorProgress, { unread = [] }: Extractor.Page): void => {
  progress.unread = Extractor.mergeUnread(progress.unread, unread)
}

/** Ends every extractor that has not ended yet. */
export const endRest = (all: ReadonlyArray<ExtractorProgress>, health: Health.HealthName, message: string): void => {
  for (const progress of all) {
    progress.outcome ??= { health, endpoint: progress.extractor.endpoint, message }
  }
}

/** Keeps the counts of a reading that was complete, before the lists are read again. */
export const keepCounts = (progress: ExtractorProgress): void => {
  progress.earlier = addCounts(progress.earlier, { ...progress.counts, heldBack: 0 })
  progress.counts = noCounts
}

/** Counts anew, because the lists are read from their start again before they were read completely: what was stored is then unchanged. */
export const countAnew = (progress: ExtractorProgress): void => {
  const { changed, created, deleted } = progress.counts
  const unchanged = -created - changed
  progress.earlier = addCounts(progress.earlier, { ...noCounts, created, changed, deleted, unchanged })
  progress.counts = noCounts
}

/** The counts of the whole job. */
const countsOf = ({ counts, earlier }: ExtractorProgress): Counts => {
  const sum = addCounts(counts, earlier)
  return { ...sum, unchanged: Math.max(0, sum.unchanged) }
}

const isFailure = ({ outcome }: ExtractorProgress): boolean => outcome !== null && outcome.health !== "HEALTHY"

const NEW_BASELINE =
  "the credentials lead to another host or tenant, so a full scan starts from the beginning, and what earlier scans left unfinished is dropped"

const messageOf = (parts: ReadonlyArray<ExtractorProgress>): string | null => {
  const failures = parts.flatMap(({ outcome }) =>
    outcome === null || outcome.message === null ? [] : [`${outcome.endpoint}: ${outcome.message}`]
  )
  const rejections = parts.flatMap((part) => [...part.rejections])
  const samples = rejections.length === 0 ? [] : [`rejected rows: ${rejections.slice(0, MAX_SAMPLES).join("; ")}`]
  const moved = parts.some(({ isNewBaseline }) => isNewBaseline) ? [NEW_BASELINE] : []
  const sentences = [...moved, ...failures, ...samples]
  return sentences.length === 0 ? null : shortened(sentences.join(". "))
}

const DECIDE = "If they are real, confirm them; otherwise dismiss them."

const heldBackMessages: Readonly<Record<HeldBackReason, (count: number, kind: string) => string>> = {
  UNREADABLE_ROWS: (count, kind) =>
    `The scan did not find ${count} records of ${kind}, but they may be in rows whose id could not be read, or behind an early end of the list. ${DECIDE}`,
  LARGE_SHARE: (count, kind) =>
    `The scans did not find ${count} records of ${kind}, a large share of all; the answer may be incomplete. ${DECIDE}`,
  EVERYTHING: (count, kind) =>
    `The scans found none of the ${count} records of ${kind}; the answer may be incomplete. ${DECIDE}`,
  EMPTIED_PARENTS: (count, kind) =>
    `The scans did not find ${count} records of ${kind}, among them all of many groups or the like; the answers about those may be incomplete. ${DECIDE}`
}

const toHeldBack = ({ count, kind, reason }: HeldBack): HeldBackByJob => ({
  record_kind: kind,
  count,
  reason,
  message: heldBackMessages[reason](count, kind)
})

const toMissing = ({ count, kind, provableAt, since }: Missing): MissingRecords => ({
  record_kind: kind,
  count,
  missing_since: new Date(since).toISOString(),
  earliest_deletion_at: new Date(provableAt).toISOString()
})

const toJobExport = (exportType: DataExportType, parts: ReadonlyArray<ExtractorProgress>): JobExport => {
  const failure = Health.worst(parts.flatMap(({ outcome }) => outcome ?? []))
  const { heldBack, ...counts } = parts.map(countsOf).reduce(addCounts, noCounts)
  return {
    data_export_type: exportType,
    health: failure?.health ?? "HEALTHY",
    endpoint: failure?.endpoint ?? null,
    message: messageOf(parts),
    ...counts,
    held_back: heldBack,
    held_back_deletions: parts.flatMap((part) => part.heldBack.map(toHeldBack)),
    missing_records: parts.flatMap((part) => part.missing.map(toMissing)),
    unread_fields: parts.flatMap((part) => part.unread.map(UnreadFields.toWire))
  }
}

const reasonOf = (failures: ReadonlyArray<ExtractorProgress>): string => {
  const named = failures
    .slice(0, MAX_REASONS)
    .map(({ exportType, outcome }) => `${exportType} (${outcome?.endpoint}: ${outcome?.message})`)
  const rest = failures.length - named.length
  return shortened(`Failed: ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`)
}

/** What the status of the connection shows of an extractor that has ended; null if it succeeded. */
export const problemOf = ({ exportType, extractor, outcome }: ExtractorProgress): FoundProblem | null => {
  if (outcome === null || outcome.health === "HEALTHY") return null
  const { endpoint, health, message, problem, retryAt } = outcome
  return {
    reason: Problem.reasons[health],
    detail: message ?? "",
    permissions: [],
    ...problem,
    extractor: extractor.name,
    exportType,
    endpoint,
    until: retryAt ?? null
  }
}

const retryAtOf = (all: ReadonlyArray<ExtractorProgress>): number | null => {
  const instants = all.flatMap(({ outcome }) => outcome?.retryAt ?? [])
  return instants.length === 0 ? null : Math.min(...instants)
}

const kindsOf = (all: ReadonlyArray<ExtractorProgress>): ReadonlyArray<string> =>
  all.flatMap(({ extractor }) => extractor.kinds.map(({ name }) => name))

/** Combines the extractors of a job into the result that the API shows. */
export const fold = (all: ReadonlyArray<ExtractorProgress>): JobReport => {
  const failures = all.filter(isFailure)
  const exportTypes = [...new Set(all.map(({ exportType }) => exportType))]
  return {
    status: failures.length === 0 ? "SUCCESS" : "FAILED",
    failureReason: failures.length === 0 ? null : reasonOf(failures),
    isUnfinished: all.some(({ hasAdvanced, outcome }) => hasAdvanced && outcome?.health === "EXECUTION_TIMEOUT"),
    dataExports: exportTypes.map((exportType) =>
      toJobExport(
        exportType,
        all.filter((progress) => progress.exportType === exportType)
      )
    ),
    health: Health.fold(
      all.map(({ exportType, outcome }) => ({
        data_export_type: exportType,
        health: outcome?.health ?? "HEALTHY",
        endpoint: outcome?.endpoint ?? null
      }))
    ),
    unread: {
      found: all.flatMap(({ unread }) => unread.map(UnreadFields.toWire)),
      readAnew: kindsOf(all.filter(({ isReadAnew }) => isReadAnew)),
      kinds: kindsOf(all)
    },
    problems: { found: all.flatMap((each) => problemOf(each) ?? []), isComplete: true },
    retryAt: retryAtOf(all),
    isPaused: false
  }
}

const PAUSED = "not finished, because the connection was paused; the next run resumes the scan"

/** The result of a job that ended at a page, because the connection was paused. What has not ended did not fail. */
export const paused = (all: ReadonlyArray<ExtractorProgress>): JobReport => {
  endRest(all, "HEALTHY", PAUSED)
  return { ...fold(all), status: "FAILED", failureReason: PAUSED_JOB, isPaused: true }
}

/** The result of a job that failed before any extractor could run. */
export const unstarted = (reason: string): JobReport => ({
  status: "FAILED",
  failureReason: reason,
  dataExports: [],
  health: Health.of("INTERNAL_ERROR"),
  unread: nothing,
  problems: {
    found: [
      {
        extractor: "",
        reason: "INTERNAL",
        exportType: null,
        endpoint: null,
        detail: reason,
        permissions: [],
        until: null
      }
    ],
    isComplete: false
  },
  retryAt: null,
  isUnfinished: false,
  isPaused: false
})

/** How the run ended for the schedule. */
export const endingOf = (report: JobReport): Ending => {
  if (report.isPaused) return "paused"
  if (report.isUnfinished) return "unfinished"
  if (report.status === "SUCCESS") return "succeeded"
  if (report.dataExports.some(({ health }) => health === "HEALTHY")) return "partly"
  if (report.retryAt !== null) return "limited"
  return report.health.name === "UNAUTHORIZED" ? "unauthorized" : "failed"
}
