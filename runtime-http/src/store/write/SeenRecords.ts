import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { type Batch, RecordId, type RecordKind } from "@tributary/core"
import { Effect } from "effect"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as WriteTransaction from "./WriteTransaction.js"

type Kinds = ReadonlyArray<RecordKind.Any>

/** The ids of the records of a batch, including those of rejected rows. */
export const idsOf = (connectionId: string, batch: Batch.Batch): ReadonlyArray<string> => [
  ...batch.records.map((record) => record.id),
  // A rejected row still exists at the vendor, so its stored version stays.
  ...batch.rejections.flatMap(({ vendorId }) =>
    vendorId === null ? [] : [RecordId.derive(connectionId, batch.kind.name, vendorId)]
  )
]

/** Records which records a page of a full scan contained. */
export const add = (
  connectionId: string,
  batches: ReadonlyArray<Batch.Batch>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = batches.map((batch) => ({ kind: batch.kind.name, ids: idsOf(connectionId, batch) }))
    if (rows.every((row) => row.ids.length === 0)) return
    yield* sql`
      insert into scan_seen (connection_id, kind, id)
      select ${connectionId}::uuid, seen.kind, id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen (kind text, ids uuid[]), unnest(seen.ids) as id
      on conflict do nothing`
  })

/** How many rows one transaction forgets. */
const FORGOTTEN_AT_ONCE = 10_000

/** Forgets what scans of these kinds have seen, in many small transactions; only while none of them is in progress. */
export const clear = (lease: Lease, kinds: Kinds): Effect.Effect<void, StaleFence | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const names = kinds.map((kind) => kind.name)
    const forgetSome = sql`
      delete from scan_seen
      where ctid = any(array(
        select ctid from scan_seen
        where connection_id = ${lease.connectionId} and kind in ${sql.in(names)}
        limit ${FORGOTTEN_AT_ONCE}
      ))
      returning 1`
    while ((yield* WriteTransaction.withLease(lease, forgetSome)).length > 0);
  })

/** How many distinct records of a kind the scan has seen, including rejected rows with an id. */
export const count = (connectionId: string, kind: string): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly seen: number }>`
      select count(*) as seen from scan_seen where connection_id = ${connectionId} and kind = ${kind}`
    return row?.seen ?? 0
  })
