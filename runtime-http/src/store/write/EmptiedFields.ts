import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { EmptyFields, type NormalizedRecord, type RecordKind, StoredFields as Stored } from "@tributary/core"
import { Effect } from "effect"
import { instant } from "../postgres/Instant.js"
import { uuidArray } from "../postgres/Uuid.js"
import type { StaleFence } from "../schedule/Lease.js"
import * as EmptiedRule from "./EmptiedRule.js"
import * as PendingMoves from "./PendingMoves.js"
import type { Scan } from "./Scan.js"
import * as SeenBlocks from "./SeenBlocks.js"
import * as StoredFields from "./StoredFields.js"
import * as Upsert from "./Upsert.js"
import * as WriteTransaction from "./WriteTransaction.js"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>
type Records = ReadonlyArray<NormalizedRecord.NormalizedRecord>

/** What a piece of a page says about records of one kind. */
export interface Piece {
  readonly kind: RecordKind.Any
  /** All records of the piece. */
  readonly records: Records
  /** Those of them that may differ from what is stored. */
  readonly changed: Records
}

/** Those of the changed records, with what they had in the fields that the piece would empty, which are noted for the end of the scan. */
export const hold = (scan: Scan, { changed, kind, records }: Piece, counts: EmptiedRule.FieldCounts): Sql<Records> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = scan.lease
    const fields = EmptiedRule.fieldsIn(counts, kind.name)
    const stored = yield* StoredFields.find(connectionId, kind, changed)
    const rows: Array<{ readonly id: string; readonly fields: string; readonly is_changed: boolean }> = []
    const kept = changed.map((record) => {
      const row = stored.get(record.id)
      if (row === undefined || row.isGone) return record
      const all = Object.entries(EmptyFields.emptied(kind, Stored.valueOf(row), record))
      const emptied = all.filter(([path]) => EmptiedRule.count(fields, path, "emptied"))
      if (emptied.length === 0) return record
      const { unread } = record
      const keeping = Stored.keep(kind, { ...record, unread: emptied.map(([path]) => path) }, row)
      const isChanged = keeping.wire !== row.wire || keeping.onRequest !== row.onRequest
      rows.push({ id: record.id, fields: JSON.stringify(Object.fromEntries(emptied)), is_changed: isChanged })
      return { ...keeping, unread }
    })
    for (const { value } of records) {
      EmptyFields.visitFilled(kind, value, (path) => EmptiedRule.count(fields, path, "filled"))
    }
    // Only these read a record more than once. What they read last counts.
    if (scan.mode === "delta" || scan.isResumed) {
      yield* sql`
        delete from emptied_field
        where
          connection_id = ${connectionId} and extractor = ${scan.extractor} and kind = ${kind.name}
          and id = any(${uuidArray(records.map(({ id }) => id))}::uuid[])`
    }
    if (rows.length === 0) return kept
    yield* sql`
      insert into emptied_field (connection_id, extractor, kind, id, fields, is_changed)
      select ${connectionId}::uuid, ${scan.extractor}, ${kind.name}, id, fields, is_changed
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, fields text, is_changed boolean)
      on conflict (connection_id, extractor, kind, id) do update set fields = excluded.fields, is_changed = excluded.is_changed`
    return kept
  })

/** Forgets what the scan would empty. */
export const clear = ({ extractor, lease: { connectionId } }: Pick<Scan, "extractor" | "lease">): Sql<void> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from emptied_field where connection_id = ${connectionId} and extractor = ${extractor}`
  )

/** Forgets which fields records keep. */
export const forgetKept = ({ extractor, lease: { connectionId } }: Pick<Scan, "extractor" | "lease">): Sql<void> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from kept_field where connection_id = ${connectionId} and extractor = ${extractor}`
  )

/** A record that loses fields. */
interface Losing {
  readonly id: string
  readonly fields: string
  readonly isChanged: boolean
  /** Null if the record is gone. */
  readonly wire: string | null
  readonly onRequest: string | null
  readonly vendorId: string
  readonly source: string | null
  readonly target: string | null
}

/** Records per transaction; small, because other writers of the list wait for it. */
const MAX_ROWS = 500

/** The records of a kind with the empty values, without those of `kept` fields. */
const emptiedRecords = (kind: RecordKind.Any, rows: ReadonlyArray<Losing>, kept: ReadonlySet<string>): Records =>
  rows.flatMap(({ fields, id, onRequest, source, target, vendorId, wire }) => {
    const lost = Object.entries(JSON.parse(fields) as Readonly<Record<string, unknown>>)
    const values = lost.filter(([path]) => !kept.has(path))
    if (wire === null || values.length === 0) return []
    const content = Stored.replaced(kind, Stored.valueOf({ wire, onRequest }), Object.fromEntries(values))
    const ends = source === null || target === null ? null : { source, target }
    return [{ id, vendorId, ends, unread: [], cleaned: false, ...content }]
  })

/** Empties the fields of some records of a kind; returns the last of them, and how many have changed in this scan only now. */
const writeSome = (scan: Scan, kind: RecordKind.Any, kept: ReadonlySet<string>, after: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId, origin } = scan.lease
    const rows = yield* sql<Losing>`
      select
        emptied.id, emptied.fields, emptied.is_changed as "isChanged", wire, on_request as "onRequest",
        vendor_id as "vendorId", source_id as source, target_id as target
      from
        (
          select id, fields, is_changed from emptied_field
          where connection_id = ${connectionId} and extractor = ${scan.extractor} and kind = ${kind.name} and id > ${after}
          order by id
          limit ${MAX_ROWS}
        ) as emptied
        left join lateral (
          select *
          from record
          where connection_id = ${connectionId} and kind = ${kind.name} and id = emptied.id and not is_gone
          offset 0
        ) as record on true
      order by emptied.id`
    const records = emptiedRecords(kind, rows, kept)
    const last = rows.length < MAX_ROWS ? null : (rows.at(-1)?.id ?? null)
    const changedBefore = new Set(rows.flatMap(({ id, isChanged }) => (isChanged ? [id] : [])))
    const changed = records.filter(({ id }) => !changedBefore.has(id)).length
    if (records.length === 0) return WriteTransaction.unlocked({ last, changed })
    const prepared = Upsert.prepare(connectionId, kind, records)
    return yield* WriteTransaction.withListLocks(
      connectionId,
      [kind],
      (change) => Effect.as(Upsert.upsert(change, prepared), { last, changed }),
      origin ?? null
    )
  })

/** Writes what the scan has emptied, without the `kept` fields. */
const writeEmptied = (scan: Scan, counts: EmptiedRule.FieldCounts, kept: ReadonlyArray<EmptiedRule.KeptField>) =>
  Effect.gen(function* () {
    let changed = 0
    for (const kind of scan.kinds) {
      const fields = new Set(kept.flatMap((field) => (field.kind === kind.name ? [field.path] : [])))
      const all = counts.get(kind.name) ?? new Map<string, EmptiedRule.FieldCount>()
      const isLost = [...all].some(([path, { emptied }]) => emptied > 0 && !fields.has(path))
      let after: string | null = isLost ? SeenBlocks.LOWEST_ID : null
      while (after !== null) {
        const some: { readonly last: string | null; readonly changed: number } = yield* PendingMoves.write(
          scan.lease,
          writeSome(scan, kind, fields, after)
        )
        changed += some.changed
        after = some.last
      }
    }
    return changed
  })

const addKept = ({ extractor, lease: { connectionId } }: Scan, kept: ReadonlyArray<EmptiedRule.KeptField>): Sql<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(
      kept,
      ({ all, count, kind, path, since }) => sql`
        insert into kept_field (connection_id, extractor, kind, path, count, of_all, since)
        values (${connectionId}, ${extractor}, ${kind}, ${path}, ${count}, ${all}, ${instant(sql, since)})
        on conflict (connection_id, extractor, kind, path) do update set
          count = excluded.count, of_all = excluded.of_all, since = excluded.since`,
      { discard: true }
    )
  )

/**
 * Writes at the end of a complete scan what it has emptied, except for the `kept` fields; returns how many records have changed only now.
 *
 * It uses several transactions. If it is interrupted, the scan is not closed: the next run ends it again.
 */
export const settle = (
  scan: Scan,
  counts: EmptiedRule.FieldCounts,
  kept: ReadonlyArray<EmptiedRule.KeptField>,
  before: ReadonlyArray<EmptiedRule.KeptField>
): Leased<number> =>
  Effect.gen(function* () {
    const hasEmptied = EmptiedRule.hasEmptied(counts)
    if (!hasEmptied && before.length === 0) return 0
    yield* WriteTransaction.withLease(scan.lease, addKept(scan, kept))
    const changed = yield* writeEmptied(scan, counts, kept)
    // Last, because they decide what is written.
    const forget = Effect.zipRight(forgetKept(scan), addKept(scan, kept))
    yield* WriteTransaction.withLease(scan.lease, Effect.zipRight(forget, clear(scan)))
    return changed
  })
