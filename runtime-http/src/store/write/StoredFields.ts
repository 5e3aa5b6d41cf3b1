import { type NormalizedRecord, type RecordKind, StoredFields } from "@tributary/core"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { uuidArray } from "../postgres/Uuid.js"

type Records = ReadonlyArray<NormalizedRecord.NormalizedRecord>

interface StoredRow extends StoredFields.StoredRecord {
  readonly id: string
  readonly vendorId: string
  readonly ends: NormalizedRecord.NormalizedRecord["ends"]
}

/**
 * What is stored of the records, by id.
 *
 * Run it in a transaction that has verified the lease, so that no other job changes them.
 */
export const find = (
  connectionId: string,
  kind: RecordKind.Any,
  records: ReadonlyArray<{ readonly id: string }>
): Effect.Effect<ReadonlyMap<string, StoredRow>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (records.length === 0) return new Map()
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<
      Omit<StoredRow, "ends"> & { readonly source: string | null; readonly target: string | null }
    >`
      select
        stored.id, vendor_id as "vendorId", wire, on_request as "onRequest", is_gone as "isGone", source_id as source, target_id as target
      from
        unnest(${uuidArray(records.map(({ id }) => id))}::uuid[]) as wanted (id),
        lateral (
          select *
          from record
          where connection_id = ${connectionId} and kind = ${kind.name} and id = wanted.id
          offset 0
        ) as stored`
    return new Map(
      rows.map(({ source, target, ...row }) => {
        const ends = source === null || target === null ? null : { source, target }
        return [row.id, { ...row, ends }]
      })
    )
  })

/**
 * The records, with the stored values in the fields that could not be read.
 *
 * Reads only records that have such fields; run it in a transaction that has verified the lease, so that no other job changes them.
 */
export const keep = (
  connectionId: string,
  kind: RecordKind.Any,
  records: Records
): Effect.Effect<Records, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    find(
      connectionId,
      kind,
      records.filter(({ unread }) => unread.length > 0)
    ),
    (stored) =>
      stored.size === 0
        ? records
        : records.map((record) => {
            const row = stored.get(record.id)
            return row === undefined ? record : StoredFields.keep(kind, record, row)
          })
  )
