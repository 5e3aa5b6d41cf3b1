import {
  type DataExportType,
  Extractor,
  Failures,
  Health,
  type HeldBackByJob,
  HeldBackProblem,
  type JobExport,
  type MissingRecords,
  Problem,
  type UnreadFields
} from "@tributary/core"
import { nothing, type UnreadByJob } from "../../store/accounts/UnreadFields.js"
import type { FoundProblem, ProblemsOfJob } from "../../store/jobs/ConnectionProblems.js"
import * as ClosedJob from "../../store/schedule/ClosedJob.js"
import type { Ending } from "../../store/schedule/Ending.js"
import type { HeldBack, Missing } from "../../store/write/Scan.js"
import { addCounts, noCounts } from "../../store/write/Scan.js"
import * as Unread from "../../vendor/UnreadFields.js"
import {
  countsOf,
  type ExtractorProgress,
  exportTypesOf,
  MAX_SAMPLES,
  type Outcome,
  shownIssues
} from "./ExtractorProgress.js"
import * as KeptFields from "./KeptFields.js"

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
  /** When the next run may begin, in milliseconds since 1970; null if no vendor said so. */
  readonly retryAt: number | null
  /** Whether the vendor left something out of a list. */
  readonly isIncomplete: boolean
  /** Whether the time limit, or the most events of one job, stopped a scan that had advanced, so that the next job can continue it. */
  readonly isUnfinished: boolean
  /** Whether an export failed for a reason that may be over soon. */
  readonly mayPass: boolean
  /** Whether the job ended early, because the connection was paused or its connector stopped; it then says nothing about the health of the connection. */
  readonly isPaused: boolean
}

/** How many failed exports the failure reason of a job names. */
const MAX_REASONS = 3
/** The longest message, in characters. */
const MAX_LENGTH = 1_000

const shortened = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text)

/** How an extractor ended whose scans take several jobs. */
export const inParts = (endpoint: string, neededSecs: number): Outcome => ({
  reason: "DELETIONS_UNPROVEN",
  endpoint,
  message: `the list is read in several jobs; with a timeout_secs of ${neededSecs}, one job could read it and prove deletions`
})

/** Ends every extractor that has not ended yet because the time is up. Those that always take several jobs are on their way. */
export const endCut = (all: ReadonlyArray<ExtractorProgress>, message: string): void => {
  for (const progress of all) {
    const { extractor, hasAdvanced, neededSecs } = progress
    const { endpoint } = extractor
    progress.outcome ??= {
      ...(neededSecs !== null && hasAdvanced
        ? inParts(endpoint, neededSecs)
        : { reason: "TIMEOUT" as const, endpoint, message }),
      isCut: true
    }
  }
}

/** Ends every extractor that has not ended yet. */
export const endRest = (
  all: ReadonlyArray<ExtractorProgress>,
  reason: Problem.ProblemReason | null,
  message: string
): void => {
  for (const progress of all) {
    progress.outcome ??= { reason, endpoint: progress.extractor.endpoint, message }
  }
}

/** The fields of an extractor that could not be read, or were not believed. */
const unreadOf = ({ extractor, kept, unread }: ExtractorProgress): ReadonlyArray<UnreadFields> => {
  const fields = kept ?? []
  const kinds = [...new Set(fields.map(({ kind }) => kind))]
  return [
    ...unread.map(Unread.toWire),
    ...kinds.map((kind) => {
      const own = fields.filter((field) => field.kind === kind)
      return KeptFields.toWire(extractor.endpoint, kind, own)
    })
  ]
}

const healthOf = (reason: Problem.ProblemReason | null): Health.HealthName =>
  reason === null ? "HEALTHY" : Problem.table[reason].health

/** The reason of an extractor that failed; null if it succeeded, perhaps with a problem, or has not ended. */
const reasonOf = ({ outcome }: ExtractorProgress): Problem.ProblemReason | null =>
  outcome === null || healthOf(outcome.reason) === "HEALTHY" ? null : outcome.reason

/** Whether the vendor left something out; the next scan then reads everything again. */
const isIncomplete = (outcome: Outcome | null): boolean => outcome?.reason === "INCOMPLETE"

const RESUMES = "; the next run resumes the scan when the vendor allows"

/** What happened to an extractor, with its endpoint; null if there is nothing to say. */
const told = ({ outcome }: ExtractorProgress): string | null => {
  if (outcome === null || outcome.message === null) return null
  const { endpoint, message, retryAt } = outcome
  return `${endpoint}: ${message}${retryAt === undefined || isIncomplete(outcome) ? "" : RESUMES}`
}

const NEW_BASELINE =
  "another tenant replaces the one before, so a full scan starts from the beginning, and the first complete one removes what the new tenant does not have"

const messageOf = (parts: ReadonlyArray<ExtractorProgress>, kinds: ReadonlyArray<string>): string | null => {
  const failures = parts.flatMap((part) => told(part) ?? [])
  const rejections = shownIssues(
    parts.map((part) => part.rejections),
    kinds
  )
  const samples = rejections.length === 0 ? [] : [`rejected rows: ${rejections.join("; ")}`]
  const moved = parts.some(({ isNewBaseline }) => isNewBaseline) ? [NEW_BASELINE] : []
  const kept = parts.flatMap((part) =>
    unreadOf({ ...part, unread: [] }).flatMap(({ reason, record_kind }) =>
      kinds.includes(record_kind) ? [`${record_kind}: ${reason}`] : []
    )
  )
  const sentences = [...moved, ...failures, ...kept, ...samples]
  return sentences.length === 0 ? null : shortened(sentences.join(". "))
}

const toHeldBack =
  ({ name }: Problem.Tool) =>
  ({ count, kind, reason }: HeldBack): HeldBackByJob => ({
    record_kind: kind,
    count,
    reason,
    message: HeldBackProblem.operatorMessage(name, { record_kind: kind, count, reason })
  })

const toMissing = ({ count, kind, provableAt, since }: Missing): MissingRecords => ({
  record_kind: kind,
  count,
  missing_since: new Date(since).toISOString(),
  earliest_deletion_at: new Date(provableAt).toISOString()
})

/** The permissions that the credentials have, as the job found out. */
const heldBy = (all: ReadonlyArray<ExtractorProgress>): Problem.HeldPermissions =>
  Failures.heldAfter(
    all.flatMap(({ extractor, outcome }) =>
      outcome === null || healthOf(outcome.reason) !== "HEALTHY" ? [] : [extractor]
    ),
    all.flatMap(({ unread }) => unread.map(({ endpoint }) => endpoint))
  )

/** What the status of the connection shows of an extractor that has ended; null if it succeeded. */
export const problemOf = ({ extractor, outcome }: ExtractorProgress): FoundProblem | null => {
  if (outcome === null || outcome.reason === null) return null
  const { endpoint, message, reason, retryAt } = outcome
  return {
    reason,
    detail: message ?? "",
    permissions: Failures.permissionsAt(extractor, endpoint),
    extractor: extractor.name,
    // The status names the others, as long as it knows the connector.
    exportType: Extractor.exportTypesOf(extractor)[0] ?? null,
    endpoint,
    until: retryAt ?? null
  }
}

/** The failures of an extractor, for the sentences about it. */
const failuresOf = ({ extractor, outcome }: ExtractorProgress): ReadonlyArray<Problem.Failure> => {
  if (outcome === null || outcome.reason === null) return []
  const { endpoint, message, reason, retryAt } = outcome
  const until = retryAt === undefined ? null : new Date(retryAt).toISOString()
  return Failures.of(extractor, { reason, endpoint, detail: message ?? "", since: "", until })
}

const toJobExport = (
  exportType: DataExportType,
  all: ReadonlyArray<ExtractorProgress>,
  tool: Problem.Tool
): JobExport => {
  const parts = all.filter((progress) => exportTypesOf(progress).includes(exportType))
  const kinds = [...new Set(parts.flatMap(({ extractor }) => Extractor.kindsOf(extractor, exportType)))].map(
    ({ name }) => name
  )
  const isOwn = ({ kind }: { readonly kind: string }) => kinds.includes(kind)
  const duplicates = parts.flatMap((part) => [...part.duplicates.values()])
  const reason = Problem.worst(parts.flatMap((part) => reasonOf(part) ?? []))
  const failures = parts.filter((part) => reason !== null && reasonOf(part) === reason)
  const [failure, ...others] = failures
    .flatMap(failuresOf)
    .filter(({ data_export_type }) => data_export_type === exportType)
  const { heldBack, ...counts } = parts.map((part) => countsOf(part, kinds)).reduce(addCounts, noCounts)
  return {
    data_export_type: exportType,
    health: healthOf(reason),
    reason,
    resolution_owner: reason === null ? null : Problem.ownerOf(reason),
    customer_message:
      failure === undefined ? null : Problem.sentence("customer", tool, [failure, ...others], heldBy(all)),
    endpoint: failures[0]?.outcome?.endpoint ?? null,
    message: messageOf(parts, kinds),
    ...counts,
    duplicate_samples: duplicates.filter(({ record_kind }) => kinds.includes(record_kind)).slice(0, MAX_SAMPLES),
    unreadable_samples: shownIssues(
      parts.map((part) => part.unreadable),
      kinds
    ),
    held_back: heldBack,
    held_back_deletions: parts.flatMap((part) => part.heldBack.filter(isOwn).map(toHeldBack(tool))),
    missing_records: parts.flatMap((part) => part.missing.filter(isOwn).map(toMissing)),
    unread_fields: parts.flatMap(unreadOf).filter(({ record_kind }) => kinds.includes(record_kind))
  }
}

const failureReasonOf = (failures: ReadonlyArray<ExtractorProgress>): string => {
  const named = failures
    .slice(0, MAX_REASONS)
    .map((failure) => `${exportTypesOf(failure).join(" and ")} (${told(failure)})`)
  const rest = failures.length - named.length
  return shortened(`Failed: ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`)
}

const retryAtsOf = (all: ReadonlyArray<ExtractorProgress>): ReadonlyArray<number> =>
  all.flatMap(({ outcome }) => outcome?.retryAt ?? [])

/**
 * When the next run may begin: after the last pause that an incomplete answer asked for, and otherwise after the first of the rate limits and
 * pauses that stopped exports, because the other exports need not wait for it.
 */
const retryAtOf = (all: ReadonlyArray<ExtractorProgress>): number | null => {
  const incomplete = all.filter(({ outcome }) => isIncomplete(outcome))
  if (incomplete.length > 0) {
    const instants = retryAtsOf(incomplete)
    return instants.length === 0 ? null : Math.max(...instants)
  }
  const instants = retryAtsOf(all)
  return instants.length === 0 ? null : Math.min(...instants)
}

const kindsOf = (all: ReadonlyArray<ExtractorProgress>): ReadonlyArray<string> =>
  all.flatMap(({ extractor }) => extractor.kinds.map(({ name }) => name))

/** Combines the extractors of a job into the result that the API shows. */
export const fold = (all: ReadonlyArray<ExtractorProgress>, tool: Problem.Tool): JobReport => {
  const failures = all.filter((each) => reasonOf(each) !== null)
  const exportTypes = [...new Set(all.flatMap(exportTypesOf))]
  return {
    status: failures.length === 0 ? "SUCCESS" : "FAILED",
    failureReason: failures.length === 0 ? null : failureReasonOf(failures),
    isUnfinished: all.some((each) => each.hasAdvanced && each.outcome?.isCut === true),
    mayPass: failures.some((each) => Problem.table[reasonOf(each) ?? "INTERNAL"].mayPass),
    dataExports: exportTypes.map((exportType) => toJobExport(exportType, all, tool)),
    health: Health.fold(
      all.flatMap((each) =>
        exportTypesOf(each).map((exportType) => ({
          data_export_type: exportType,
          health: healthOf(reasonOf(each)),
          endpoint: each.outcome?.endpoint ?? null
        }))
      )
    ),
    unread: {
      found: all.flatMap(unreadOf),
      settled: kindsOf(all.filter(({ kept }) => kept !== null)),
      readAnew: kindsOf(all.filter(({ isReadAnew }) => isReadAnew)),
      granted: all.flatMap(({ granted, isReadAnew }) => (isReadAnew ? granted : [])),
      kinds: kindsOf(all)
    },
    problems: { found: all.flatMap((each) => problemOf(each) ?? []), isComplete: true },
    retryAt: retryAtOf(all),
    isIncomplete: all.some(({ outcome }) => isIncomplete(outcome)),
    isPaused: false
  }
}

const PAUSED = "not finished, because the connection was paused; the next run resumes the scan"
const STOPPED = "not finished, because the operator stopped the connector; the next run resumes the scan"

/** The result of a job that ended at a page, because the connection was paused or an operator stopped its connector. What has not ended did not fail. */
export const paused = (all: ReadonlyArray<ExtractorProgress>, tool: Problem.Tool, isByOperator: boolean): JobReport => {
  endRest(all, null, isByOperator ? STOPPED : PAUSED)
  return {
    ...fold(all, tool),
    status: "FAILED",
    failureReason: isByOperator ? ClosedJob.STOPPED : ClosedJob.PAUSED,
    isPaused: true
  }
}

/** The result of a job that failed before any extractor could run. */
export const unstarted = (detail: string): JobReport => ({
  status: "FAILED",
  failureReason: detail,
  dataExports: [],
  health: Health.of(healthOf("INTERNAL")),
  unread: nothing,
  problems: {
    found: [
      {
        extractor: "",
        reason: "INTERNAL",
        exportType: null,
        endpoint: null,
        detail,
        permissions: [],
        until: null
      }
    ],
    isComplete: false
  },
  retryAt: null,
  isIncomplete: false,
  isUnfinished: false,
  mayPass: Problem.table.INTERNAL.mayPass,
  isPaused: false
})

/** How the run ended for the schedule. */
export const endingOf = (report: JobReport): Ending => {
  if (report.isPaused) return "paused"
  if (report.isUnfinished) return "unfinished"
  if (report.status === "SUCCESS") return "succeeded"
  if (report.isIncomplete) return "failed"
  const isNothingRead = !report.dataExports.some(({ health }) => health === "HEALTHY")
  if (report.retryAt !== null) return isNothingRead ? "limited" : "succeeded"
  if (report.mayPass) return "failed"
  if (!isNothingRead) return "partly"
  return report.health.name === "UNAUTHORIZED" ? "unauthorized" : "failed"
}
