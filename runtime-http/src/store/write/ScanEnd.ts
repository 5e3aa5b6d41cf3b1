import { ScanVerdict } from "@tributary/core"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { instant, millis } from "../postgres/Instant.js"
import { checked, held, type StaleFence } from "../schedule/Lease.js"
import * as AbandonedScans from "./AbandonedScans.js"
import * as ListLock from "./ListLock.js"
import type * as EmptiedRule from "./rules/EmptiedRule.js"
import * as ScanRule from "./rules/ScanRule.js"
import type { Scan } from "./Scan.js"
import * as ScanRows from "./ScanRows.js"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

/** What there is to do at the end of a scan. */
export interface ScanEnd extends AbandonedScans.AbandonedScans {
  /** Whether the scan has not ended yet. If the answer to its end was lost, it is ended once more, when what it has seen is forgotten. */
  readonly isOpen: boolean
  /** The kinds of which the full scan in progress rejected rows without a readable id, or whose list may have ended early. */
  readonly unreadable: ReadonlyArray<string>
  /** The kinds that have records, or anything else that a sweep has to look at, by name. */
  readonly sweepable: ReadonlyArray<string>
  /** Whether each kind has a list. */
  readonly hasLists: boolean
  /** The fields that records have kept so far. */
  readonly kept: ReadonlyArray<EmptiedRule.KeptField>
  /** What the scan proves. */
  readonly verdict: ScanVerdict.ScanVerdict
  /** The quota of records of the account, if the scan has left new ones out; null otherwise. */
  readonly quota: number | null
}

interface EndRow extends Omit<ScanEnd, "verdict" | "kept"> {
  /** JSON; null if there are none. */
  readonly kept: string | null
  readonly missing: ReadonlyArray<ScanVerdict.MissingPart>
  readonly isInParts: boolean
}

const complete = ScanVerdict.of({ missing: [], isInParts: false })
const nothing: ScanEnd = {
  isOpen: false,
  verdict: complete,
  unreadable: [],
  sweepable: [],
  seen: [],
  hasParents: false,
  emptied: [],
  hasLists: false,
  kept: [],
  quota: null
}

/** Finds out what there is to do at the end of a scan; nothing can change it but the job that reads it. */
export const find = ({ extractor, kinds, lease: { connectionId } }: Scan): Sql<ScanEnd> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const names = sql`unnest(${ListLock.namesOf(kinds)}::text[])`
    const [row] = yield* sql<EndRow>`
      /* scan_end */
      select
        mode is not null as "isOpen",
        missing,
        is_in_parts as "isInParts",
        unreadable,
        quota,
        array(
          select own.kind
          from ${names} as own (kind)
          where
            (
              select id from record
              where connection_id = ${connectionId} and record.kind = own.kind
              order by id
              limit 1
            ) is not null
            or ${ScanRows.hasAny(sql, connectionId, "missing_record", sql`own.kind`)}
            or exists (select from held_back_deletion as waiting where waiting.connection_id = ${connectionId} and waiting.kind = own.kind)
        ) as sweepable,
        not exists (
          select from ${names} as own (kind)
          where not exists (select from record_counter as list where list.connection_id = ${connectionId} and list.kind = own.kind)
        ) as "hasLists",
        (
          select json_agg(json_build_object(
            'kind', kind, 'path', path, 'count', count, 'all', of_all, 'since', ${millis(sql, sql`since`)}
          ) order by kind, path)::text
          from kept_field
          where connection_id = ${connectionId} and extractor = ${extractor}
        ) as kept,
        ${AbandonedScans.columns(sql, connectionId, extractor, kinds)}
      from scan
      where connection_id = ${connectionId} and extractor = ${extractor}`
    if (row === undefined) return nothing
    const missing = ScanVerdict.merge([], row.missing)
    const verdict = ScanVerdict.of({ missing, isInParts: row.isInParts })
    const kept = JSON.parse(row.kept ?? "[]") as ReadonlyArray<EmptiedRule.KeptField>
    return { ...row, kept, verdict }
  })

/**
 * Ends a scan, as `ScanRule.ended` says; its lists are complete up to now if it has proved that.
 *
 * `confirmAt` is when a full scan is due that can decide about what this one has missed or emptied, in milliseconds since 1970; null if none is.
 */
export const close = (scan: Scan, found: ScanEnd, confirmAt: number | null): Leased<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { extractor, kinds, lease } = scan
    const { isMoved, isRepeated, isSwept, lastRuns } = ScanRule.ended(scan, found.verdict, found.quota !== null)
    const isFullEnded = sql`(mode = 'full' and ${isMoved || isRepeated}::boolean)`
    if (!found.hasLists) yield* ListLock.add(lease, kinds)
    yield* sql`
      /* scan_close */
      with
        held as materialized (${held(sql, lease)}),
        closed as (
          update scan
          set
            -- Null after a correction of the clock, which does not make the lists unread; see ClockCorrection.
            last_scan_at = case when ${isMoved}::boolean then coalesce(started_at, clock_timestamp()) else last_scan_at end,
            last_behind_secs = case when ${isMoved}::boolean then behind_secs else last_behind_secs end,
            last_full_at = case
              when ${isRepeated}::boolean then null
              when ${isMoved}::boolean and mode = 'full' then started_at
              else last_full_at
            end,
            full_mapping = case when ${isFullEnded} then mapping else full_mapping end,
            last_runs = ${lastRuns}::int,
            is_new_baseline = is_new_baseline and not ${isSwept}::boolean,
            confirm_at = case
              when ${isFullEnded} then least(
                -- What came due during this scan, such as by an operator's decision, is for the next one.
                case when confirm_at > started_at and confirm_at <= clock_timestamp() then confirm_at end,
                ${instant(sql, confirmAt)})
              when ${isMoved}::boolean then least(confirm_at, ${instant(sql, confirmAt)})
              else confirm_at
            end,
            field_counts = null,
            mode = null,
            since = null,
            checkpoint = null,
            delta = case when ${isRepeated}::boolean then null when ${isMoved}::boolean then coalesce(next_delta, delta) else delta end,
            next_delta = null
          from held
          where scan.connection_id = held.connection_id and extractor = ${extractor} and mode is not null
          returning case when ${isSwept}::boolean then coalesce(last_full_at, started_at, clock_timestamp()) end as full_at
        ),
        ${ListLock.confirmed(sql, kinds, sql`(select full_at from closed)`)}
      select from held`.pipe(checked(lease))
    yield* AbandonedScans.forget(lease, extractor, kinds, found)
  })

/** Forgets the scan in progress and the last full scan, so that the next scan is a full one; that of a log begins at the same instant again. */
export const restart = (scan: Scan): Leased<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { extractor, isLog, kinds, lease } = scan
    const found = yield* find(scan)
    yield* sql`
      with
        held as materialized (${held(sql, lease)}),
        forgotten as (
          update scan
          set
            mode = null, since = case when ${isLog}::boolean then since end, checkpoint = null, delta = null, next_delta = null,
            last_full_at = case when ${isLog}::boolean then last_full_at end
          from held
          where scan.connection_id = held.connection_id and extractor = ${extractor}
        )
      select from held`.pipe(checked(lease))
    yield* AbandonedScans.forget(lease, extractor, kinds, found)
  })
