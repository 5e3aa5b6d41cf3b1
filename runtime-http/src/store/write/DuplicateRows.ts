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
import type { SqlClient, SqlError } from "../../Sql.js"
import type { Scan } from "./Scan.js"
import * as StoredFields from "./StoredFields.js"

/*
 * The rows of a full scan that have the id of another row and other content. `DuplicateRule` says which one is stored when the scan has read
 * both. Nothing is remembered from scan to scan: a row that would be skipped because it has lost before may be the only one by now. So a
 * record whose losing row comes first is written twice by each scan, and is the same after each.
 */

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type Row = NormalizedRecord.NormalizedRecord

/** A row that lost against another one with its id. */
export interface Duplicate {
  readonly kind: RecordKind.Any
  /** What the job shows of it. */
  readonly sample: DuplicateSample
}

/** The row that lost against the winner. */
export const of = (
  kind: RecordKind.Any,
  loser: DuplicateRule.Candidate,
  winner: DuplicateRule.Candidate & Pick<Row, "id">
): Duplicate => ({
  kind,
  sample: { record_kind: kind.name, id: winner.id, fields: DuplicateRule.differences(winner, loser) }
})

/** The rows of a batch of a full scan that lost against its records. */
export const within = ({ duplicates, kind, records }: Batch.Batch): ReadonlyArray<Duplicate> => {
  if (duplicates.length === 0) return []
  const winners = new Map(records.map((record) => [record.id, record]))
  return duplicates.flatMap((loser) => {
    const winner = winners.get(loser.id)
    return winner === undefined ? [] : [of(kind, loser, winner)]
  })
}

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
  const value = Stored.valueOf({ onRequest, wire })
  const stored: Row = { ...read, onRequest, wire, value, unread: [] }
  // What a scan empties is written at its end, so until then a record may have more than any of its rows.
  const emptied = Object.keys(scan.isGuarded ? EmptyFields.emptied(kind, value, read) : {})
  const kept =
    emptied.length === 0 ? read : Stored.keep(kind, { ...read, unread: emptied }, { wire, onRequest, isGone: false })
  const row = { ...kept, unread: read.unread }
  if (DuplicateRule.isSame(row, stored)) return { winner: null, duplicate: null }
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
