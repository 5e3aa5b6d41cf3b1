import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Batch, RecordKind } from "@tributary/core"
import { Effect, Stream } from "effect"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as ScanRows from "./ScanRows.js"
import * as SeenRule from "./SeenRule.js"

type Kinds = ReadonlyArray<RecordKind.Any>

const seenOf = (kind: string): ScanRows.Rows => ({ table: "scan_seen", owner: kind })

/** The ids of the records of a batch, including those of rejected rows. */
export const idsOf = (connectionId: string, batch: Batch.Batch): ReadonlyArray<string> => [
  ...batch.records.map((record) => record.id),
  ...SeenRule.rejectedIds(connectionId, batch)
]

/** Remembers which records a piece of a full scan contained; returns those that the scan has not stored before, as `SeenRule` says. */
export const add = (
  connectionId: string,
  batches: ReadonlyArray<Batch.Batch>
): Effect.Effect<SeenRule.IdsByKind, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { rejected, stored } = SeenRule.idsOf(connectionId, batches)
    const rowsOf = (all: SeenRule.IdsByKind, isStored: boolean) =>
      [...all].flatMap(([kind, ids]) => (ids.size === 0 ? [] : [{ kind, is_stored: isStored, ids: [...ids] }]))
    const rows = [...rowsOf(stored, true), ...rowsOf(rejected, false)]
    const fresh: SeenRule.IdsByKind = new Map()
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
    for (const { id, isStored, kind } of added) if (isStored) SeenRule.idsIn(fresh, kind).add(id)
    return fresh
  })

/** Forgets that the scan has seen records that the vendor then reported as removed, so that a later row counts again. */
export const forget = (
  connectionId: string,
  kind: string,
  ids: ReadonlyArray<string>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> => ScanRows.forgetIds(connectionId, seenOf(kind), ids)

/** Forgets that rows of a scan were stored, because it is read from its start again; see `SeenRule`. */
export const readAgain = (
  lease: Lease,
  kinds: Kinds
): Effect.Effect<void, StaleFence | SqlError, SqlClient.SqlClient> =>
  Effect.forEach(
    kinds,
    ({ name }) =>
      Stream.runDrain(
        ScanRows.ranges(
          lease,
          seenOf(name),
          (sql, range, progress) => sql<{ readonly read: number; readonly last: string | null }>`
            with
              range as materialized (${range}),
              again as (
                update scan_seen set is_stored = false
                where ctid = any(array(select place from range where is_stored))
              )
            select ${progress} from range`
        )
      ),
    { discard: true }
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
