import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { NormalizedRecord, RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { contentHash, memoizedFacetKey } from "../postgres/RecordTable.js"
import { advance, lockOf, type RecordChange } from "./ListLock.js"
import * as RelatedRecords from "./RelatedRecords.js"
import * as UnreadFields from "./UnreadFields.js"

/** How many records were new, and how many differed from what was stored. */
export interface Upserted {
  readonly created: number
  readonly changed: number
}

type Records = ReadonlyArray<NormalizedRecord.NormalizedRecord>

/** Limits of one statement, which nearly always takes a whole batch; Postgres limits a jsonb parameter to 256 MB. */
const MAX_ROWS = 1_000
const MAX_LENGTH = 16_777_216

/** Divides the records into statements. */
const split = (records: Records): ReadonlyArray<Records> => {
  const parts: Array<Array<NormalizedRecord.NormalizedRecord>> = []
  let part: Array<NormalizedRecord.NormalizedRecord> = []
  let length = 0
  for (const record of records) {
    const size = record.wire.length + (record.onRequest?.length ?? 0)
    if (part.length === 0 || part.length >= MAX_ROWS || length + size > MAX_LENGTH) {
      part = []
      length = 0
      parts.push(part)
    }
    part.push(record)
    length += size
  }
  return parts
}

const upsertPart = (change: RecordChange, kind: RecordKind.Any, records: Records) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lock = lockOf(change, kind.name)
    const keyOf = memoizedFacetKey(change.connectionId, kind.name)
    const rows = records.map((record, index) => ({
      id: record.id,
      vendor_id: record.vendorId,
      position: lock.last + 1 + index,
      hash: contentHash(kind, record.value),
      wire: record.wire,
      on_request: record.onRequest,
      facets: record.facets.length === 0 ? null : [...new Set(record.facets)].map(keyOf),
      instant: kind.instant === null ? null : record.value[kind.instant],
      source_id: record.ends?.source,
      target_id: record.ends?.target
    }))
    // The conflict clause skips unchanged records: a join that filters them beforehand made a first insert 10 times slower.
    return yield* sql<{ readonly id: string; readonly isNew: boolean; readonly isBack: boolean }>`
      insert into record as stored
        (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, on_request, facets, instant, source_id, target_id)
      select
        ${change.connectionId}::uuid, ${kind.name}::text, id, vendor_id, position, ${lock.updatedAt}::timestamptz,
        hash, wire, on_request, facets, instant, source_id, target_id
      from
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
          id uuid, vendor_id text, position bigint, hash bytea, wire text, on_request text, facets bigint[],
          instant timestamptz, source_id uuid, target_id uuid
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
        -- A record that is listed again keeps its gone_at, so that "returning" can tell it from one that was listed before.
        gone_at = case when stored.is_listed then null else stored.gone_at end
      where stored.hash is distinct from excluded.hash or stored.is_gone
      returning id, xmax = 0 as "isNew", gone_at is not null as "isBack"`
  })

/** Stores the records that are new or changed; the others cost a comparison and write nothing. */
export const upsert = (
  change: RecordChange,
  kind: RecordKind.Any,
  records: Records
): Effect.Effect<Upserted, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const lock = lockOf(change, kind.name)
    let created = 0
    let changed = 0
    for (const part of split(yield* UnreadFields.keepStored(change, kind, records))) {
      const written = yield* upsertPart(change, kind, part)
      if (written.length === 0) continue
      advance(lock, part.length)
      const entered = written.filter((row) => row.isNew || row.isBack).map((row) => row.id)
      const isNew = written.filter((row) => row.isNew).length
      lock.listed += entered.length
      created += isNew
      changed += written.length - isNew
      const ids = new Set(written.map((row) => row.id))
      RelatedRecords.touchEnds(
        change,
        kind,
        part.flatMap((record) => (record.ends !== null && ids.has(record.id) ? [record.ends] : []))
      )
      yield* RelatedRecords.touchNeighbours(change, kind, entered)
    }
    return { created, changed }
  })
