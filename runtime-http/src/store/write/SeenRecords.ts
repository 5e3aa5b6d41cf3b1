import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { type Batch, RecordId, type RecordKind } from "@tributary/core"
import { Effect } from "effect"
import type { Removed } from "./Removal.js"

type Kinds = ReadonlyArray<RecordKind.Any>

const idsOf = (connectionId: string, batch: Batch.Batch) => [
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

/** Forgets what the scan of these kinds has seen. */
export const clear = (connectionId: string, kinds: Kinds): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      delete from scan_seen
      where connection_id = ${connectionId} and kind in ${sql.in(kinds.map((kind) => kind.name))}`
  )

/*
 * `offset 0` makes this one index probe per record. As a join, it compared each record with all seen records, because the statistics of a
 * table that is emptied after every scan are always wrong.
 */
const unseenOf = (sql: SqlClient.SqlClient) => sql`
  not exists (
    select 1
    from scan_seen as seen
    where seen.connection_id = record.connection_id and seen.kind = record.kind and seen.id = record.id
    offset 0
  )`

/** How many records of a kind are not gone, and how many of those the scan did not see. */
export const count = (
  connectionId: string,
  kind: string
): Effect.Effect<{ readonly live: number; readonly unseen: number }, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly live: number; readonly unseen: number }>`
      select count(*) as live, count(*) filter (where ${unseenOf(sql)}) as unseen
      from record
      where connection_id = ${connectionId} and kind = ${kind} and not is_gone`
    return row ?? { live: 0, unseen: 0 }
  })

/** The next records after the id `after`, ordered by id, that the scan did not see. */
export const nextUnseen = (
  connectionId: string,
  kind: string,
  after: string,
  limit: number
): Effect.Effect<ReadonlyArray<Removed>, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Removed>`
      select id, wire, on_request as "onRequest", source_id as source, target_id as target
      from record
      where connection_id = ${connectionId} and kind = ${kind} and id > ${after} and not is_gone and ${unseenOf(sql)}
      order by id
      limit ${limit}`
  )
