import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import { NormalizedRecord, RecordId, type RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { memoizedFacetKey } from "../postgres/RecordTable.js"
import { uuidArray } from "../postgres/Uuid.js"
import { advance, lockOf, type RecordChange } from "./ListLock.js"
import * as RelatedRecords from "./RelatedRecords.js"

/** What is stored of a record that the source tool no longer has. */
export interface Removed {
  readonly id: string
  readonly wire: string
  readonly onRequest: string | null
  readonly source: string | null
  readonly target: string | null
}

/** Marks records as gone, at new positions: hides or flags them, depending on their kind. Takes at most a few thousand at once. */
export const remove = (
  change: RecordChange,
  kind: RecordKind.Any,
  records: ReadonlyArray<Removed>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (records.length === 0) return
    const sql = yield* SqlClient.SqlClient
    const lock = lockOf(change, kind.name)
    const isHidden = kind.deletion._tag === "Hide"
    const keyOf = memoizedFacetKey(change.connectionId, kind.name)
    const rows = records.map((record, index) => {
      const { wire, onRequest, facets } = isHidden ? { ...record, facets: [] } : NormalizedRecord.removed(kind, record)
      return {
        id: record.id,
        position: lock.last + 1 + index,
        wire,
        on_request: onRequest,
        facets: facets.length === 0 ? null : facets.map(keyOf)
      }
    })
    // Updates by ctid, for the same reason as `RelatedRecords.moveTouched`.
    yield* sql`
      update record
      set
        position = found.position,
        updated_at = ${lock.updatedAt}::timestamptz,
        is_gone = true,
        is_listed = ${!isHidden},
        gone_at = ${lock.updatedAt}::timestamptz,
        wire = found.wire,
        on_request = found.on_request,
        facets = found.facets
      from (
        select gone.position, gone.wire, gone.on_request, gone.facets, live.place
        from
          jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as gone (id uuid, position bigint, wire text, on_request text, facets bigint[]),
          lateral (
            select ctid as place
            from record
            where connection_id = ${change.connectionId} and kind = ${kind.name} and id = gone.id and not is_gone
            offset 0
          ) as live
      ) as found
      where record.ctid = found.place`
    advance(lock, rows.length)
    RelatedRecords.touchEnds(
      change,
      kind,
      records.flatMap(({ source, target }) => (source === null || target === null ? [] : [{ source, target }]))
    )
    if (!isHidden) return
    lock.listed -= rows.length
    yield* RelatedRecords.touchNeighbours(
      change,
      kind,
      records.map((record) => record.id)
    )
  })

/** Removes those of the records that are not gone yet and that fulfil the condition; returns their number. */
const removeLive = (
  change: RecordChange,
  kind: RecordKind.Any,
  ids: Iterable<string>,
  condition: Fragment
): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const records = yield* sql<Removed>`
      select record.id, wire, on_request as "onRequest", source_id as source, target_id as target
      from
        unnest(${uuidArray(ids)}::uuid[]) as gone (id),
        lateral (
          select *
          from record
          where connection_id = ${change.connectionId} and kind = ${kind.name} and id = gone.id and not is_gone
          offset 0
        ) as record
      where ${condition}`
    yield* remove(change, kind, records)
    return records.length
  })

/** Removes the records that a delta reports as gone, and returns how many of them were not gone before. */
export const removeVendorIds = (
  change: RecordChange,
  kind: RecordKind.Any,
  vendorIds: ReadonlyArray<string>
): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    removeLive(
      change,
      kind,
      new Set(vendorIds.map((vendorId) => RecordId.derive(change.connectionId, kind.name, vendorId))),
      sql`true`
    )
  )

/** Removes the records that the full scan in progress has not seen, and returns how many of them were not gone before. */
export const removeUnseen = (
  change: RecordChange,
  kind: RecordKind.Any,
  ids: ReadonlyArray<string>
): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    removeLive(
      change,
      kind,
      ids,
      sql`
        not exists (
          select 1 from scan_seen as seen
          where seen.connection_id = ${change.connectionId} and seen.kind = ${kind.name} and seen.id = record.id
          offset 0
        )`
    )
  )
