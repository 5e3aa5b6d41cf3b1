import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Extractor } from "@tributary/core"
import { Effect } from "effect"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as CompletedParents from "./CompletedParents.js"
import * as HeldBackDeletions from "./HeldBackDeletions.js"
import * as ListLock from "./ListLock.js"
import * as MissingRecords from "./MissingRecords.js"
import type { Scan } from "./Scan.js"
import * as ScanRule from "./ScanRule.js"
import * as SeenRecords from "./SeenRecords.js"
import * as SeenRule from "./SeenRule.js"
import * as WriteTransaction from "./WriteTransaction.js"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

/** A row of the table `scan`, with the checkpoint as text. */
interface Row extends Omit<ScanRule.ScanMemory, "checkpoint" | "deltaSince">, ScanRule.FullScanTiming {
  readonly checkpoint: string | null
  /** The lower bound of a delta, if one is possible. */
  readonly sinceLast: string | null
}

/** An unfinished scan that has not moved on for so long is not resumed, because its pages are out of date. */
const MAX_AGE_HOURS = 24

/** What an extractor's scans depend on, besides the extractor. */
export interface Settings {
  /** Identifies the host and tenant to which the credentials lead. */
  readonly baseline: string
  /** The longest default time between two full scans, in seconds; see `FullScanInterval`. */
  readonly longestFullScanSecs: number
}

/** The state of the extractor, locked for the rest of the transaction. */
const select = (connectionId: string, extractor: Extractor.Any, { longestFullScanSecs }: Settings) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { kinds, lookbackSecs, name } = extractor
    yield* sql`
      insert into scan (connection_id, extractor)
      values (${connectionId}, ${name})
      on conflict do nothing`
    const [row] = yield* sql<Row>`
      select
        mode,
        number,
        is_confirming as "isConfirming",
        wants_full as "wantsFull",
        since,
        checkpoint,
        delta,
        baseline,
        is_new_baseline as "isNewBaseline",
        coalesce(
          greatest(started_at, progressed_at) > clock_timestamp() - ${MAX_AGE_HOURS}::float8 * interval '1 hour',
          false
        ) as "isFresh",
        to_char(
          (last_scan_at - ${lookbackSecs}::float8 * interval '1 second') at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
        ) as "sinceLast",
        extract(epoch from clock_timestamp() - last_full_at)::float8 as "ageSecs",
        full_scan_interval_secs as "intervalSecs",
        coalesce(started_at < full_scan_requested_at, false) as "isOvertaken",
        full_scan_requested_at is not null
          and coalesce(last_full_at < full_scan_requested_at, true) as "isRequested",
        (
          select coalesce(sum(total), 0)::float8
          from record_counter as counter
          where counter.connection_id = scan.connection_id and ${sql.in(
            "kind",
            kinds.map((kind) => kind.name)
          )}
        ) as records
      from scan
      join connection on connection.id = scan.connection_id
      where connection_id = ${connectionId} and extractor = ${name}
      for update of scan`
    if (row === undefined)
      return yield* Effect.die(new Error(`The scan of ${name} has just been inserted and is gone.`))
    const checkpoint = row.checkpoint === null ? null : (JSON.parse(row.checkpoint) as Extractor.Checkpoint)
    const deltaSince = ScanRule.isDue(extractor, row, longestFullScanSecs) ? null : row.sinceLast
    return { ...row, checkpoint, deltaSince } satisfies ScanRule.ScanMemory
  })

/** Forgets what an ended scan has seen, in several transactions, so no scan may be in progress meanwhile. */
const forgetScan = ({ extractor, kinds, lease }: Pick<Scan, "lease" | "extractor" | "kinds">): Leased<void> =>
  Effect.zipRight(SeenRecords.clear(lease, kinds), CompletedParents.clear(lease, extractor))

/** Forgets which records earlier scans missed. */
const forgetMisses = (lease: Lease, kinds: Scan["kinds"]): Leased<void> =>
  Effect.gen(function* () {
    const names = kinds.map(({ name }) => name)
    yield* WriteTransaction.withLease(lease, HeldBackDeletions.clear(lease.connectionId, names))
    for (const name of names) yield* MissingRecords.clear(lease, name)
  })

/** Begins a scan; `abandoned` is where the one before it stopped. */
const begin = (lease: Lease, extractor: Extractor.Any, settings: Settings, abandoned: Scan["abandoned"]): Sql<Scan> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = lease
    const known = yield* select(connectionId, extractor, settings)
    const { isConfirming, scan: begun } = ScanRule.begun(lease, extractor, known, settings.baseline, abandoned)
    const { isNewBaseline, since } = begun
    yield* sql`
      update scan
      set
        mode = ${begun.mode}, number = ${begun.number}, is_confirming = ${isConfirming}, wants_full = false,
        baseline = ${settings.baseline}, is_new_baseline = ${isNewBaseline},
        delta = case when ${isNewBaseline} then null else delta end,
        since = ${since}, started_at = clock_timestamp(), checkpoint = null, next_delta = null,
        is_sweepable = true, unreadable = '{}'
      where connection_id = ${connectionId} and extractor = ${extractor.name}`
    return begun
  })

/** Resumes the unfinished scan, or begins one. */
export const open = (lease: Lease, extractor: Extractor.Any, settings: Settings): Leased<Scan> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = lease
    const before = yield* WriteTransaction.withLease(
      lease,
      Effect.gen(function* () {
        const known = yield* select(connectionId, extractor, settings)
        const isNewBaseline = ScanRule.isElsewhere(known, settings.baseline)
        const unfinished = ScanRule.resumed(lease, extractor, known, settings.baseline)
        yield* unfinished === null
          ? sql`
              update scan set mode = null, since = null, checkpoint = null, next_delta = null
              where connection_id = ${connectionId} and extractor = ${extractor.name}`
          : // A scan of an earlier release has no baseline.
            sql`
              update scan set baseline = ${settings.baseline}
              where connection_id = ${connectionId} and extractor = ${extractor.name} and baseline is null`
        return { unfinished, isNewBaseline, abandoned: isNewBaseline ? null : known.checkpoint }
      })
    )
    const { unfinished } = before
    if (unfinished !== null) {
      if (SeenRule.isReadAgain(unfinished)) yield* SeenRecords.readAgain(lease, unfinished.kinds)
      return unfinished
    }
    yield* forgetScan({ lease, extractor: extractor.name, kinds: extractor.kinds })
    if (before.isNewBaseline) yield* forgetMisses(lease, extractor.kinds)
    return yield* WriteTransaction.withLease(lease, begin(lease, extractor, settings, before.abandoned))
  })

/**
 * Saves the progress of a scan after a page.
 *
 * A page without a checkpoint, such as the last one, keeps the previous checkpoint. So a scan that dies after its last page but before its
 * end reads that page again, and neither starts over nor counts as complete.
 */
export const save = (scan: Scan, page: Extractor.Page): Sql<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { extractor, lease } = scan
    const parents = page.completedParents ?? []
    yield* CompletedParents.add(lease.connectionId, extractor, parents)
    const unreadable = page.batches.flatMap(({ isIncomplete, kind }) => (isIncomplete ? [kind.name] : []))
    const checkpoint = page.checkpoint === null ? null : JSON.stringify(page.checkpoint)
    const isNothing = checkpoint === null && page.delta === null && unreadable.length === 0 && parents.length === 0
    if (isNothing) return
    yield* sql`
      update scan
      set
        progressed_at = case
          when ${parents.length > 0} or (${checkpoint}::text is not null and ${checkpoint}::text is distinct from checkpoint)
            then clock_timestamp()
          else progressed_at
        end,
        checkpoint = coalesce(${checkpoint}, checkpoint),
        next_delta = coalesce(${page.delta}, next_delta),
        is_sweepable = is_sweepable and ${unreadable.length === 0},
        unreadable = unreadable || array(select jsonb_array_elements_text(${JSON.stringify(unreadable)}::jsonb))
      where connection_id = ${lease.connectionId} and extractor = ${extractor}`
  })

/** The kinds of which the full scan in progress rejected rows without a readable id, or whose list may have ended early. */
export const unreadableKinds = (scan: Scan): Sql<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly isSweepable: boolean; readonly unreadable: ReadonlyArray<string> }>`
      select is_sweepable as "isSweepable", unreadable
      from scan
      where connection_id = ${scan.lease.connectionId} and extractor = ${scan.extractor} and mode = 'full'`
    const unreadable = row?.unreadable ?? []
    // The release before this one does not store which kinds they are.
    const isKnown = row?.isSweepable === true || unreadable.length > 0
    return isKnown ? [...new Set(unreadable)] : scan.kinds.map(({ name }) => name)
  })

/** Whether the scan has not ended yet. If the answer to its end was lost, it is ended once more, when what it has seen is forgotten. */
export const isOpen = (scan: Scan): Sql<boolean> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`
      select 1 from scan
      where connection_id = ${scan.lease.connectionId} and extractor = ${scan.extractor} and mode is not null`
    return rows.length > 0
  })

/** Ends a complete scan; the next delta begins at the time when this scan started. Its lists are complete up to now. */
export const close = (scan: Scan, wantsFull: boolean): Leased<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = scan.lease
    yield* WriteTransaction.withLease(
      scan.lease,
      sql<{ readonly fullAt: string | null }>`
        update scan
        set
          last_scan_at = started_at,
          last_full_at = case when mode = 'full' then started_at else last_full_at end,
          is_new_baseline = is_new_baseline and mode <> 'full',
          wants_full = wants_full or ${wantsFull},
          mode = null,
          since = null,
          checkpoint = null,
          delta = coalesce(next_delta, delta),
          next_delta = null
        where connection_id = ${connectionId} and extractor = ${scan.extractor} and mode is not null
        returning case when last_full_at = last_scan_at then last_full_at end::text as "fullAt"`.pipe(
        Effect.flatMap(([closed]) =>
          ListLock.confirm(
            connectionId,
            scan.kinds.map(({ name }) => name),
            closed?.fullAt ?? null
          )
        )
      )
    )
    yield* forgetScan(scan)
  })

/** Forgets the scan in progress and the last full scan, so that the next scan is a full one. */
export const restart = (scan: Scan): Leased<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = scan.lease
    yield* WriteTransaction.withLease(
      scan.lease,
      sql`
        update scan
        set mode = null, since = null, checkpoint = null, delta = null, next_delta = null, last_full_at = null
        where connection_id = ${connectionId} and extractor = ${scan.extractor}`
    )
    yield* forgetScan(scan)
  })
