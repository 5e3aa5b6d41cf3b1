import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { NormalizedRecord, RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { contentHash, hasOtherContent, memoizedFacetKey } from "../postgres/RecordTable.js"
import { advance, lockOf, type RecordChange } from "./ListLock.js"
import * as RelatedRecords from "./RelatedRecords.js"

/** How many records were new, and how many differed from what was stored. */
export interface Upserted {
  readonly created: number
  readonly changed: number
}

/** The records of one kind in a piece of a page, with the columns that take time to compute. */
export interface Prepared {
  readonly kind: RecordKind.Any
  readonly records: ReadonlyArray<NormalizedRecord.NormalizedRecord>
  readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>>
}

/** Computes the columns of records; before the write lock is taken, because other writers wait for it. */
export const prepare = (connectionId: string, kind: RecordKind.Any, records: Prepared["records"]): Prepared => {
  const keyOf = memoizedFacetKey(connectionId, kind.name)
  const rows = records.map((record) => ({
    id: record.id,
    vendor_id: record.vendorId,
    hash: contentHash(record),
    wire: record.wire,
    on_request: record.onRequest,
    facets: record.facets.length === 0 ? null : [...new Set(record.facets)].map(keyOf),
    instant: kind.instant === null ? null : record.value[kind.instant],
    source_id: record.ends?.source,
    target_id: record.ends?.target
  }))
  return { kind, records, rows }
}

const writeRows = (change: RecordChange, { kind, rows }: Prepared) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lock = lockOf(change, kind.name)
    const { connectorVersion = null, jobId = null } = change.origin ?? {}
    // The conflict clause skips unchanged records: a join that filters them beforehand made a first insert 10 times slower.
    return yield* sql<{ readonly id: string; readonly isNew: boolean; readonly isBack: boolean }>`
      insert into record as stored
        (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, on_request, facets, instant, source_id, target_id,
        first_seen_at, seen_at, job_id, connector_version)
      select
        ${change.connectionId}::uuid, ${kind.name}::text, id, vendor_id, ${lock.last} + place, ${lock.updatedAt}::timestamptz,
        hash, wire, on_request, facets, instant, source_id, target_id,
        ${lock.updatedAt}::timestamptz, ${lock.updatedAt}::timestamptz, ${jobId}::uuid, ${connectorVersion}::text
      from
        rows from (
          jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
            id uuid, vendor_id text, hash bytea, wire text, on_request text, facets bigint[],
            instant timestamptz, source_id uuid, target_id uuid
          )
        ) with ordinality as row (
          id, vendor_id, hash, wire, on_request, facets, instant, source_id, target_id, place
        )
      on conflict (connection_id, kind, id) do update set
        vendor_id = excluded.vendor_id,
        position = excluded.position,
        updated_at = excluded.updated_at,
        is_gone = false,
        is_listed = true,
        hash = excluded.hash,
        wire = excluded.wire,
        on_request = excluded.on_request,
        facets = excluded.facets,
        instant = excluded.instant,
        source_id = excluded.source_id,
        target_id = excluded.target_id,
        seen_at = excluded.seen_at,
        job_id = excluded.job_id,
        connector_version = excluded.connector_version,
        -- Only a new record is first seen when it is written, also if this transaction writes it twice: so "returning" can tell them apart.
        first_seen_at = case
          when stored.first_seen_at = excluded.first_seen_at then stored.first_seen_at - interval '1 microsecond'
          else stored.first_seen_at
        end,
        -- A record that is listed again keeps its gone_at, so that "returning" can tell it from one that was listed before.
        gone_at = case when stored.is_listed then null else stored.gone_at end
      where stored.is_gone or ${sql.literal(hasOtherContent)}
      returning id, coalesce(first_seen_at = updated_at, false) as "isNew", gone_at is not null as "isBack"`
  })

/** Stores the records that are new or changed; the others cost a comparison and write nothing. */
export const upsert = (
  change: RecordChange,
  prepared: Prepared
): Effect.Effect<Upserted, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { kind, records } = prepared
    if (records.length === 0) return { created: 0, changed: 0 }
    const lock = lockOf(change, kind.name)
    const written = yield* writeRows(change, prepared)
    if (written.length === 0) return { created: 0, changed: 0 }
    advance(lock, records.length)
    const entered = written.filter((row) => row.isNew || row.isBack).map((row) => row.id)
    const created = written.filter((row) => row.isNew).length
    lock.listed += entered.length
    const ids = new Set(written.map((row) => row.id))
    RelatedRecords.touchEnds(
      change,
      kind,
      records.flatMap((record) => (record.ends !== null && ids.has(record.id) ? [record.ends] : []))
    )
    yield* RelatedRecords.touchNeighbours(change, kind, entered)
    return { created, changed: written.length - created }
  })
