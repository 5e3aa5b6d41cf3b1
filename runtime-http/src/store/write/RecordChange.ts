import type * as ChangePosition from "./ListLock.js"

/** What one write transaction holds and has done: its locks, and the records that it changed through their relations. */
export interface RecordChange {
  readonly connectionId: string
  readonly positions: ChangePosition.ChangePositions
  /** By kind, the ids of the records whose relations changed. */
  readonly touched: Map<string, Set<string>>
}

/** The held position of a kind that the transaction was begun for. */
export const positionOf = (change: RecordChange, kind: string): ChangePosition.ChangePosition => {
  const position = change.positions.get(kind)
  if (position === undefined) throw new Error(`The kind ${kind} is written without its lock.`)
  return position
}
