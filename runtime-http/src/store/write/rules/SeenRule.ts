/*
 * Which rows of a full scan are stored. Pure, so that every store can use the same rule.
 *
 * The first row with an id is stored; a later one only if `DuplicateRule` says so, see `compareDuplicates`. A row that could not be read stores
 * nothing, so a readable one with its id still counts as the first.
 *
 * A scan that is resumed reads some rows again, such as those of a page that was not stored as a whole. Then counts what it reads now, because
 * nothing else may ever tell what changed in between.
 */

import {
  Batch,
  DuplicateRule,
  type DuplicateSample,
  EmptyFields,
  NormalizedRecord,
  type RecordKind,
  StoredFields
} from "@tributary/core"
import type { Scan } from "../Scan.js"

/** Ids of records, by the name of their kind. */
export type IdsByKind = Map<string, Set<string>>

/** What a piece of a full scan contains. */
export interface SeenIds {
  /** The ids of the records. */
  readonly stored: IdsByKind
  /** The ids of rejected and undecided rows that are not among the records. They still exist at the vendor, so their stored versions stay. */
  readonly rejected: IdsByKind
}

/** Whether rows that were stored before this run count as seen, but not as stored. */
export const isReadAgain = ({ isResumed, mode }: Scan): boolean => isResumed && mode === "full"

/** The ids of the rejected rows of a batch, and of those of which nobody knows whether they are records. */
export const rejectedIds = (
  connectionId: string,
  { kind, rejections, undecided }: Batch.Batch
): ReadonlyArray<string> =>
  [...rejections.flatMap(({ vendorId }) => vendorId ?? []), ...undecided].map((vendorId) =>
    NormalizedRecord.deriveId(connectionId, kind.name, vendorId)
  )

/** The ids of the records that a batch reports as removed. */
export const removedIds = (connectionId: string, { kind, removed }: Batch.Batch): ReadonlyArray<string> =>
  removed.map((vendorId) => NormalizedRecord.deriveId(connectionId, kind.name, vendorId))

/** The ids of a kind, to which more can be added. */
export const idsIn = (all: IdsByKind, kind: string): Set<string> => {
  const ids = all.get(kind) ?? new Set()
  all.set(kind, ids)
  return ids
}

/** What the batches contain. */
export const idsOf = (connectionId: string, batches: ReadonlyArray<Batch.Batch>): SeenIds => {
  const stored: IdsByKind = new Map()
  const rejected: IdsByKind = new Map()
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
  return { stored, rejected }
}

/** What a batch of a full scan adds. */
export interface Chosen {
  /** The batch with only the records of ids that the scan has not stored before. */
  readonly batch: Batch.Batch
  /** The records of ids that it has stored before this piece of a page. */
  readonly repeated: Batch.Batch["records"]
}

/** What the batches add; `fresh` are the ids that the scan has not stored before, and loses them. */
export const chosen = (batches: ReadonlyArray<Batch.Batch>, fresh: IdsByKind): ReadonlyArray<Chosen> => {
  const inPiece: IdsByKind = new Map()
  return batches.map((batch) => {
    const ids = fresh.get(batch.kind.name)
    const before = idsIn(inPiece, batch.kind.name)
    const repeated = batch.records.filter(({ id }) => ids?.has(id) !== true && !before.has(id))
    const own = batch.records.filter(({ id }) => ids?.delete(id) === true)
    for (const { id } of own) before.add(id)
    return { batch: Batch.withRecords(batch, own), repeated }
  })
}

/** The ids of which several batches say something. What is stored then does not tell whether a later one changes anything. */
export const repeatedIds = (connectionId: string, batches: ReadonlyArray<Batch.Batch>): ReadonlySet<string> => {
  const all = new Set<string>()
  const repeated = new Set<string>()
  const kinds = new Set(batches.map(({ kind }) => kind.name))
  for (const batch of kinds.size < batches.length ? batches : []) {
    const ids = new Set([...batch.records.map(({ id }) => id), ...removedIds(connectionId, batch)])
    for (const id of ids) (all.has(id) ? repeated : all).add(id)
  }
  return repeated
}

/*
 * The rows of a full scan that have the id of another row and other content. `DuplicateRule` says which one is stored when the scan has read
 * both. Nothing is remembered from scan to scan: a row that would be skipped because it has lost before may be the only one by now. So a
 * record whose losing row comes first is written twice by each scan, and is the same after each.
 */

type Row = NormalizedRecord.NormalizedRecord

/** A row that lost against another one with its id. */
export interface Duplicate {
  readonly kind: RecordKind.Any
  /** What the job shows of it. */
  readonly sample: DuplicateSample
}

/** The row that lost against the winner. */
export const duplicatesOf = (
  kind: RecordKind.Any,
  loser: DuplicateRule.Candidate,
  winner: DuplicateRule.Candidate & Pick<Row, "id">
): Duplicate => ({
  kind,
  sample: { record_kind: kind.name, id: winner.id, fields: DuplicateRule.differences(winner, loser) }
})

/** The rows of a batch of a full scan that lost against its records. */
export const duplicatesWithin = ({ duplicates, kind, records }: Batch.Batch): ReadonlyArray<Duplicate> => {
  if (duplicates.length === 0) return []
  const winners = new Map(records.map((record) => [record.id, record]))
  return duplicates.flatMap((loser) => {
    const winner = winners.get(loser.id)
    return winner === undefined ? [] : [duplicatesOf(kind, loser, winner)]
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
export const compareDuplicates = (
  scan: Scan,
  kind: RecordKind.Any,
  read: Row,
  { onRequest, wire }: Pick<Row, "onRequest" | "wire">
): Settled => {
  const value = StoredFields.valueOf({ onRequest, wire })
  const stored: Row = { ...read, onRequest, wire, value, unread: [] }
  // What a scan empties is written at its end, so until then a record may have more than any of its rows.
  const emptied = Object.keys(scan.isGuarded ? EmptyFields.emptied(kind, value, read) : {})
  const kept =
    emptied.length === 0
      ? read
      : StoredFields.keep(kind, { ...read, unread: emptied }, { wire, onRequest, isGone: false })
  const row = { ...kept, unread: read.unread }
  if (DuplicateRule.isSame(row, stored)) return { winner: null, duplicate: null }
  return DuplicateRule.wins(row, stored)
    ? { winner: row, duplicate: duplicatesOf(kind, stored, row) }
    : { winner: null, duplicate: duplicatesOf(kind, row, stored) }
}
