/*
 * Which rows of a full scan are stored. Pure, so that every store can use the same rule.
 *
 * The first row with an id wins, so that a vendor that repeats an id with other content does not move the record in every scan. A row that
 * could not be read stores nothing, so a readable one with its id still counts as the first.
 *
 * A scan that is resumed reads some rows again, such as those of a page that was not stored as a whole. Then counts what it reads now, because
 * nothing else may ever tell what changed in between.
 */

import { Batch, RecordId } from "@tributary/core"
import type { Scan } from "./Scan.js"

/** Ids of records, by the name of their kind. */
export type IdsByKind = Map<string, Set<string>>

/** What a piece of a full scan contains. */
export interface SeenIds {
  /** The ids of the records. */
  readonly stored: IdsByKind
  /** The ids of rejected rows that are not among the records. They still exist at the vendor, so their stored versions stay. */
  readonly rejected: IdsByKind
}

/** Whether rows that were stored before this run count as seen, but not as stored. */
export const isReadAgain = ({ isResumed, mode }: Scan): boolean => isResumed && mode === "full"

/** The ids of the rejected rows of a batch. */
export const rejectedIds = (connectionId: string, { kind, rejections }: Batch.Batch): ReadonlyArray<string> =>
  rejections.flatMap(({ vendorId }) => (vendorId === null ? [] : [RecordId.derive(connectionId, kind.name, vendorId)]))

/** The ids of the records that a batch reports as removed. */
export const removedIds = (connectionId: string, { kind, removed }: Batch.Batch): ReadonlyArray<string> =>
  removed.map((vendorId) => RecordId.derive(connectionId, kind.name, vendorId))

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

/** The batches with only the first record of each fresh id; `fresh` are the ids that the scan has not stored before, and loses them. */
export const firsts = (batches: ReadonlyArray<Batch.Batch>, fresh: IdsByKind): ReadonlyArray<Batch.Batch> =>
  batches.map((batch) => {
    const ids = fresh.get(batch.kind.name)
    return Batch.withRecords(
      batch,
      batch.records.filter(({ id }) => ids?.delete(id) === true)
    )
  })
