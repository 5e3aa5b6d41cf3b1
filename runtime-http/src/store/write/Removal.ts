import { NormalizedRecord, type RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import { facetVersion, isAtPlace, lastSeenAt, memoizedFacetKey, rowPlace, uuidArray } from "../postgres/RecordTable.js"
import { advance, lockOf, noteFacets, type RecordChange } from "./ListLock.js"
import * as WriteTransaction from "./WriteTransaction.js"

/** What is stored of a record that the source tool no longer has. */
interface Stored {
  readonly id: string
  readonly wire: string
  readonly onRequest: string | null
  readonly source: string | null
  readonly target: string | null
  /** When the source tool was last known to have it. */
  readonly seenAt: string
}

/** Records to remove, with the columns that take time to compute. */
export interface Prepared {
  readonly kind: RecordKind.Any
  readonly records: ReadonlyArray<Stored>
  readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>>
}

/**
 * Reads those of the records that are not gone and fulfil the condition, and computes their columns.
 *
 * Run it in the transaction that removes them, better before it takes the write lock, because other writers wait for that. No other job
 * changes the records meanwhile, because the transaction has verified the lease.
 */
const prepare = (
  connectionId: string,
  kind: RecordKind.Any,
  ids: Iterable<string>,
  condition: Fragment
): Effect.Effect<Prepared, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const records = yield* sql<Stored>`
      select
        record.id, wire, on_request as "onRequest", source_id as source, target_id as target,
        ${sql.literal(lastSeenAt)}::text as "seenAt"
      from
        unnest(${uuidArray(ids)}::uuid[]) as gone (id),
        lateral (
          select *
          from record
          where connection_id = ${connectionId} and kind = ${kind.name} and id = gone.id and not is_gone
          offset 0
        ) as record
      where ${condition}`
    const isHidden = kind.deletion._tag === "Hide"
    const keyOf = memoizedFacetKey(connectionId, kind.name)
    const rows = records.map((record) => {
      const { wire, onRequest, facets } = isHidden ? { ...record, facets: [] } : NormalizedRecord.removed(kind, record)
      return {
        id: record.id,
        wire,
        seen_at: record.seenAt,
        on_request: onRequest,
        facets: facets.length === 0 ? null : facets.map(keyOf)
      }
    })
    return { kind, records, rows }
  })

/** Those of the records that are missing after the comparison of this scan, as far as they are not gone. */
export const prepareMissing = (
  connectionId: string,
  kind: RecordKind.Any,
  ids: ReadonlyArray<string>,
  scan: number
): Effect.Effect<Prepared, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    prepare(
      connectionId,
      kind,
      ids,
      sql`
        exists (
          select 1 from missing_record as missing
          where
            missing.connection_id = ${connectionId} and missing.kind = ${kind.name} and missing.id = record.id
            and missing.scan = ${scan}
          offset 0
        )`
    )
  )

/** Marks records as gone, at new positions: hides or flags them, depending on their kind. Returns how many were not gone before. */
export const remove = (
  change: RecordChange,
  { kind, records, rows }: Prepared
): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (rows.length === 0) return 0
    const sql = yield* SqlClient.SqlClient
    const lock = lockOf(change, kind.name)
    const isHidden = kind.deletion._tag === "Hide"
    const { connectorVersion = null, jobId = null } = change.origin ?? {}
    // Finds and updates the rows as `WriteTransaction.moveTouched` does, for the same reason.
    const removed = yield* sql<{ readonly id: string }>`
      update record
      set
        position = ${lock.last} + found.n,
        updated_at = ${lock.updatedAt}::timestamptz,
        is_gone = true,
        is_listed = ${!isHidden},
        gone_at = ${lock.updatedAt}::timestamptz,
        wire = found.wire,
        on_request = found.on_request,
        facets = found.facets,
        facet_version = ${facetVersion(kind)}::integer,
        seen_at = found.seen_at,
        job_id = ${jobId}::uuid,
        connector_version = ${connectorVersion}::text
      from (
        select gone.wire, gone.on_request, gone.facets, gone.seen_at, gone.n, live.*
        from
          rows from (
            jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
              as (id uuid, wire text, on_request text, facets bigint[], seen_at timestamptz)
          ) with ordinality as gone (id, wire, on_request, facets, seen_at, n),
          lateral (
            select ${sql.literal(rowPlace)}
            from record
            where connection_id = ${change.connectionId} and kind = ${kind.name} and id = gone.id and not is_gone
            offset 0
          ) as live
      ) as found
      where ${sql.literal(isAtPlace)}
      returning record.id`
    advance(lock, rows.length)
    noteFacets(lock, facetVersion(kind))
    const ids = new Set(removed.map(({ id }) => id))
    WriteTransaction.touchEnds(
      change,
      kind,
      records.flatMap(({ id, source, target }) =>
        source === null || target === null || !ids.has(id) ? [] : [{ source, target }]
      )
    )
    if (isHidden) {
      lock.listed -= ids.size
      yield* WriteTransaction.touchNeighbours(change, kind, [...ids])
    } else lock.deleted += ids.size
    return ids.size
  })

/** Removes records that the vendor itself reports as removed; returns how many of them were not gone before. */
export const removeIds = (
  change: RecordChange,
  kind: RecordKind.Any,
  ids: ReadonlyArray<string>
): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Under the lock, because the same piece may have stored some of them just before.
    return yield* remove(change, yield* prepare(change.connectionId, kind, new Set(ids), sql`true`))
  })
