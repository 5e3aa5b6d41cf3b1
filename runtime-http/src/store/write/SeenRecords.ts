import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { type Batch, RecordId, type RecordKind } from "@tributary/core"
import { Effect, Stream } from "effect"
import { uuidArray } from "../postgres/Uuid.js"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as ScanRows from "./ScanRows.js"

type Kinds = ReadonlyArray<RecordKind.Any>

const seenOf = (kind: string): ScanRows.Rows => ({ table: "scan_seen", owner: kind })

/** The ids of rejected rows. They still exist at the vendor, so their stored versions stay. */
const rejectedIds = (connectionId: string, { kind, rejections }: Batch.Batch): ReadonlyArray<string> =>
  rejections.flatMap(({ vendorId }) => (vendorId === null ? [] : [RecordId.derive(connectionId, kind.name, vendorId)]))

/** The ids of the records of a batch, including those of rejected rows. */
export const idsOf = (connectionId: string, batch: Batch.Batch): ReadonlyArray<string> => [
  ...batch.records.map((record) => record.id),
  ...rejectedIds(connectionId, batch)
]

/** Ids of records, by the name of their kind. */
export type IdsByKind = Map<string, Set<string>>

/**
 * Remembers which records a piece of a full scan contained; returns those that the scan has not stored before.
 *
 * The first row with an id wins, so that a vendor that repeats an id with other content does not move the record in every scan. A row that
 * could not be read stores nothing, so a readable one with its id still counts as the first.
 */
export const add = (
  connectionId: string,
  batches: ReadonlyArray<Batch.Batch>
): Effect.Effect<IdsByKind, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const stored: IdsByKind = new Map()
    const rejected: IdsByKind = new Map()
    const idsIn = (all: IdsByKind, kind: string): Set<string> => {
      const ids = all.get(kind) ?? new Set()
      all.set(kind, ids)
      return ids
    }
    for (const { kind, records } of batches) {
      const ids = idsIn(stored, kind.name)
      for (const { id } of records) ids.add(id)
    }
    for (const batch of batches) {
      const { name } = batch.kind
      for (const id of rejectedIds(connectionId, batch)) {
        if (stored.get(name)?.has(id) !== true) idsIn(rejected, name).add(id)
      }
    }
    const rowsOf = (all: IdsByKind, isStored: boolean) =>
      [...all].flatMap(([kind, ids]) => (ids.size === 0 ? [] : [{ kind, is_stored: isStored, ids: [...ids] }]))
    const rows = [...rowsOf(stored, true), ...rowsOf(rejected, false)]
    const fresh: IdsByKind = new Map()
    if (rows.length === 0) return fresh
    const added = yield* sql<{ readonly kind: string; readonly id: string; readonly isStored: boolean }>`
      insert into scan_seen as known (connection_id, kind, id, is_stored)
      select ${connectionId}::uuid, seen.kind, id, seen.is_stored
      from
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen (kind text, is_stored boolean, ids uuid[]),
        unnest(seen.ids) as id
      on conflict (connection_id, kind, id) do update set is_stored = true
      where excluded.is_stored and not known.is_stored
      returning kind, id, is_stored as "isStored"`
    for (const { id, isStored, kind } of added) if (isStored) idsIn(fresh, kind).add(id)
    return fresh
  })

/** Forgets that the scan has seen records that the vendor then reported as removed, so that a later row counts again. */
export const forget = (
  connectionId: string,
  kind: string,
  ids: ReadonlyArray<string>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      delete from scan_seen
      where ctid = any(array(
        select place
        from (${ScanRows.withIds(sql, connectionId, seenOf(kind), sql`${uuidArray(ids)}::uuid[]`)}) as gone
      ))`
  )

/** Forgets what scans of these kinds have seen; only while none of them is in progress. */
export const clear = (lease: Lease, kinds: Kinds): Effect.Effect<void, StaleFence | SqlError, SqlClient.SqlClient> =>
  Effect.forEach(kinds, ({ name }) => ScanRows.forget(lease, seenOf(name)), { discard: true })

/** How many distinct records of a kind the scan has seen, including rejected rows with an id. */
export const count = (lease: Lease, kind: string): Effect.Effect<number, StaleFence | SqlError, SqlClient.SqlClient> =>
  ScanRows.ranges<{ readonly read: number }>(
    lease,
    seenOf(kind),
    (sql, range, progress) => sql`select ${progress} from (${range}) as seen`
  ).pipe(Stream.runFold(0, (sum, { read }) => sum + read))
