/*
 * When a record that full scans no longer contain is deleted. Pure, so that every store can use the same rule.
 *
 * One complete full scan proves that a record is gone only if the vendor's own total equals the number of distinct records seen. If most
 * records of a small kind are missing, even that total does not suffice. Otherwise two complete full scans in a row must have missed it: a
 * list can shift while it is read, a vendor's page can be empty by mistake, and credentials can lose the right to see most of a list.
 */

import type { Extractor, HeldBackReason } from "@tributary/core"

/** When a sweep waits for a confirmation, because so many missing records more likely mean an incomplete answer than real deletions. */
export interface SweepGuard {
  /** The share of the records of a kind, 0 to 1, from which a sweep needs a confirmation. A vendor that gives all rows new ids makes it exactly half. */
  readonly maxShare: number
  /** The share does not apply to kinds with fewer records. */
  readonly minRecords: number
}

/** By default, a sweep needs a confirmation if half or more of a kind with at least 100 records is missing. */
export const defaultGuard: SweepGuard = { maxShare: 0.5, minRecords: 100 }

/** What a complete full scan proves about the records of one kind that it missed. */
export interface Evidence {
  /** Whether it read every row of the kind; false if rows without a readable id, or those behind an early end of the list, may be the missing records. */
  readonly isReadable: boolean
  /** Whether the vendor's own total proves that the scan missed no record. */
  readonly isConfirmed: boolean
}

/** What a complete full scan of an extractor has found, as far as the evidence depends on it. */
export interface Completed {
  /** How many records of the extractor's first kind the vendor announced; null if it announced none that can be believed. */
  readonly total: number | null
  /** How many distinct records of the first kind the scan contained, including rejected rows with an id. */
  readonly seen: number
  /** The kinds of which rows without a readable id were rejected, or whose list may have ended early. */
  readonly unreadable: ReadonlyArray<string>
}

/**
 * The kinds whose records a total of the extractor's list proves: the list's own kind, and no other.
 *
 * The total counts rows. It says nothing about the records of another list, such as the list below each row, or about those that a row
 * contains, which a vendor may leave out of a row that it still counts.
 */
export const countedKinds = ({ kinds, lists }: Extractor.Any): ReadonlyArray<string> => {
  const [first] = kinds
  const isOwn = lists.some(({ kind, role }) => role === "own" && kind !== null && kind.name === first?.name)
  return isOwn && first !== undefined ? [first.name] : []
}

/** The vendor's total, if it can prove anything: a resumed scan may have seen records that have left since. */
export const believedTotal = ({ isResumed }: { readonly isResumed: boolean }, total: number | null): number | null =>
  isResumed ? null : total

/** What the scan proves about a kind. */
export const evidenceOf = (
  kind: string,
  counted: ReadonlyArray<string>,
  { seen, total, unreadable }: Completed
): Evidence => ({
  isReadable: !unreadable.includes(kind),
  // An empty list may be a vendor's mistake, whatever its total says.
  isConfirmed: total === seen && seen > 0 && unreadable.length === 0 && counted.includes(kind)
})

/** How many full scans in a row have missed a record after one more has; `before` is null if the last scan saw it. */
export const missesAfter = ({ isReadable }: Evidence, before: number | null): number =>
  isReadable ? (before ?? 0) + 1 : 0

/** How many full scans in a row must have missed a record before it is deleted. */
export const missesNeeded = ({ isConfirmed }: Evidence): number => (isConfirmed ? 1 : 2)

/** The records of a kind after a complete full scan, in numbers. */
export interface Tally {
  /** Records that are not gone. */
  readonly live: number
  /** Live records that the scan missed. */
  readonly unseen: number
  /** Unseen records whose deletion was held back before, and which an operator has confirmed. */
  readonly released: number
  /** Other unseen records that enough scans in a row have missed. */
  readonly due: number
}

/**
 * The evidence once it is known how much is missing. Of a kind that is too small for the guard, a total does not confirm that most records
 * are gone: a vendor that has taken rights away tells a smaller list with a total that fits it, so that a second scan has to miss them too.
 */
export const weighed = (guard: SweepGuard, evidence: Evidence, { live, released, unseen }: Tally): Evidence => {
  const left = live - released
  const isSuspicious = left < guard.minRecords && unseen - released > left * guard.maxShare
  return isSuspicious ? { ...evidence, isConfirmed: false } : evidence
}

/** What happens to the unseen records. Released records are deleted in any case. */
export type Verdict =
  /** Deletes what is due. */
  | { readonly _tag: "Delete" }
  /** Deletes nothing else; the unseen records with at least `misses` wait for an operator. */
  | { readonly _tag: "Hold"; readonly reason: HeldBackReason; readonly misses: number; readonly count: number }

/** Whether all of several records are missing. Released records count as gone. */
const isEverything = ({ live, unseen }: Tally): boolean => unseen === live && live > 1

/** Whether so much is missing that the answer was more likely incomplete. Released records count as gone; the guard judges the rest. */
const suspicion = (guard: SweepGuard, tally: Tally): HeldBackReason | null => {
  const unseen = tally.unseen - tally.released
  const live = tally.live - tally.released
  if (isEverything(tally)) return "EVERYTHING"
  return live >= guard.minRecords && unseen >= live * guard.maxShare ? "LARGE_SHARE" : null
}

/** Decides about the unseen records of one kind. */
export const decide = (guard: SweepGuard, evidence: Evidence, tally: Tally): Verdict => {
  const waiting = tally.unseen - tally.released
  if (!evidence.isReadable && waiting > 0) {
    // An empty list that may be cut short has no rows that could be the missing records.
    const reason = isEverything(tally) ? "EVERYTHING" : "UNREADABLE_ROWS"
    return { _tag: "Hold", reason, misses: 0, count: waiting }
  }
  const reason = tally.due > 0 ? suspicion(guard, tally) : null
  if (reason === null) return { _tag: "Delete" }
  return { _tag: "Hold", reason, misses: missesNeeded(evidence), count: tally.due }
}
