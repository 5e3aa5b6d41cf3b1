import { Data, Effect } from "effect"
import * as EventLoop from "../EventLoop.js"
import * as Result from "../Result.js"
import * as DuplicateRule from "./DuplicateRule.js"
import { deriveId, type NormalizedRecord, normalize, type Owner, type Rejection } from "./normalize.js"
import type * as RecordKind from "./RecordKind.js"
import * as UnmappedValues from "./UnmappedValues.js"

/** The records of one kind from one response of the vendor. */
export interface Batch extends UnmappedValues.Unmapped {
  /** The kind of all records of the batch. */
  readonly kind: RecordKind.Any
  /** The records, each id once; if rows repeat an id, the one that `DuplicateRule` says. */
  readonly records: ReadonlyArray<NormalizedRecord>
  /** The last record of each id that rows repeat: in a delta it wins, because it is a later change. */
  readonly repeats: ReadonlyArray<NormalizedRecord>
  /** The rows with the id of one of the records and with other content, each content once. */
  readonly duplicates: ReadonlyArray<NormalizedRecord>
  /** How many values of the records could not be read. */
  readonly unreadable: number
  /** What was wrong with these values, each issue once, as `path: Expected ...`. */
  readonly unreadableIssues: ReadonlyArray<string>
  /** The rows that could not become records. */
  readonly rejections: ReadonlyArray<Rejection>
  /** How many rows become no record of this kind, as their mapping says; absent for records that are not themselves the rows of a list. */
  readonly skipped?: number
  /** The `vendor_id`s of rows of which nobody knows whether they are records of this kind: they keep the records that they have. */
  readonly undecided: ReadonlyArray<string>
  /** The `vendor_id`s of records that a delta reports as removed. */
  readonly removed: ReadonlyArray<string>
  /** Whether rows that could not be read may hide records of this kind that cannot be identified, so that no absence proves anything. */
  readonly isIncomplete: boolean
  /** The service's ids of records whose relations of this kind could not be read completely, so that they count as seen. */
  readonly keptBelow: ReadonlyArray<string>
}

/** A row that could not be read. */
export interface Unreadable {
  /** What is wrong, as `path: Expected ...`, without the values of the row. */
  readonly issues: ReadonlyArray<string>
  /** The `vendor_id` of the row's record; null if the row has no id either. */
  readonly vendorId: string | null
  /** Whether nothing is wrong with the row, but nobody knows whether it is a record of the kind; false by default. */
  readonly isUndecided?: boolean
}

/** A row of which nobody knows whether it is a record of the kind. It keeps the record that it has, and does not count as rejected. */
export const undecided = (vendorId: string | null): Unreadable => ({ issues: [], vendorId, isUndecided: true })

/** A draft of which some fields could not be read. */
export class PartlyRead extends Data.Class<{
  /** The draft, with what the mapping makes of null in the fields that could not be read. */
  readonly draft: Readonly<Record<string, unknown>>
  /** The paths of the fields that could not be read. */
  readonly unread: ReadonlyArray<string>
  /** What was wrong with values of the row, as `path: Expected ...`; empty if a refused lookup left the fields unread. */
  readonly unreadable: ReadonlyArray<string>
}> {}

/** The draft that a mapping made of a row; its failure says why the row could not be read. */
export type Mapped = Result.Result<PartlyRead | Readonly<Record<string, unknown>>, Unreadable>

/** A row below which records of a kind could not be read, such as a group whose members are unknown. */
export interface UnreadParent {
  /** The kind of the row's own record; null if it has none. */
  readonly kind: RecordKind.Any | null
  /** The `vendor_id` of the row's own record; null if the row has no readable id. */
  readonly vendorId: string | null
}

/**
 * The batch, with everything below these rows kept.
 *
 * The relations of a known record are kept one by one. For other kinds, and below an unknown row, no absence proves anything.
 */
export const keeping = (batch: Batch, owner: Owner, parents: ReadonlyArray<UnreadParent>): Batch => {
  if (parents.length === 0) return batch
  const { relation } = batch.kind
  const ends = relation === null ? [] : [relation.source.kind, relation.target.kind]
  const ids = parents.map(({ kind, vendorId }) =>
    kind === null || vendorId === null || !ends.includes(kind.name)
      ? null
      : deriveId(owner.connectionId, kind.name, vendorId)
  )
  const known = ids.filter((id) => id !== null)
  return {
    ...batch,
    isIncomplete: batch.isIncomplete || known.length < ids.length,
    keptBelow: [...batch.keptBelow, ...known]
  }
}

/** A batch without records that keeps everything below these rows. */
export const unreadBelow = (kind: RecordKind.Any, owner: Owner, parents: ReadonlyArray<UnreadParent>): Batch =>
  keeping(make(kind, owner, []), owner, parents)

/** The records of a delta, in which the last row with an id wins. */
export const latest = ({ records, repeats }: Batch): ReadonlyArray<NormalizedRecord> => {
  if (repeats.length === 0) return records
  const later = new Set(repeats.map(({ id }) => id))
  return [...records.filter(({ id }) => !later.has(id)), ...repeats]
}

/** What a batch counts of the values of its records. */
const countsOf = (kind: RecordKind.Any, records: ReadonlyArray<NormalizedRecord>) => {
  const issues = records.flatMap(({ unreadable }) => unreadable)
  return {
    ...UnmappedValues.count(kind.catchAlls, records),
    unreadable: issues.length,
    unreadableIssues: [...new Set(issues)]
  }
}

/** The batch with only these of its records. */
export const withRecords = (batch: Batch, records: ReadonlyArray<NormalizedRecord>): Batch => {
  if (records.length === batch.records.length && records.every((record, index) => record === batch.records[index])) {
    return batch
  }
  const kept = new Set(records.map(({ id }) => id))
  return {
    ...batch,
    records,
    repeats: batch.repeats.filter(({ id }) => kept.has(id)),
    duplicates: batch.duplicates.filter(({ id }) => kept.has(id)),
    ...countsOf(batch.kind, records)
  }
}

/** How many rows a page has, and those of them that could not be read. */
export interface PageRows {
  /** How many rows there are. */
  readonly count: number
  /** The rows that could not be read. */
  readonly rejections: ReadonlyArray<Rejection>
}

/** The rows of a page, each once, although a row is in the batch of each kind that it may become. */
export const rowsOf = (batches: ReadonlyArray<Batch>): PageRows => {
  const first = batches.find(({ skipped }) => skipped !== undefined)
  const isRepeated = ({ kind, skipped }: Batch) => skipped !== undefined && kind !== first?.kind
  const once = batches.filter((batch) => !isRepeated(batch))
  const rejections = once.flatMap((batch) => batch.rejections)
  const keyOf = ({ issues, vendorId }: Rejection) => JSON.stringify([vendorId, issues])
  const known = new Set(rejections.map(keyOf))
  const further = batches
    .filter(isRepeated)
    .flatMap((batch) => batch.rejections.filter((each) => !known.has(keyOf(each))))
  return {
    count: once.reduce(
      (sum, { records, rejections: rejected, skipped = 0 }) => sum + records.length + rejected.length + skipped,
      0
    ),
    rejections: [...rejections, ...further]
  }
}

/** Whether nobody knows if the row is a record. */
export const isUndecided = (row: Mapped): row is Extract<Mapped, { readonly _tag: "Failure" }> =>
  Result.isFailure(row) && row.failure.isUndecided === true

type Normalized = Result.Result<NormalizedRecord, Rejection>

const normalizeRow = (kind: RecordKind.Any, owner: Owner, row: Mapped): Normalized => {
  if (Result.isFailure(row)) return Result.fail({ kind: kind.name, ...row.failure })
  if (!(row.success instanceof PartlyRead)) return normalize(kind, owner, row.success)
  const { draft, unread, unreadable } = row.success
  return normalize(kind, owner, draft, unread, unreadable)
}

/** The records of one kind while its rows are read. */
class Collected {
  private readonly records = new Map<string, NormalizedRecord>()
  private readonly repeats = new Map<string, NormalizedRecord>()
  private readonly rivals = new Map<string, DuplicateRule.Rivals<NormalizedRecord>>()
  private readonly rejections: Array<Rejection> = []
  private readonly undecided: Array<string> = []
  private isIncomplete = false

  /** Notes a row that may be a record. */
  keep(vendorId: string | null): void {
    if (vendorId === null) this.isIncomplete = true
    else this.undecided.push(vendorId)
  }

  /** Adds the next row. */
  add(row: Normalized): void {
    if (Result.isFailure(row)) {
      this.rejections.push(row.failure)
      if (row.failure.vendorId === null) this.isIncomplete = true
      return
    }
    const record = row.success
    const { id } = record
    const before = this.records.get(id)
    if (before === undefined) {
      this.records.set(id, record)
      return
    }
    const rivals = this.rivals.get(id) ?? new DuplicateRule.Rivals(before)
    rivals.add(record)
    this.rivals.set(id, rivals)
    this.repeats.set(id, record)
    this.records.set(id, rivals.winner)
  }

  /** The batch of all rows. */
  batch(kind: RecordKind.Any, removed: ReadonlyArray<string>): Batch {
    const kept = [...this.records.values()]
    return {
      kind,
      records: kept,
      repeats: [...this.repeats.values()],
      rejections: this.rejections,
      duplicates: kept.flatMap(({ id }) => this.rivals.get(id)?.losers ?? []),
      undecided: this.undecided,
      removed,
      isIncomplete: this.isIncomplete,
      keptBelow: [],
      ...countsOf(kind, kept)
    }
  }
}

/** Normalizes the drafts from one response, with a pause before a row whenever one is due: a row can be long. */
export const makeInTurns = (
  kind: RecordKind.Any,
  owner: Owner,
  rows: ReadonlyArray<Mapped>,
  removed: ReadonlyArray<string> = []
): Effect.Effect<Batch> =>
  Effect.suspend(() => {
    const collected = new Collected()
    const added = EventLoop.map(rows, (row) =>
      isUndecided(row) ? collected.keep(row.failure.vendorId) : collected.add(normalizeRow(kind, owner, row))
    )
    return Effect.map(added, () => collected.batch(kind, removed))
  })

/** Like `makeInTurns`, at once: for few rows. */
export const make = (
  kind: RecordKind.Any,
  owner: Owner,
  rows: ReadonlyArray<Mapped>,
  removed: ReadonlyArray<string> = []
): Batch => EventLoop.runSync(makeInTurns(kind, owner, rows, removed))
