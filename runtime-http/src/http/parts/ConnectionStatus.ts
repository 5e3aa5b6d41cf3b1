import {
  type ConnectionStatus,
  Connector,
  type CurrentJob,
  type DataExportType,
  type ExportProgress,
  type ExportState,
  type ExportStatus,
  Extractor,
  FullScanInterval,
  Problem,
  type SyncPhase,
  type SyncSummary
} from "@tributary/core"
import type { ProblemFacts, ProgressFacts, ScanFacts, StatusFacts } from "../../store/jobs/StatusFacts.js"

/** So many refresh intervals without a success, plus the time that a job may take, make data stale: one job may fail or be late. */
const STALE_AFTER_INTERVALS = 2

/** What is known of one type of data. */
interface Export {
  readonly dataExportType: DataExportType
  readonly extractors: ReadonlyArray<Extractor.Any>
  /** The kinds of record that it has. */
  readonly kinds: ReadonlyArray<string>
  /** One entry for each extractor; undefined if the extractor has never begun. */
  readonly scans: ReadonlyArray<ScanFacts | undefined>
  readonly progress: ReadonlyArray<ProgressFacts | undefined>
  /** The endpoints that the running job reads now. */
  readonly reading: ReadonlyArray<string>
}

/** The oldest of these instants; null if one is missing. */
const oldest = (instants: ReadonlyArray<string | null | undefined>): string | null => {
  const known = instants.flatMap((instant) => instant ?? [])
  return known.length < instants.length ? null : (known.toSorted()[0] ?? null)
}

const exportsOf = (facts: StatusFacts, connector: Connector.Connector): ReadonlyArray<Export> => {
  const { openJob } = facts
  const scans = new Map(facts.scans.map((scan) => [scan.extractor, scan]))
  const progress = new Map(facts.progress.map((each) => [each.extractor, each]))
  const begunAt = openJob?.status === "RUNNING" ? openJob.started_at : null
  const isRead = ({ name }: Extractor.Any): boolean => {
    const activeAt = scans.get(name)?.active_at ?? null
    // A scan that an earlier job left unfinished is in progress as well, but did not move on since this job began.
    return begunAt !== null && activeAt !== null && activeAt >= begunAt && progress.get(name)?.isFinished !== true
  }
  return Connector.exportTypesOf(connector).map((dataExportType) => {
    const extractors: ReadonlyArray<Extractor.Any> = connector.exports[dataExportType] ?? []
    const waits = begunAt === null ? [] : (openJob?.waits ?? [])
    const waiting = waits.filter((wait) => wait.data_export_type === dataExportType)
    const read = [...extractors.filter(isRead), ...waiting].map(({ endpoint }) => endpoint)
    return {
      dataExportType,
      extractors,
      kinds: extractors.flatMap(({ kinds }) => kinds.map(({ name }) => name)),
      scans: extractors.map(({ name }) => scans.get(name)),
      progress: extractors.map(({ name }) => progress.get(name)),
      reading: [...new Set(read)]
    }
  })
}

const stateOf = (facts: StatusFacts, { dataExportType, reading, scans }: Export): ExportState => {
  const lastSuccessAt = oldest(scans.map((scan) => scan?.last_scan_at))
  const maxAgeSecs = STALE_AFTER_INTERVALS * facts.refreshIntervalSecs + facts.timeoutSecs
  const isFailing = facts.problems.some(
    ({ data_export_type }) => data_export_type === dataExportType || data_export_type === null
  )
  if (isFailing) return "FAILING"
  if (reading.length > 0) return "RUNNING"
  if (lastSuccessAt === null) return "NEVER"
  return facts.now - Date.parse(lastSuccessAt) > maxAgeSecs * 1_000 ? "STALE" : "CURRENT"
}

/** When the lists of an extractor are read. */
const timingOf = (facts: StatusFacts, { exportType, kinds }: Extractor.Any, longestFullScanSecs: number) => {
  const names = kinds.map(({ name }) => name)
  const records = facts.totals.reduce((sum, { kind, total }) => sum + (names.includes(kind) ? total : 0), 0)
  return {
    refreshIntervalSecs: facts.refreshIntervalSecs,
    timeoutSecs: facts.timeoutSecs,
    fullScanIntervalSecs:
      facts.fullScanIntervalSecs ?? FullScanInterval.ofList(exportType, records, longestFullScanSecs)
  }
}

const toExportStatus = (facts: StatusFacts, one: Export, longestFullScanSecs: number): ExportStatus => {
  const { dataExportType, extractors, kinds, scans } = one
  const timings = extractors.map((extractor) => ({
    extractor,
    timing: timingOf(facts, extractor, longestFullScanSecs)
  }))
  const intervals = timings.flatMap(({ extractor, timing }) =>
    extractor.isIncremental ? timing.fullScanIntervalSecs : []
  )
  const { fullScanRequestedAt: requestedAt } = facts
  const isRequested = requestedAt !== null && scans.some((scan) => (scan?.last_full_at ?? "") < requestedAt)
  const last = facts.lastJob?.data_exports.find(({ data_export_type }) => data_export_type === dataExportType)
  const totals = new Map(facts.totals.map(({ kind, total }) => [kind, total]))
  const isOwn = ({ record_kind }: { readonly record_kind: string }) => kinds.includes(record_kind)
  return {
    data_export_type: dataExportType,
    state: stateOf(facts, one),
    last_success_at: oldest(scans.map((scan) => scan?.last_scan_at)),
    last_full_scan_at: oldest(scans.map((scan) => scan?.last_full_at)),
    full_scan_interval_secs: intervals.length === 0 ? null : Math.max(...intervals),
    full_scan_requested_at: isRequested ? requestedAt : null,
    change_detection: timings.flatMap(({ extractor, timing }) => Extractor.detectionsOf(extractor, timing)),
    records: kinds.map((kind) => ({ record_kind: kind, total: totals.get(kind) ?? 0 })),
    held_back_deletions: facts.heldBackDeletions.filter(isOwn),
    rejected: last?.rejected ?? null,
    unmapped: last?.unmapped ?? null,
    unread_fields: facts.unreadFields.filter(isOwn)
  }
}

const toProgress = ({ dataExportType, progress, reading }: Export): ExportProgress => {
  const sum = (name: keyof ProgressFacts["counts"]) =>
    progress.reduce((total, each) => total + (each?.counts[name] ?? 0), 0)
  return {
    data_export_type: dataExportType,
    reading,
    is_finished: progress.every((each) => each?.isFinished === true),
    seen: sum("seen"),
    created: sum("created"),
    changed: sum("changed"),
    deleted: sum("deleted"),
    rejected: sum("rejected")
  }
}

const toSummary = ({ failure_reason, finished_at, id, started_at, status }: SyncSummary): SyncSummary => ({
  id,
  status,
  started_at,
  finished_at,
  failure_reason
})

const toCurrentJob = ({ openJob }: StatusFacts, exports: ReadonlyArray<Export>): CurrentJob | null => {
  if (openJob === null) return null
  const { id, started_at, status, waits } = openJob
  const isRunning = status === "RUNNING"
  return {
    id,
    status,
    started_at,
    is_retrying: isRunning && waits.length > 0,
    waits: isRunning ? waits : [],
    data_exports: isRunning ? exports.map(toProgress) : []
  }
}

/** The failures of the last job if a process of an earlier release ran it, which notes no problems; their reason follows from their health. */
const unnoted = ({ lastJob, openJob, problems }: StatusFacts): ReadonlyArray<ProblemFacts> => {
  if (lastJob === null || problems.length > 0 || openJob?.status === "RUNNING") return []
  return lastJob.data_exports.flatMap(({ data_export_type, endpoint, health, message }) => {
    if (health === "HEALTHY") return []
    const since = lastJob.finished_at ?? ""
    return [
      {
        reason: Problem.reasons[health],
        data_export_type,
        endpoint,
        detail: message ?? "",
        permissions: [],
        until: null,
        since
      }
    ]
  })
}

const phaseOf = ({ firstJob, openJob }: StatusFacts, exports: ReadonlyArray<Export>): SyncPhase => {
  if (firstJob === null) return "FIRST_SYNC_PENDING"
  const isComplete = exports.every(({ scans }) => oldest(scans.map((scan) => scan?.last_scan_at)) !== null)
  if (isComplete) return "SYNCED"
  return openJob?.status === "RUNNING" ? "FIRST_SYNC_RUNNING" : "FIRST_SYNC_INCOMPLETE"
}

/**
 * The status as the API shows it; `connector` is undefined if this server has not loaded it, and `longestFullScanSecs` is the longest
 * default interval between two full scans.
 */
export const make = (
  stored: StatusFacts,
  connector: Connector.Connector | undefined,
  longestFullScanSecs: number
): ConnectionStatus => {
  const facts = { ...stored, problems: [...stored.problems, ...unnoted(stored)] }
  const exports = connector === undefined ? [] : exportsOf(facts, connector)
  const tool = { name: connector?.name ?? facts.vendor, docsUrl: connector?.docsUrl ?? null }
  const isDue = facts.state === "ACTIVE" && facts.openJob?.status !== "RUNNING"
  return {
    state: facts.state,
    phase: phaseOf(facts, exports),
    first_sync: facts.firstJob === null ? null : toSummary(facts.firstJob),
    last_sync: facts.lastJob === null ? null : toSummary(facts.lastJob),
    current_job: toCurrentJob(facts, exports),
    next_run_at: isDue ? facts.nextRunAt : null,
    data_exports: exports.map((one) => toExportStatus(facts, one, longestFullScanSecs)),
    problems: Problem.summarize(tool, facts.problems)
  }
}
