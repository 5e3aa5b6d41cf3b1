import * as Result from "../../Result.js"
import * as Batch from "../../record/Batch.js"
import type { Owner } from "../../record/normalize.js"
import type { Change, Changes, Related } from "./Changes.js"

/** What the rows of a page say besides themselves. */
export interface ParsedChanges {
  /** The ids of the rows that were removed. */
  readonly removed: ReadonlyArray<string>
  /** The records of other kinds that were added or removed. */
  readonly related: ReadonlyArray<Batch.Batch>
}

/** The changes of a page. */
export interface PageOfChanges extends ParsedChanges {
  /** The ids of the rows that changed and still exist. */
  readonly changed: ReadonlyArray<string>
  /** The rows that are not marked as removed, with those that are no changes. */
  readonly rows: ReadonlyArray<unknown>
  /** The rows that are no changes. */
  readonly unreadable: ReadonlyArray<Batch.Mapped>
}

/** The last item per key, because a row may change several times and only its last change counts. */
const lastPerKey = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> => {
  const found = new Map<string, A>()
  for (const item of items) found.set(key(item), item)
  return [...found.values()]
}

const identityOf = ({ kind, draft }: Related): string => `${kind.name} ${kind.identity(draft as never)}`

const relatedBatches = (owner: Owner, all: ReadonlyArray<Related>): ReadonlyArray<Batch.Batch> =>
  [...new Set(all.map(({ kind }) => kind))].map((kind) => {
    const own = all.filter((item) => item.kind === kind)
    const present = own.filter(({ isRemoved }) => !isRemoved).map(({ draft }) => Result.succeed(draft))
    const removed = own.filter(({ isRemoved }) => isRemoved).map(({ draft }) => kind.identity(draft as never))
    return Batch.make(kind, owner, present, removed)
  })

/** Reads the changes of a page. */
export const read = <Row>(
  { read }: Pick<Changes<Row>, "read">,
  owner: Owner,
  listed: ReadonlyArray<unknown>
): PageOfChanges => {
  const parsed = listed.map((row) => ({ row, change: read(row) }))
  const all: ReadonlyArray<Change> = parsed.flatMap(({ change }) => (Result.isSuccess(change) ? [change.success] : []))
  const last = lastPerKey(all, ({ id }) => id)
  const related = lastPerKey(
    all.flatMap((change) => change.related ?? []),
    identityOf
  )
  return {
    changed: last.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id),
    removed: last.filter(({ isRemoved }) => isRemoved).map(({ id }) => id),
    related: relatedBatches(owner, related),
    rows: parsed.filter(({ change }) => Result.isFailure(change) || !change.success.isRemoved).map(({ row }) => row),
    unreadable: parsed.flatMap(({ change }) =>
      Result.isFailure(change) ? [Result.fail({ issues: change.failure, vendorId: null })] : []
    )
  }
}
