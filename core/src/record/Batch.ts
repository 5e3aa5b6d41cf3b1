import { Either } from "effect"
import { type NormalizedRecord, normalize, type Owner, type Rejection } from "./normalize.js"
import type * as RecordKind from "./RecordKind.js"
import * as CatchAll from "./UnmappedValues.js"

/** The records of one kind that one answer gave. */
export interface Batch extends CatchAll.Unmapped {
  readonly kind: RecordKind.Any
  /** No id twice: the last of several wins. */
  readonly records: ReadonlyArray<NormalizedRecord>
  readonly rejections: ReadonlyArray<Rejection>
  /** Rows that repeated an id of the same batch. */
  readonly duplicates: number
  /** The `vendor_id`s that a delta names as gone. */
  readonly removed: ReadonlyArray<string>
}

/** A row that was read, and its mapping's draft; or why it could not be read. */
export type Mapped = Either.Either<Readonly<Record<string, unknown>>, ReadonlyArray<string>>

/** Normalizes the drafts of one answer. */
export const make = (
  kind: RecordKind.Any,
  owner: Owner,
  rows: ReadonlyArray<Mapped>,
  removed: ReadonlyArray<string> = []
): Batch => {
  const records = new Map<string, NormalizedRecord>()
  const rejections: Array<Rejection> = []
  let duplicates = 0
  for (const row of rows) {
    if (Either.isLeft(row)) {
      rejections.push({ kind: kind.name, vendorId: null, issues: row.left })
      continue
    }
    const record = normalize(kind, owner, row.right)
    if (Either.isLeft(record)) {
      rejections.push(record.left)
      continue
    }
    if (records.delete(record.right.id)) duplicates += 1
    records.set(record.right.id, record.right)
  }
  const kept = [...records.values()]
  return { kind, records: kept, rejections, duplicates, removed, ...CatchAll.count(kind.catchAlls, kept) }
}
