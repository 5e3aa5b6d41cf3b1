import { EmptyFields, type NormalizedRecord, type RecordKind, StoredFields as Stored } from "@tributary/core"
import { Array as Arr, Effect, Stream } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { instant } from "../postgres/Instant.js"
import { contentHash } from "../postgres/RecordTable.js"
import { type Lease, type StaleFence, withLease } from "../schedule/Lease.js"
import * as EmptiedRule from "./rules/EmptiedRule.js"
import type { Scan } from "./Scan.js"
import * as ScanRows from "./ScanRows.js"
import * as Upsert from "./Upsert.js"
import * as WriteTransaction from "./WriteTransaction.js"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>
type Records = ReadonlyArray<NormalizedRecord.NormalizedRecord>

const rowsOf = ({ name }: RecordKind.Any): ScanRows.Rows => ({ table: "emptied_field", owner: name })

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
    const stored = yield* Upsert.findFields(connectionId, kind, changed)
    const rows: Array<{ readonly id: string; readonly fields: string; readonly is_changed: boolean }> = []
    const kept = changed.map((record) => {
      const row = stored.get(record.id)
      if (row === undefined || row.isGone || row.isFormer) return record
      const all = Object.entries(EmptyFields.emptied(kind, Stored.valueOf(row), record))
      const emptied = all.filter(([path]) => EmptiedRule.count(fields, path, "emptied"))
      if (emptied.length === 0) return record
      const { unread } = record
      const keeping = Stored.keep(kind, { ...record, unread: emptied.map(([path]) => path) }, row)
      const before = { ...row, value: Stored.valueOf(row), volatile: record.volatile }
      const isChanged = contentHash(kind, keeping) !== contentHash(kind, before)
      rows.push({ id: record.id, fields: JSON.stringify(Object.fromEntries(emptied)), is_changed: isChanged })
      return { ...keeping, unread }
    })
    for (const { value } of records) {
      EmptyFields.visitFilled(kind, value, (path) => EmptiedRule.count(fields, path, "filled"))
    }
    // Only these read a record more than once. What they read last counts.
    if (scan.mode === "delta" || scan.isResumed) {
      const ids = records.map(({ id }) => id)
      yield* ScanRows.forgetIds(connectionId, rowsOf(kind), ids)
    }
    if (rows.length === 0) return kept
    yield* sql`
      insert into emptied_field (connection_id, kind, id, fields, is_changed)
      select ${connectionId}::uuid, ${kind.name}, id, fields, is_changed
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, fields text, is_changed boolean)
      on conflict (connection_id, kind, id) do update set fields = excluded.fields, is_changed = excluded.is_changed`
    return kept
  })

/** Forgets what a scan would empty of these records, because other rows with their ids replace what it has read. */
export const forgetRecords = (connectionId: string, kind: RecordKind.Any, records: Records): Sql<void> =>
  ScanRows.forgetIds(
    connectionId,
    rowsOf(kind),
    records.map(({ id }) => id)
  )

/** Forgets what a scan would empty. */
export const forget = (lease: Lease, kinds: ReadonlyArray<RecordKind.Any>): Leased<void> =>
  Effect.forEach(kinds, (kind) => ScanRows.forget(lease, rowsOf(kind)), { discard: true })

/** Forgets which fields records keep. */
export const forgetKept = ({ extractor, lease: { connectionId } }: Pick<Scan, "extractor" | "lease">): Sql<void> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from kept_field where connection_id = ${connectionId} and extractor = ${extractor}`
  )

/** A record that loses fields. */
interface Losing {
  readonly id: string
  /** JSON: the empty values by path. */
  readonly fields: string
  /** Whether the scan has changed other fields of the record. */
  readonly isChanged: boolean
}

/** Records per transaction; small, because other writers of the list wait for it. */
const MAX_ROWS = 500

/** Empties fields of records, without the `kept` ones; returns how many records have changed in this scan only now. */
const writeSome = (scan: Scan, kind: RecordKind.Any, kept: ReadonlySet<string>, losing: ReadonlyArray<Losing>) =>
  Effect.gen(function* () {
    const { connectionId, origin } = scan.lease
    const stored = yield* Upsert.findFields(connectionId, kind, losing)
    const found = losing.flatMap(({ fields, id, isChanged }) => {
      const row = stored.get(id)
      const lost = Object.entries(JSON.parse(fields) as Readonly<Record<string, unknown>>)
      const values = lost.filter(([path]) => !kept.has(path))
      if (row === undefined || row.isGone || values.length === 0) return []
      const content = Stored.replaced(kind, Stored.valueOf(row), Object.fromEntries(values))
      const { ends, vendorId } = row
      // Which fields are volatile is not stored, so the next scan writes the record once more.
      const rest = { unread: [], unreadable: [], cleaned: false, volatile: null }
      return [{ isChanged, record: { id, vendorId, ends, ...rest, ...content } }]
    })
    const changed = found.filter(({ isChanged }) => !isChanged).length
    if (found.length === 0) return WriteTransaction.unlocked(changed)
    const records = found.map(({ record }) => record)
    const prepared = yield* Upsert.prepare(connectionId, kind, records)
    return yield* WriteTransaction.withListLocks(
      connectionId,
      [kind],
      (change) => Effect.as(Upsert.upsert(change, prepared), changed),
      origin ?? null
    )
  })

/** What the scan would empty of records of a kind. */
const losingOf = ({ lease }: Scan, kind: RecordKind.Any) =>
  ScanRows.ranges(
    lease,
    rowsOf(kind),
    (sql, rows, progress) => sql<{
      readonly losing: string | null
      readonly read: number
      readonly last: string | null
    }>`
      select
        json_agg(json_build_object('id', id, 'fields', fields, 'isChanged', is_changed) order by id)::text as losing,
        ${progress}
      from (${rows}) as emptied`
  ).pipe(Stream.map(({ losing }) => JSON.parse(losing ?? "[]") as ReadonlyArray<Losing>))

/** Writes what the scan has emptied of a kind, without the `kept` fields. */
const writeEmptied = (scan: Scan, kind: RecordKind.Any, kept: ReadonlyArray<EmptiedRule.KeptField>) => {
  const fields = new Set(kept.flatMap((field) => (field.kind === kind.name ? [field.path] : [])))
  return losingOf(scan, kind).pipe(
    Stream.flatMap((all) => Stream.fromIterable(Arr.chunksOf(all, MAX_ROWS))),
    Stream.runFoldEffect(0, (sum, some) =>
      Effect.map(WriteTransaction.write(scan.lease, writeSome(scan, kind, fields, some)), (changed) => sum + changed)
    )
  )
}

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
 * Writes at the end of a complete scan what it has emptied, except for the `kept` fields; returns how many records of each kind have changed
 * only now.
 *
 * It uses several transactions. If it is interrupted, the scan is not closed: the next run ends it again.
 */
export const settle = (
  scan: Scan,
  counts: EmptiedRule.FieldCounts,
  kept: ReadonlyArray<EmptiedRule.KeptField>,
  before: ReadonlyArray<EmptiedRule.KeptField>
): Leased<ReadonlyMap<string, number>> =>
  Effect.gen(function* () {
    const emptied = scan.kinds.filter(({ name }) => EmptiedRule.hasEmptied(counts, name))
    if (emptied.length === 0 && before.length === 0) return new Map()
    yield* withLease(scan.lease, addKept(scan, kept))
    const changed = yield* Effect.forEach(emptied, (kind) =>
      Effect.map(writeEmptied(scan, kind, kept), (records) => [kind.name, records] as const)
    )
    // Last, because they decide what is written.
    yield* withLease(scan.lease, Effect.zipRight(forgetKept(scan), addKept(scan, kept)))
    return new Map(changed)
  })
