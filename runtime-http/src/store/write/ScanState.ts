import { Checkpoint, Connector, type Extractor, ScanVerdict } from "@tributary/core"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { millis } from "../postgres/Instant.js"
import type { SteadyClock } from "../postgres/SteadyClock.js"
import * as StoredInstant from "../postgres/StoredInstant.js"
import * as Transaction from "../postgres/Transaction.js"
import * as Ending from "../schedule/Ending.js"
import { checked, held, type Lease, runWithLease, type StaleFence, withLease } from "../schedule/Lease.js"
import * as AbandonedScans from "./AbandonedScans.js"
import * as EmptiedFields from "./EmptiedFields.js"
import * as FormerTenant from "./FormerTenant.js"
import * as ListLock from "./ListLock.js"
import * as EmptiedRule from "./rules/EmptiedRule.js"
import * as ScanRule from "./rules/ScanRule.js"
import * as SeenRule from "./rules/SeenRule.js"
import type { Scan } from "./Scan.js"
import * as ScanRows from "./ScanRows.js"
import * as SeenRecords from "./SeenRecords.js"
import * as WriteTransaction from "./WriteTransaction.js"

/*
 * What is kept of a list from one run to the next: which scan is in progress, its checkpoint, and the token of the next delta.
 */

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

/** What is stored about an extractor's scans, with the checkpoint as text. */
interface Row
  extends Omit<ScanRule.ScanMemory, "checkpoint" | "deltaSince" | "isSettled" | "steadySince">,
    ScanRule.FullScanTiming,
    AbandonedScans.AbandonedScans {
  readonly checkpoint: string | null
  /** What the unfinished scan has counted, as `EmptiedRule` writes it; null if it counts nothing. */
  readonly fieldCounts: string | null
  /** The lower bound of a delta, if one is possible. */
  readonly sinceLast: string | null
  /** Whether related records have yet to move. */
  readonly isPending: boolean
}

/** An unfinished scan that has not moved on for so long is not resumed, because its pages are out of date. */
const MAX_AGE_HOURS = 24

/** What an extractor's scans depend on, besides the extractor. */
export interface Settings {
  /** Tells the tenant that is read from those that it has replaced. */
  readonly baseline: string
  /** Whether to make a full scan, because a scan of changes would leave out what can be read now. */
  readonly isAnew: boolean
  /** The longest default time between two full scans, in seconds; see `FullScanInterval`. */
  readonly longestFullScanSecs: number
  /** How many seconds after a scan another one is planned at most, to decide about what it missed; see `DeletionRule.SweepGuard`. */
  readonly evidenceSecs: number
  /** How many records at least are stored if a scan does not believe at once what it empties; see `DeletionRule.SweepGuard`. */
  readonly minFilled: number
  /** The clock of the database, as this process has seen it. */
  readonly clock: SteadyClock
}

/** What maps the vendor's rows, by the versions of the connector and of core; null if the connector has no version. */
const mappingOf = ({ origin }: Lease): string | null => {
  const version = origin?.connectorVersion ?? null
  return version === null ? null : `${version} core ${Connector.CORE_VERSION}`
}

/**
 * What is stored about the extractor's scans; fails with StaleFence if the lease is void.
 *
 * It takes no lock: only a job with a valid lease writes it, apart from what an operator's decision plans, which `close` keeps.
 */
const read = (
  lease: Lease,
  extractor: Extractor.Any,
  { clock, evidenceSecs, longestFullScanSecs, minFilled }: Settings
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { kinds, lookbackSecs, name } = extractor
    const { connectionId } = lease
    const mapping = mappingOf(lease)
    const known = (column: string) => StoredInstant.known(sql, column)
    const found = sql<Row>`
      /* scan_read */
      select
        mode,
        coalesce(number, 0) as number,
        ${millis(sql, sql`clock_timestamp()`)} as now,
        ${millis(sql, sql`least(scan.started_at, clock_timestamp())`)} as "startedAt",
        -- One that is planned for later than that was planned while the clock was ahead.
        ${millis(
          sql,
          sql`case
            when confirm_at > clock_timestamp() + make_interval(secs => ${evidenceSecs}) then clock_timestamp()
            else confirm_at
          end`
        )} as "confirmAt",
        coalesce(
          ${known("last_full_at")} <= clock_timestamp() - make_interval(secs => interval_secs * ${1 - Ending.JITTER}::float8),
          true
        )
          as "isIntervalOver",
        coalesce(${known("requested_at")} > ${known("last_full_at")}, ${known("last_full_at")} is null) as "isAskedFor",
        since,
        checkpoint,
        delta,
        baseline,
        coalesce(is_new_baseline, false) as "isNewBaseline",
        field_counts as "fieldCounts",
        coalesce(runs, 0) as runs,
        exists (
          select from job
          where id = ${lease.origin?.jobId ?? null}::uuid and job.started_at <= greatest(scan.started_at, progressed_at)
        ) as "isSameJob",
        coalesce(last_runs, 1) as "lastRuns",
        coalesce(
          not ${StoredInstant.isAhead(sql, "scan.started_at")}
            and greatest(scan.started_at, ${known("progressed_at")}) > clock_timestamp() - ${MAX_AGE_HOURS}::float8 * interval '1 hour',
          false
        ) as "isFresh",
        to_char(
          (${known("last_scan_at")} - (${lookbackSecs}::float8 + last_behind_secs) * interval '1 second') at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
        ) as "sinceLast",
        extract(epoch from clock_timestamp() - ${known("last_full_at")})::float8 as "ageSecs",
        ${mapping}::text is not null and full_mapping is distinct from ${mapping}::text as "isOtherMapping",
        full_scan_interval_secs as "intervalSecs",
        events_first_load_days as "firstLoadDays",
        coalesce(scan.started_at < ${known("full_scan_requested_at")}, false) as "isOvertaken",
        ${known("full_scan_requested_at")} is not null
          and coalesce(${known("last_full_at")} < full_scan_requested_at, true) as "isRequested",
        (
          select coalesce(sum(total), 0)::float8
          from record_counter as counter
          where counter.connection_id = connection.id and counter.kind = any(${ListLock.namesOf(kinds)}::text[])
        ) as records,
        ${WriteTransaction.hasPendingMoves(sql, connectionId)} as "isPending",
        ${AbandonedScans.columns(sql, connectionId, name, kinds)}
      from connection
      join schedule on schedule.connection_id = connection.id and schedule.fence = ${lease.fence}
      left join scan on scan.connection_id = connection.id and extractor = ${name}
      where connection.id = ${connectionId}`.pipe(checked(lease))
    const row = yield* clock.observe(found)
    const checkpoint = row.checkpoint === null ? null : (JSON.parse(row.checkpoint) as Extractor.Checkpoint)
    const deltaSince = ScanRule.isDue(extractor, row, longestFullScanSecs) ? null : row.sinceLast
    const isSettled = !row.isOtherMapping && row.records >= minFilled
    return { ...row, checkpoint, deltaSince, isSettled } satisfies ScanRule.ScanMemory
  })

/** Begins a scan; returns it with the instant at which it begins. */
const begin = (lease: Lease, scan: Scan, { baseline }: Settings, isEmpty: boolean): Leased<Scan> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql<{ readonly startedAt: number }>`
      /* scan_begin */
      insert into scan
        (connection_id, extractor, mode, number, baseline, is_new_baseline, since, started_at, mapping, full_mapping, last_runs)
      select
        connection_id, ${scan.extractor}, ${scan.mode}, ${scan.number}::bigint, ${baseline},
        ${scan.isNewBaseline}::boolean, ${scan.since}, clock_timestamp(), ${mappingOf(lease)}::text, ${mappingOf(lease)}::text,
        ${scan.lastRuns}::int
      from (${held(sql, lease)}) as held
      on conflict (connection_id, extractor) do update set
        mode = excluded.mode,
        number = excluded.number,
        baseline = excluded.baseline,
        is_new_baseline = excluded.is_new_baseline,
        delta = case when excluded.is_new_baseline then null else scan.delta end,
        since = excluded.since,
        started_at = clock_timestamp(),
        mapping = excluded.mapping,
        -- What is stored of an empty list from now on comes from this mapping alone, also if no scan is complete.
        full_mapping = case when ${isEmpty}::boolean then excluded.mapping else scan.full_mapping end,
        checkpoint = null,
        next_delta = null,
        runs = 1,
        last_runs = excluded.last_runs,
        missing = '[]',
        field_counts = null,
        is_in_parts = false,
        quota = null,
        behind_secs = 0,
        unreadable = '{}'
      returning ${millis(sql, sql`started_at`)} as "startedAt"`.pipe(
      checked(lease),
      Effect.map(({ startedAt }) => ({ ...scan, startedAt, openedAt: startedAt }))
    )
  )

/** Gives up the unfinished scan, so that none is in progress while what it left behind is forgotten. */
const abandon = (lease: Lease, extractor: string): Leased<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
      with
        held as materialized (${held(sql, lease)}),
        abandoned as (
          update scan set mode = null, since = null, checkpoint = null, next_delta = null
          from held
          where scan.connection_id = held.connection_id and extractor = ${extractor}
        )
      select from held`.pipe(checked(lease))
  )

/** A scan, and what its runs so far have counted. */
export interface Opened {
  readonly scan: Scan
  readonly fieldCounts: EmptiedRule.FieldCounts
}

/** Resumes the unfinished scan, or begins one. */
export const open = (lease: Lease, extractor: Extractor.Any, settings: Settings): Leased<Opened> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { baseline } = settings
    const { kinds, name } = extractor
    const stored = yield* read(lease, extractor, settings)
    const known = settings.isAnew && !extractor.isLog ? ScanRule.anew(stored) : stored
    // The process of the job before may have died before it moved them.
    if (known.isPending) yield* WriteTransaction.settleMoves(lease)
    const unfinished = ScanRule.resumed(lease, extractor, known, baseline)
    if (unfinished !== null) {
      yield* runWithLease(
        lease,
        sql`
          update scan
          set
            runs = ${unfinished.runs},
            mapping = case when mapping = ${mappingOf(lease)}::text then mapping end
          where connection_id = ${lease.connectionId} and extractor = ${name}`
      )
      if (SeenRule.isReadAgain(unfinished)) yield* SeenRecords.readAgain(lease, unfinished.kinds)
      // A scan that reads its lists from their start again counts anew.
      const counted = Checkpoint.isStart(unfinished.checkpoint) ? null : known.fieldCounts
      return { scan: unfinished, fieldCounts: EmptiedRule.fromText(counted ?? "[]") }
    }
    const isElsewhere = ScanRule.isElsewhere(known, baseline)
    if (isElsewhere || AbandonedScans.hasAny(known)) {
      yield* abandon(lease, name)
      yield* AbandonedScans.forget(lease, name, kinds, known)
    }
    if (isElsewhere) {
      yield* FormerTenant.forgetMisses(lease, kinds)
      yield* withLease(lease, EmptiedFields.forgetKept({ lease, extractor: name }))
    }
    const begun = ScanRule.begun(lease, extractor, known, baseline, isElsewhere ? null : known.checkpoint)
    return { scan: yield* begin(lease, begun, settings, known.records === 0), fieldCounts: new Map() }
  })

/** What the scan has lacked so far, with these parts, as JSON; null if there are none. A list with a million pages may lack the same on each. */
const withMissing = ({ extractor, lease }: Scan, missing: ReadonlyArray<ScanVerdict.MissingPart>) =>
  Effect.gen(function* () {
    if (missing.length === 0) return null
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly missing: ReadonlyArray<ScanVerdict.MissingPart> }>`
      select missing from scan where connection_id = ${lease.connectionId} and extractor = ${extractor}`
    return JSON.stringify(ScanVerdict.merge(row?.missing ?? [], missing))
  })

/** What the store has found out about a page. */
export interface Found {
  /** What the scan has counted; null if it counts nothing. */
  readonly fieldCounts: EmptiedRule.FieldCounts | null
  /** The quota of records of the account, if new ones were left out; null otherwise. */
  readonly quota: number | null
}

/**
 * Saves the progress of a scan after a page, at the end of the transaction.
 *
 * A page without a checkpoint, such as the last one, keeps the previous checkpoint. So a scan that dies after its last page but before its
 * end reads that page again, and neither starts over nor counts as complete.
 */
export const save = (scan: Scan, page: Extractor.Page, { fieldCounts, quota }: Found): Sql<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { extractor, lease } = scan
    const parents = page.completedParents ?? []
    yield* ScanRows.addParents(lease.connectionId, extractor, parents)
    const unreadable = page.batches.flatMap(({ isIncomplete, kind }) => (isIncomplete ? [kind.name] : []))
    const checkpoint = page.checkpoint === null ? null : JSON.stringify(page.checkpoint)
    const { delta, isInParts = false, missing = [] } = page
    const behindSecs = ScanRule.behindSecs(scan, page)
    const says =
      [unreadable, parents, missing].some(({ length }) => length > 0) ||
      delta !== null ||
      isInParts ||
      quota !== null ||
      behindSecs > 0
    if (checkpoint === null && !says) return
    const saved = sql`
      update scan
      set
        progressed_at = case
          when ${parents.length > 0} or (${checkpoint}::text is not null and ${checkpoint}::text is distinct from checkpoint)
            then clock_timestamp()
          else progressed_at
        end,
        checkpoint = coalesce(${checkpoint}, checkpoint),
        -- What a scan remembers belongs to its first token: a later one does not tell what changed before it.
        next_delta = coalesce(next_delta, ${delta}),
        missing = coalesce(${yield* withMissing(scan, missing)}::jsonb, missing),
        is_in_parts = is_in_parts or ${isInParts}::boolean,
        quota = coalesce(${quota}::bigint, quota),
        behind_secs = greatest(behind_secs, ${behindSecs}::float8),
        -- What follows the checkpoint is read and counted again if another run goes on with the scan, except below these rows.
        field_counts = case
          when ${checkpoint}::text is null and ${parents.length === 0}::boolean then field_counts
          else ${fieldCounts === null ? null : EmptiedRule.toText(fieldCounts)}
        end,
        unreadable = array(
          select distinct kind from unnest(unreadable || array(select jsonb_array_elements_text(${JSON.stringify(unreadable)}::jsonb))) as kind
        )
      where connection_id = ${lease.connectionId} and extractor = ${extractor}`
    yield* Transaction.atEnd(saved)
  })
