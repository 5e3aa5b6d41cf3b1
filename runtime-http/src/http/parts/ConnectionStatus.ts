import {
  type ConnectionStatus,
  Connector,
  type CurrentJob,
  type DataExportType,
  type ExportProgress,
  type ExportState,
  type ExportStatus,
  Extractor,
  Failures,
  FullScanInterval,
  HeldBackProblem,
  Problem,
  type SyncPhase,
  type SyncSummary
} from "@tributary/core"
import { toUnreadFields } from "../../store/accounts/ConnectionRow.js"
import { WAIT_IS_PROBLEM_AFTER_SECS } from "../../store/jobs/PresentProblems.js"
import {
  type ProblemFacts,
  type ProgressCounts,
  type ProgressFacts,
  type ScanFacts,
  STALE_AFTER_INTERVALS,
  type StatusFacts
} from "../../store/jobs/StatusFacts.js"
import * as TenantFingerprint from "../../TenantFingerprint.js"
import * as ProblemId from "../../vendor/ProblemId.js"

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
      kinds: extractors.flatMap((each) => Extractor.kindsOf(each, dataExportType).map(({ name }) => name)),
      scans: extractors.map(({ name }) => scans.get(name)),
      progress: extractors.map(({ name }) => progress.get(name)),
      reading: [...new Set(read)]
    }
  })
}

const stateOf = (facts: StatusFacts, { dataExportType, extractors, reading, scans }: Export): ExportState => {
  const lastSuccessAt = oldest(scans.map((scan) => scan?.last_scan_at))
  const maxAgeSecs = STALE_AFTER_INTERVALS * facts.refreshIntervalSecs + facts.timeoutSecs
  const isFailing = facts.problems.some(
    ({ data_export_type, extractor }) =>
      data_export_type === dataExportType ||
      data_export_type === null ||
      extractors.some(({ name }) => name === extractor)
  )
  if (isFailing) return "FAILING"
  if (reading.length > 0) return "RUNNING"
  if (lastSuccessAt === null) return "NEVER"
  return facts.now - Date.parse(lastSuccessAt) > maxAgeSecs * 1_000 ? "STALE" : "CURRENT"
}

/** What this server's settings say about full scans. */
export interface ScanTiming {
  /** The longest default interval between two full scans, in seconds. */
  readonly longestFullScanSecs: number
  /** How many seconds lie between the starts of two scans that prove that a record is gone. */
  readonly evidenceSecs: number
  /** How many days events are kept. */
  readonly eventDays: number
  /** The most events that one job reads of one log. */
  readonly eventsPerJob: number
}

/** When the lists of an extractor are read. */
const timingOf = (
  facts: StatusFacts,
  extractor: Extractor.Any,
  { evidenceSecs, longestFullScanSecs }: ScanTiming
): Extractor.Timing => {
  const names = extractor.kinds.map(({ name }) => name)
  const records = facts.totals.reduce((sum, { kind, total }) => sum + (names.includes(kind) ? total : 0), 0)
  return {
    refreshIntervalSecs: facts.refreshIntervalSecs,
    timeoutSecs: facts.timeoutSecs,
    evidenceSecs,
    fullScanIntervalSecs: facts.fullScanIntervalSecs ?? FullScanInterval.ofList(extractor, records, longestFullScanSecs)
  }
}

/** How the events of a type of data are read and kept; null if it has none. */
const eventsOf = (
  facts: StatusFacts,
  { dataExportType, extractors, scans }: Export,
  { eventDays, eventsPerJob }: ScanTiming
): ExportStatus["events"] => {
  if (!extractors.some(({ isLog }) => isLog)) return null
  const isUnfinished = extractors.some(({ isLog }, index) => isLog && (scans[index]?.active_at ?? null) !== null)
  return {
    first_load_days: facts.eventsFirstLoadDays ?? Extractor.EventLog.FIRST_LOAD_DAYS,
    most_per_job: eventsPerJob,
    has_more: isUnfinished && facts.openJob === null,
    retention_days: Extractor.EventLog.isEvent({ exportType: dataExportType }) ? eventDays : null
  }
}

const toExportStatus = (facts: StatusFacts, one: Export, tool: string, scanTiming: ScanTiming): ExportStatus => {
  const { dataExportType, extractors, kinds, scans } = one
  const timings = extractors.map((extractor) => ({
    extractor,
    timing: timingOf(facts, extractor, scanTiming)
  }))
  const intervals = timings.flatMap(({ extractor, timing }) =>
    extractor.isIncremental && !extractor.isLog ? timing.fullScanIntervalSecs : []
  )
  const { fullScanRequestedAt: requestedAt } = facts
  const isRequested =
    requestedAt !== null &&
    scans.some((scan, index) => extractors[index]?.isLog !== true && (scan?.last_full_at ?? "") < requestedAt)
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
    change_detection: timings.flatMap(({ extractor, timing }) =>
      Extractor.detectionsOf(extractor, timing).filter(isOwn)
    ),
    events: eventsOf(facts, one, scanTiming),
    records: kinds.map((kind) => ({ record_kind: kind, total: totals.get(kind) ?? 0 })),
    held_back_deletions: facts.heldBackDeletions.filter(isOwn).map((held) => HeldBackProblem.explain(tool, held)),
    missing_records: facts.missingRecords.filter(isOwn).map((missing) => ({
      ...missing,
      earliest_deletion_at: new Date(Date.parse(missing.missing_since) + scanTiming.evidenceSecs * 1_000).toISOString()
    })),
    rejected: last?.rejected ?? null,
    duplicates: last?.duplicates ?? null,
    duplicate_samples: last?.duplicate_samples ?? [],
    unreadable: last?.unreadable ?? null,
    unreadable_samples: last?.unreadable_samples ?? [],
    unmapped: last?.unmapped ?? null,
    unread_fields: facts.unreadFields.filter(isOwn).map(toUnreadFields)
  }
}

const toProgress = ({ dataExportType, kinds, progress, reading }: Export): ExportProgress => {
  const counts = progress.flatMap((each) => kinds.flatMap((kind) => each?.counts[kind] ?? []))
  const sum = (name: keyof ProgressCounts) => counts.reduce((total, each) => total + each[name], 0)
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

const toSummary = ({
  failure_reason,
  finished_at,
  id,
  is_ended_by_pause,
  started_at,
  status
}: SyncSummary): SyncSummary => ({
  id,
  status,
  started_at,
  finished_at,
  failure_reason,
  is_ended_by_pause
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

/** The extractor that a problem concerns; null if there is none, or this server has not loaded it. */
const extractorOf = (
  { data_export_type: type, endpoint, extractor: name }: ProblemFacts,
  exports: ReadonlyArray<Export>
): Extractor.Any | null => {
  const extractors = exports.find(({ dataExportType }) => dataExportType === type)?.extractors ?? []
  return (
    extractors.find((each) => each.name === name) ??
    extractors.find(({ lists }) => lists.some((list) => list.endpoint === endpoint)) ??
    null
  )
}

/**
 * The failures that a problem is. A job has the problem once for all export types of an extractor, and a wait once for each of them.
 */
const failuresOf = (problem: ProblemFacts, extractor: Extractor.Any | null): ReadonlyArray<Problem.Failure> => {
  const { data_export_type, permissions } = problem
  if (extractor === null) return [{ ...Failures.ofConnection(problem), data_export_type, permissions }]
  return Failures.of(extractor, problem)
    .filter((failure) => problem.extractor !== null || failure.data_export_type === data_export_type)
    .map((failure) => ({ ...failure, permissions }))
}

/** The failures in the order in which the connector declares what failed, as a job and a test of the credentials have them. */
const orderedFailures = (
  problems: ReadonlyArray<ProblemFacts>,
  exports: ReadonlyArray<Export>
): ReadonlyArray<Problem.Failure> => {
  const order: ReadonlyArray<Extractor.Any | null> = exports.flatMap(({ extractors }) => extractors)
  return problems
    .map((problem) => ({ problem, extractor: extractorOf(problem, exports) }))
    .toSorted((a, b) => order.indexOf(a.extractor) - order.indexOf(b.extractor))
    .flatMap(({ extractor, problem }) => failuresOf(problem, extractor))
}

/** The permissions that the credentials have, as far as the last scans of the lists that have no problem show. */
const heldBy = ({ problems, unreadFields }: StatusFacts, exports: ReadonlyArray<Export>): Problem.HeldPermissions =>
  Failures.heldAfter(
    exports.flatMap(({ extractors, scans }) =>
      extractors.filter(
        ({ name }, index) =>
          (scans[index]?.last_scan_at ?? null) !== null && !problems.some(({ extractor }) => extractor === name)
      )
    ),
    unreadFields.map(({ endpoint }) => endpoint)
  )

/** What the running job has waited for too long, unless the last job failed with it too. Its turn within a rate limit is no problem. */
const waitsOf = ({ now, openJob, problems }: StatusFacts): ReadonlyArray<ProblemFacts> => {
  const waits = openJob?.status === "RUNNING" ? openJob.waits : []
  return waits.flatMap(({ data_export_type, endpoint, reason, retries, since, until }) => {
    const isTurn = reason === "RATE_LIMITED" && retries === 0
    const isKnown = problems.some((problem) => problem.endpoint === endpoint && problem.reason === reason)
    if (isTurn || isKnown || now - Date.parse(since) < WAIT_IS_PROBLEM_AFTER_SECS * 1_000) return []
    const failures = retries === 0 ? "" : `, after ${retries} failed attempt${retries === 1 ? "" : "s"}`
    const detail =
      Date.parse(until) <= now ? `no answer since ${until}${failures}` : `asked again at ${until}${failures}`
    return { reason, extractor: null, data_export_type, endpoint, detail, permissions: [], until: null, since }
  })
}

/** The fields that could not be read, or were not believed. They are a problem, although everything else is read. */
const unreadOf = ({ unreadFields }: StatusFacts, exports: ReadonlyArray<Export>): ReadonlyArray<Problem.Failure> =>
  unreadFields.flatMap(({ since, ...unread }) => {
    const own = exports.find(({ kinds }) => kinds.includes(unread.record_kind))
    if (own === undefined) return []
    return Failures.ofUnread(own.dataExportType, unread.record_kind, unread, since)
  })

/** That an operator has stopped the connector: a problem of the connection, whose data is as old as it is. */
const stopOf = ({ stop }: StatusFacts): ReadonlyArray<Problem.Failure> =>
  stop === null
    ? []
    : [
        Failures.ofConnection({
          reason: "CONNECTOR_STOPPED",
          endpoint: null,
          detail: stop.reason,
          since: stop.since,
          until: null
        })
      ]

/** That nobody has consented yet: nothing is read, and no job finds that out. */
const consentOf = ({ awaitedConsent }: StatusFacts): ReadonlyArray<Problem.Failure> =>
  awaitedConsent === null
    ? []
    : [
        Failures.ofConnection({
          reason: "CONSENT_REQUIRED",
          endpoint: null,
          detail: awaitedConsent.problem ?? "no consent has been given or refused",
          since: awaitedConsent.since,
          until: null
        })
      ]

const attemptOf = ({ nextRunAt, now, openJob, state, stop }: StatusFacts): Problem.NextAttempt => {
  if (state !== "ACTIVE") return { when: state === "PAUSED" ? "PAUSED" : "UNKNOWN" }
  if (openJob?.status === "RUNNING") return { when: "RUNNING" }
  if (nextRunAt === null || stop !== null) return { when: "UNKNOWN" }
  return Date.parse(nextRunAt) <= now ? { when: "DUE" } : { when: "AT", instant: nextRunAt }
}

const phaseOf = ({ firstJob, openJob }: StatusFacts, exports: ReadonlyArray<Export>): SyncPhase => {
  if (firstJob === null) return "FIRST_SYNC_PENDING"
  const isComplete = exports.every(({ scans }) => oldest(scans.map((scan) => scan?.last_scan_at)) !== null)
  if (isComplete) return "SYNCED"
  return openJob?.status === "RUNNING" ? "FIRST_SYNC_RUNNING" : "FIRST_SYNC_INCOMPLETE"
}

const tenantOf = ({ tenant }: StatusFacts): string | null => {
  const known = TenantFingerprint.fromText(tenant)
  return known === null ? null : (known.id ?? known.address)
}

/** The tenants of the first job are those that the customer has connected. */
const isNewTenant = ({ firstJob }: StatusFacts, one: StatusFacts["rowTenants"][number]): boolean => {
  const end = firstJob?.finished_at ?? null
  return end !== null && one.first_seen_at > end
}

/**
 * The status as the API shows it; `connector` is undefined if this server has not loaded it.
 */
export const make = (
  { problems, ...others }: StatusFacts,
  loaded: Connector.Connector | undefined,
  scanTiming: ScanTiming
): ConnectionStatus => {
  const { dataExportTypes: chosen } = others
  const isChosen = (type: DataExportType | null) => type === null || chosen.length === 0 || chosen.includes(type)
  const connector = loaded === undefined ? undefined : Connector.reading(loaded, chosen)
  const facts = { ...others, problems: problems.filter(({ data_export_type }) => isChosen(data_export_type)) }
  const exports = connector === undefined ? [] : exportsOf(facts, connector)
  const tool = { name: connector?.name ?? facts.vendor, docsUrl: connector?.docsUrl ?? null }
  const failures = [
    ...stopOf(facts),
    ...consentOf(facts),
    ...orderedFailures([...facts.problems, ...waitsOf(facts)], exports),
    ...unreadOf(facts, exports)
  ]
  const circumstances = { attempt: attemptOf(facts), held: heldBy(facts, exports) }
  const isDue = facts.state === "ACTIVE" && facts.stop === null && facts.openJob?.status !== "RUNNING"
  return {
    state: facts.state,
    data_export_types: chosen,
    phase: phaseOf(facts, exports),
    first_sync: facts.firstJob === null ? null : toSummary(facts.firstJob),
    last_sync: facts.lastJob === null ? null : toSummary(facts.lastJob),
    current_job: toCurrentJob(facts, exports),
    next_run_at: isDue ? facts.nextRunAt : null,
    tenant: tenantOf(facts),
    row_tenants: facts.rowTenants.map((one) => ({ ...one, is_new: isNewTenant(facts, one) })),
    data_exports: exports.map((one) => toExportStatus(facts, one, tool.name, scanTiming)),
    problems: Problem.summarize(tool, failures, circumstances, ProblemId.of(facts.connectionId))
  }
}
