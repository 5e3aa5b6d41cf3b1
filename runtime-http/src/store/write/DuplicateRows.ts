import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import {
  type Batch,
  DuplicateRule,
  type DuplicateSample,
  EmptyFields,
  type NormalizedRecord,
  type RecordKind,
  StoredFields as Stored
} from "@tributary/core"
import { Effect } from "effect"
import { contentHash } from "../postgres/RecordTable.js"
import type { Scan } from "./Scan.js"
import * as StoredFields from "./StoredFields.js"

/*
 * The rows of a full scan that have the id of another row and other content. `DuplicateRule` says which one is stored. The contents that
 * have lost are remembered until a complete scan no longer finds both: a row that has lost before is not stored, so that scans of the same
 * rows in any order write nothing. If the other row is gone, the next full scan but one stores the row that had lost.
 */

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type Row = NormalizedRecord.NormalizedRecord

/** A row that lost against another one with its id. */
export interface Duplicate {
  readonly kind: RecordKind.Any
  /** The content that lost. */
  readonly hash: string
  /** What the job shows of it. */
  readonly sample: DuplicateSample
}

/** How many rows that were not stored a scan keeps in memory. */
const MAX_PASSED = 10_000

/** The rows of scans that were not stored, because their content has lost in the scan before, by the ids of their records. */
const passed = new WeakMap<Scan, Map<string, Row>>()

/** Notes rows of the scan that were not stored, because their content has lost in the scan before. */
export const pass = (scan: Scan, rows: ReadonlyArray<Row>): void => {
  const known = passed.get(scan) ?? new Map<string, Row>()
  passed.set(scan, known)
  for (const row of rows) if (known.size < MAX_PASSED) known.set(row.id, row)
}

/** The row that lost against the winner. */
export const of = (
  kind: RecordKind.Any,
  loser: DuplicateRule.Candidate,
  winner: DuplicateRule.Candidate & Pick<Row, "id">
): Duplicate => ({
  kind,
  hash: contentHash(loser),
  sample: { record_kind: kind.name, id: winner.id, fields: DuplicateRule.differences(winner, loser) }
})

/** The rows of a batch of a full scan that lost against its records. */
export const within = ({ duplicates, kind, records }: Batch.Batch): ReadonlyArray<Duplicate> =>
  duplicates.flatMap((loser) => {
    const winner = records.find(({ id }) => id === loser.id)
    return winner === undefined ? [] : [of(kind, loser, winner)]
  })

/** What a row with an id that the scan has stored before does. */
export interface Settled {
  /** The row to store instead of the one that is stored; null if that stays. */
  readonly winner: Row | null
  /** The row that lost; null if both have the same content, such as a row that moved to a later page while the list was read. */
  readonly duplicate: Duplicate | null
}

/** Compares a row whose id the scan has stored before with what is stored. */
export const compare = (
  scan: Scan,
  kind: RecordKind.Any,
  read: Row,
  { onRequest, wire }: Pick<Row, "onRequest" | "wire">
): Settled => {
  const value = { ...JSON.parse(wire), ...JSON.parse(onRequest ?? "{}") } as Row["value"]
  const stored: Row = { ...read, onRequest, wire, value, unread: [] }
  // What a scan empties is written at its end, so until then a record may have more than any of its rows.
  const emptied = Object.keys(scan.isGuarded ? EmptyFields.emptied(kind, value, read) : {})
  const kept =
    emptied.length === 0 ? read : Stored.keep(kind, { ...read, unread: emptied }, { wire, onRequest, isGone: false })
  const row = { ...kept, unread: read.unread }
  if (DuplicateRule.isSame(row, stored)) {
    const before = passed.get(scan)?.get(row.id)
    return { winner: null, duplicate: before === undefined ? null : of(kind, before, row) }
  }
  return DuplicateRule.wins(row, stored)
    ? { winner: row, duplicate: of(kind, stored, row) }
    : { winner: null, duplicate: of(kind, row, stored) }
}

/** Compares rows whose ids the scan has stored before with what is stored. */
export const settle = (scan: Scan, kind: RecordKind.Any, rows: ReadonlyArray<Row>): Sql<ReadonlyArray<Settled>> =>
  Effect.gen(function* () {
    if (rows.length === 0) return []
    const { connectionId } = scan.lease
    const stored = yield* StoredFields.find(connectionId, kind, rows)
    const kept = yield* StoredFields.keep(connectionId, kind, rows)
    return kept.flatMap((row) => {
      const before = stored.get(row.id)
      return before === undefined || before.isGone ? [] : [compare(scan, kind, row, before)]
    })
  })

/** Remembers what has lost in this scan. */
export const remember = ({ lease, number }: Scan, duplicates: ReadonlyArray<Duplicate>): Sql<void> =>
  Effect.gen(function* () {
    if (duplicates.length === 0) return
    const sql = yield* SqlClient.SqlClient
    const rows = duplicates.map(({ hash, kind, sample: { id } }) => ({ kind: kind.name, id, hash }))
    yield* sql`
      insert into duplicate_row (connection_id, kind, id, hash, scan)
      select distinct ${lease.connectionId}::uuid, kind, id, hash, ${number}::bigint
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as lost (kind text, id uuid, hash bytea)
      on conflict (connection_id, kind, id, hash) do update set scan = excluded.scan`
  })

/** Whether the content `hash` of the record `id` has lost; a condition of a statement about one list. */
export const hasLost = (
  sql: SqlClient.SqlClient,
  connectionId: string,
  kind: string,
  row: { readonly id: Fragment; readonly hash: Fragment }
): Fragment => sql`exists (
  select from duplicate_row as lost
  where lost.connection_id = ${connectionId} and lost.kind = ${kind} and lost.id = ${row.id} and lost.hash = ${row.hash}
)`

/** Forgets what has not lost in the complete full scan `closed`, a relation with its `full_at`; a part of the statement that ends it. */
export const forget = (sql: SqlClient.SqlClient, { kinds, lease, number }: Scan): Fragment => sql`
  forgotten as (
    delete from duplicate_row
    where
      connection_id = ${lease.connectionId}
      and kind = any(${`{${kinds.map(({ name }) => name).join(",")}}`}::text[])
      and scan < ${number}::bigint
      and (select full_at from closed) is not null
  )`
