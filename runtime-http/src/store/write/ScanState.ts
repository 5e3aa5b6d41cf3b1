import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Extractor } from "@tributary/core"
import { Effect } from "effect"
import type { Lease } from "../schedule/Lease.js"
import type { Scan } from "./Scan.js"
import * as SeenRecords from "./SeenRecords.js"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

interface Row {
  readonly mode: Scan["mode"] | null
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

const select = (connectionId: string, name: string, lookbackSecs: number, fullScanIntervalSecs: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into scan (connection_id, extractor)
      values (${connectionId}, ${name})
      on conflict do nothing`
    const [row] = yield* sql<Row>`
      select
        mode,
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
    return row
  })

/** Resumes the unfinished scan, or begins one. Call it in a transaction that has verified the lease. */
export const open = (lease: Lease, extractor: Extractor.Any, fullScanIntervalSecs: number): Sql<Scan> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = lease
    const { isIncremental, kinds, lookbackSecs, usesDeltaToken } = extractor
    const { name } = extractor
    const row = yield* select(connectionId, name, lookbackSecs, fullScanIntervalSecs)
    const mode = row?.mode ?? null
    if (row !== undefined && mode !== null && row.isFresh && (isIncremental || mode === "full")) {
      const checkpoint = row.checkpoint === null ? null : (JSON.parse(row.checkpoint) as Extractor.Checkpoint)
      const delta = mode === "delta" && usesDeltaToken ? row.delta : null
      return { lease, extractor: name, kinds, mode, since: row.since, checkpoint, delta }
    }
    const canDelta = isIncremental && (!usesDeltaToken || row?.delta != null)
    const since = canDelta ? (row?.deltaSince ?? null) : null
    const begun: Scan = {
      lease,
      extractor: name,
      kinds,
      mode: since === null ? "full" : "delta",
      since,
      checkpoint: null,
      delta: since !== null && usesDeltaToken ? (row?.delta ?? null) : null
    }
    yield* sql`
      update scan
      set mode = ${begun.mode}, since = ${since}, started_at = clock_timestamp(), checkpoint = null, next_delta = null,
        is_sweepable = true
      where connection_id = ${connectionId} and extractor = ${name}`
    if (begun.mode === "full") yield* SeenRecords.clear(connectionId, kinds)
    return begun
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
    if (scan.mode === "full") yield* SeenRecords.add(connectionId, page.batches)
    const isUnknown = page.batches.some((batch) => batch.rejections.some(({ vendorId }) => vendorId === null))
    const checkpoint = page.checkpoint === null ? null : JSON.stringify(page.checkpoint)
    if (checkpoint === null && page.delta === null && !isUnknown) return
    yield* sql`
      update scan
      set
        checkpoint = coalesce(${checkpoint}, checkpoint),
        next_delta = coalesce(${page.delta}, next_delta),
        is_sweepable = is_sweepable and not ${isUnknown}
      where connection_id = ${connectionId} and extractor = ${scan.extractor}`
  })

/** Whether every row of the scan had an id, so that it is certain which records are missing. */
export const isSweepable = (scan: Scan): Sql<boolean> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly isSweepable: boolean }>`
      select is_sweepable and mode = 'full' as "isSweepable"
      from scan
      where connection_id = ${scan.lease.connectionId} and extractor = ${scan.extractor}`
    return row?.isSweepable ?? false
  })

/** Ends a complete scan; the next delta begins at the time when this scan started. */
export const close = (scan: Scan): Sql<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = scan.lease
    yield* sql`
      update scan
      set
        last_scan_at = started_at,
        last_full_at = case when mode = 'full' then started_at else last_full_at end,
        mode = null,
        since = null,
        checkpoint = null,
        delta = coalesce(next_delta, delta),
        next_delta = null
      where connection_id = ${connectionId} and extractor = ${scan.extractor} and mode is not null`
    if (scan.mode === "full") yield* SeenRecords.clear(connectionId, scan.kinds)
  })

/** Forgets the scan in progress and the last full scan, so that the next scan is a full one. */
export const restart = (scan: Scan): Sql<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = scan.lease
    yield* sql`
      update scan
      set mode = null, since = null, checkpoint = null, delta = null, next_delta = null, last_full_at = null
      where connection_id = ${connectionId} and extractor = ${scan.extractor}`
    yield* SeenRecords.clear(connectionId, scan.kinds)
  })
