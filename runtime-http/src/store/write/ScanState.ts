import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Extractor } from "@tributary/core"
import { Effect } from "effect"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as DeletionRule from "./DeletionRule.js"
import * as KeptRelations from "./KeptRelations.js"
import type { Scan } from "./Scan.js"
import * as SeenRecords from "./SeenRecords.js"
import * as WriteTransaction from "./WriteTransaction.js"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

interface Row {
  readonly mode: Scan["mode"] | null
  readonly number: number
  readonly isConfirming: boolean
  readonly wantsFull: boolean
  readonly since: string | null
  readonly checkpoint: string | null
  readonly delta: string | null
  /** Whether the scan in progress began less than MAX_AGE_HOURS ago. */
  readonly isFresh: boolean
  /** The lower bound of a delta; null if the last full scan is too old for one. */
  readonly deltaSince: string | null
}

/** An older unfinished scan is not resumed, because its first pages are out of date. */
const MAX_AGE_HOURS = 24

/** The state of the extractor, locked for the rest of the transaction. */
const select = (connectionId: string, { lookbackSecs, name }: Extractor.Any, fullScanIntervalSecs: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
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
        coalesce(started_at > clock_timestamp() - ${MAX_AGE_HOURS}::float8 * interval '1 hour', false) as "isFresh",
        case
          when last_full_at > clock_timestamp() - ${fullScanIntervalSecs}::float8 * interval '1 second' then
            to_char(
              (last_scan_at - ${lookbackSecs}::float8 * interval '1 second') at time zone 'UTC',
              'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            )
        end as "deltaSince"
      from scan
      where connection_id = ${connectionId} and extractor = ${name}
      for update`
    return row ?? (yield* Effect.die(new Error(`The scan of ${name} has just been inserted and is gone.`)))
  })

const scanOf = (
  lease: Lease,
  extractor: Extractor.Any,
  row: Pick<Row, "number" | "isConfirming" | "since"> & Pick<Scan, "mode" | "checkpoint" | "delta">
): Scan => ({
  lease,
  extractor: extractor.name,
  kinds: extractor.kinds,
  counted: DeletionRule.countedKinds(extractor),
  mode: row.mode,
  number: row.number,
  isFollowed: extractor.isIncremental && !row.isConfirming,
  since: row.since,
  checkpoint: row.checkpoint,
  delta: row.delta
})

/** The unfinished scan; null if there is none that can be resumed. */
const resumable = (lease: Lease, extractor: Extractor.Any, row: Row): Scan | null => {
  const { mode } = row
  if (mode === null || !row.isFresh || (mode === "delta" && !extractor.isIncremental)) return null
  return scanOf(lease, extractor, {
    ...row,
    mode,
    checkpoint: row.checkpoint === null ? null : (JSON.parse(row.checkpoint) as Extractor.Checkpoint),
    delta: mode === "delta" && extractor.usesDeltaToken ? row.delta : null
  })
}

const end = (connectionId: string, name: string): Sql<void> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update scan set mode = null, since = null, checkpoint = null, next_delta = null
      where connection_id = ${connectionId} and extractor = ${name}`
  )

const begin = (lease: Lease, extractor: Extractor.Any, fullScanIntervalSecs: number): Sql<Scan> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = lease
    const { isIncremental, name, usesDeltaToken } = extractor
    const row = yield* select(connectionId, extractor, fullScanIntervalSecs)
    const canDelta = isIncremental && (!usesDeltaToken || row.delta !== null)
    const deltaSince = canDelta ? row.deltaSince : null
    const since = row.wantsFull ? null : deltaSince
    const isFull = since === null
    const begun = scanOf(lease, extractor, {
      mode: isFull ? "full" : "delta",
      number: isFull ? row.number + 1 : row.number,
      // Full although a delta would do.
      isConfirming: isFull && deltaSince !== null,
      since,
      checkpoint: null,
      delta: !isFull && usesDeltaToken ? row.delta : null
    })
    yield* sql`
      update scan
      set
        mode = ${begun.mode}, number = ${begun.number}, is_confirming = ${isFull && deltaSince !== null},
        wants_full = false, since = ${since}, started_at = clock_timestamp(), checkpoint = null, next_delta = null,
        is_sweepable = true, unreadable = '{}'
      where connection_id = ${connectionId} and extractor = ${name}`
    return begun
  })

/** Resumes the unfinished scan, or begins one. */
export const open = (lease: Lease, extractor: Extractor.Any, fullScanIntervalSecs: number): Leased<Scan> =>
  Effect.gen(function* () {
    const { connectionId } = lease
    const resumed = yield* WriteTransaction.withLease(
      lease,
      Effect.gen(function* () {
        const row = yield* select(connectionId, extractor, fullScanIntervalSecs)
        const unfinished = resumable(lease, extractor, row)
        // What an ended scan has seen is forgotten in several transactions, so no scan may be in progress meanwhile.
        if (unfinished === null) yield* end(connectionId, extractor.name)
        return unfinished
      })
    )
    if (resumed !== null) return resumed
    yield* SeenRecords.clear(lease, extractor.kinds)
    return yield* WriteTransaction.withLease(lease, begin(lease, extractor, fullScanIntervalSecs))
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
    const { connectionId } = scan.lease
    if (scan.mode === "full") {
      yield* SeenRecords.add(connectionId, page.batches)
      yield* KeptRelations.markSeen(connectionId, page.batches)
    }
    const unreadable = page.batches.flatMap(({ isIncomplete, kind }) => (isIncomplete ? [kind.name] : []))
    const checkpoint = page.checkpoint === null ? null : JSON.stringify(page.checkpoint)
    if (checkpoint === null && page.delta === null && unreadable.length === 0) return
    yield* sql`
      update scan
      set
        checkpoint = coalesce(${checkpoint}, checkpoint),
        next_delta = coalesce(${page.delta}, next_delta),
        is_sweepable = is_sweepable and ${unreadable.length === 0},
        unreadable = unreadable || array(select jsonb_array_elements_text(${JSON.stringify(unreadable)}::jsonb))
      where connection_id = ${connectionId} and extractor = ${scan.extractor}`
  })

/** The kinds of which rows without a readable id were rejected in the full scan in progress. */
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

/** Ends a complete scan; the next delta begins at the time when this scan started. */
export const close = (scan: Scan, wantsFull: boolean): Leased<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = scan.lease
    yield* WriteTransaction.withLease(
      scan.lease,
      sql`
        update scan
        set
          last_scan_at = started_at,
          last_full_at = case when mode = 'full' then started_at else last_full_at end,
          wants_full = wants_full or ${wantsFull},
          mode = null,
          since = null,
          checkpoint = null,
          delta = coalesce(next_delta, delta),
          next_delta = null
        where connection_id = ${connectionId} and extractor = ${scan.extractor} and mode is not null`
    )
    if (scan.mode === "full") yield* SeenRecords.clear(scan.lease, scan.kinds)
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
    yield* SeenRecords.clear(scan.lease, scan.kinds)
  })
