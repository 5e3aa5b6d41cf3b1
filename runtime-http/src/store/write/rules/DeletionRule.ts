/*
 * When a record that full scans no longer contain is deleted. Pure, so that every store can use the same rule.
 *
 * One complete full scan proves that a record is gone only if the vendor's own total equals the number of distinct records seen. If most
 * records of a small kind are missing, even that total does not suffice. Otherwise two complete full scans must have missed it that began
 * a distance apart, and none in between may have seen it: a list can shift while it is read, a vendor's page can be empty by mistake,
 * credentials can lose the right to see most of a list, and such a fault lasts for minutes.
 */

import { Extractor, type HeldBackDecision, type HeldBackReason, type RecordKind } from "@tributary/core"

/** What a sweep asks for before it deletes records that scans have missed. */
export interface SweepGuard {
  /** How many seconds at least lie between the starts of two scans that prove what no total proves. */
  readonly evidenceSecs: number
  /** The share of the records of a kind, 0 to 1, from which a sweep needs a confirmation. A vendor that gives all rows new ids makes it exactly half. */
  readonly maxShare: number
  /** The share does not apply to kinds with fewer records. */
  readonly minRecords: number
  /** The share of the parents, 0 to 1, above which a sweep needs a confirmation if they have lost all their members. */
  readonly maxEmptied: number
  /** Fewer parents may lose all their members without a confirmation, whatever share they are. */
  readonly minEmptied: number
  /** What scans empty of a field that fewer records have is believed at once; see `EmptiedRule`. */
  readonly minFilled: number
}

/** By default, two scans are an hour apart, and a sweep needs a confirmation for half of 100 or more records, or if more than a tenth and at least 20 of the parents are empty. A field that most of 20 or more records would lose needs a second scan. */
export const defaultGuard: SweepGuard = {
  evidenceSecs: Extractor.DEFAULT_EVIDENCE_SECS,
  maxShare: 0.5,
  minRecords: 100,
  maxEmptied: 0.1,
  minEmptied: 20,
  minFilled: 20
}

/** What a complete full scan proves about the records of one kind that it missed. */
export interface Evidence {
  /** Whether it read every row of the kind; false if rows without a readable id, or those behind an early end of the list, may be the missing records. */
  readonly isReadable: boolean
  /** Whether the vendor's own total proves that the scan missed no record. */
  readonly isConfirmed: boolean
  /** Whether everything that the scan missed is of the tenant before, which the customer has replaced; false by default. */
  readonly isReplaced?: boolean
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

/** What the first complete full scan of a tenant that has replaced another one proves: it needs neither a second scan nor a confirmation. */
export const replaced: Evidence = { isReadable: true, isConfirmed: true, isReplaced: true }

/** A full scan, as far as the distance to another one depends on it. Instants are milliseconds since 1970, by the clock of the database. */
export interface ScanTimes {
  readonly number: number
  /** When its first run began. */
  readonly startedAt: number
  /** When the run that ends it began, or resumed it. */
  readonly openedAt: number
  /** Since when that clock has not been put forward, as far as the process knows; 0, the default, if it never was. */
  readonly steadySince?: number
}

/** When scans began to miss a record. */
export interface Miss {
  /** The number of the first full scan that missed it. */
  readonly firstScan: number
  /** From when on that counts; null while rows that could not be read may hide it. */
  readonly since: number | null
}

/**
 * From when on a record counts as missing after one more scan has missed it; `before` is what earlier scans said, null if they saw it.
 *
 * A scan that several runs read counts from its last run on, because it may have read the page without the record just before its end. An
 * instant in the future says nothing, because the clock was set back, nor does one before the clock was put forward.
 */
export const missingSince = (
  { isReadable }: Evidence,
  { openedAt, steadySince = 0 }: Pick<ScanTimes, "openedAt" | "steadySince">,
  before: number | null
): number | null => {
  if (before !== null && before >= steadySince && before <= openedAt) return before
  return isReadable ? openedAt : null
}

/** Which missing records are meant: those that have been missing since this scan or an earlier one, and since this instant or longer. */
export interface Bound {
  readonly firstScan: number
  /** Null for all, also those that rows may hide that could not be read. */
  readonly since: number | null
}

/** Whether the record is among those that are meant. */
export const isWithin = (bound: Bound, { firstScan, since }: Miss): boolean =>
  firstScan <= bound.firstScan && (bound.since === null || (since !== null && since <= bound.since))

/** Which of the records that a scan has missed are proven to be gone. */
export const provenBy = (guard: SweepGuard, { isConfirmed }: Evidence, scan: ScanTimes): Bound =>
  isConfirmed
    ? { firstScan: scan.number, since: scan.openedAt }
    : { firstScan: scan.number - 1, since: scan.startedAt - guard.evidenceSecs * 1_000 }

/** When a full scan is due that can prove that a record is gone, in milliseconds since 1970. */
export const provableAt = ({ evidenceSecs }: Pick<SweepGuard, "evidenceSecs">, since: number): number =>
  since + evidenceSecs * 1_000

/**
 * When the full scan is due that decides about the missing records of several kinds; null if none is planned.
 *
 * `plannedSince` is the earliest first miss of a kind. What a planned scan misses first plans no further one, or a tenant that deletes a few
 * records each hour would be read in full each hour, whatever interval it has.
 */
export const confirmAt = (
  guard: SweepGuard,
  kinds: ReadonlyArray<{ readonly plannedSince: number | null }>
): number | null => {
  const all = kinds.flatMap(({ plannedSince }) => plannedSince ?? [])
  return all.length === 0 ? null : provableAt(guard, Math.min(...all))
}

/** The records of a kind after a complete full scan, in numbers. */
export interface Tally {
  /** Records that are not gone. */
  readonly live: number
  /** Live records that the scan missed. */
  readonly unseen: number
  /** Unseen records whose deletion was held back before, and which an operator has confirmed. */
  readonly released: number
  /** Other unseen records that are proven to be gone. */
  readonly due: number
}

/**
 * The parents of the records of a kind, such as the groups of memberships, in numbers. A parent that scans miss itself is left out, because
 * it may be missing by the same mistake.
 */
export interface Parents {
  /** Parents that the vendor still has, and that had members. */
  readonly all: number
  /** Those of them that have lost all their members. */
  readonly emptied: number
  /** The unseen records, without released ones, of emptied parents and of parents that are gone. */
  readonly members: number
}

/** The end of a relation at which its parents are: the column with their ids, and their kind. */
export interface ParentEnd {
  readonly column: "source_id" | "target_id"
  readonly kind: string
}

/**
 * Where the parents of a kind's records are; null if the kind is no relation.
 *
 * They are the rows of the list that an extractor reads, below which or in which it finds the records. If it reads neither end, they are
 * what has the members, such as the group.
 */
export const parentEndOf = (
  kinds: ReadonlyArray<Pick<RecordKind.Any, "name">>,
  { relation }: Pick<RecordKind.Any, "relation">
): ParentEnd | null => {
  if (relation === null) return null
  const target: ParentEnd = { column: "target_id", kind: relation.target.kind }
  const source: ParentEnd = { column: "source_id", kind: relation.source.kind }
  for (const { name } of kinds) for (const end of [target, source]) if (end.kind === name) return end
  return target
}

/** Of a kind whose records have no parents. */
export const noParents: Parents = { all: 0, emptied: 0, members: 0 }

/**
 * The evidence once it is known how much is missing. Of a kind that is too small for the guard, a total does not confirm that most records
 * are gone: a vendor that has taken rights away tells a smaller list with a total that fits it, so that a second scan has to miss them too.
 */
export const weighed = (guard: SweepGuard, evidence: Evidence, { live, released, unseen }: Tally): Evidence => {
  if (evidence.isReplaced === true) return evidence
  const left = live - released
  const isSuspicious = left < guard.minRecords && unseen - released > left * guard.maxShare
  return isSuspicious ? { ...evidence, isConfirmed: false } : evidence
}

/** What happens to the unseen records. Released records are deleted in any case. */
export type Verdict =
  /** Deletes what is due. */
  | { readonly _tag: "Delete" }
  /** Deletes nothing else; these records wait for an operator. */
  | { readonly _tag: "Hold"; readonly reason: HeldBackReason; readonly bound: Bound; readonly count: number }

/** Whether all of several records are missing. Released records count as gone. */
const isEverything = ({ live, unseen }: Tally): boolean => unseen === live && live > 1

/**
 * Whether so much is missing that the answer was more likely incomplete. Released records count as gone; the guard judges the rest.
 *
 * The members of one parent are one fact, however many they are: a group that is emptied loses all of them. So what counts is how many
 * parents are empty, and the guard judges the other records without those members.
 */
const suspicion = (guard: SweepGuard, tally: Tally, { all, emptied, members }: Parents): HeldBackReason | null => {
  const unseen = tally.unseen - tally.released - members
  const live = tally.live - tally.released - members
  if (emptied >= guard.minEmptied && emptied > all * guard.maxEmptied) return "EMPTIED_PARENTS"
  if (isEverything(tally) && (unseen > 0 || emptied > 1)) return "EVERYTHING"
  return live >= guard.minRecords && unseen > 0 && unseen >= live * guard.maxShare ? "LARGE_SHARE" : null
}

/** Whether the verdict can depend on the parents of the records. */
export const needsParents = (guard: SweepGuard, { isReadable }: Evidence, tally: Tally): boolean =>
  isReadable &&
  tally.due > 0 &&
  (tally.unseen - tally.released >= guard.minEmptied || suspicion(guard, tally, noParents) !== null)

/** What a verdict is about. */
export interface Case {
  readonly evidence: Evidence
  readonly tally: Tally
  readonly parents: Parents
  /** The scan that missed the records. */
  readonly scan: ScanTimes
}

/** Decides about the unseen records of one kind. */
export const decide = (guard: SweepGuard, { evidence, parents, scan, tally }: Case): Verdict => {
  const waiting = tally.unseen - tally.released
  if (!evidence.isReadable && waiting > 0) {
    // An empty list that may be cut short has no rows that could be the missing records.
    const reason = isEverything(tally) ? "EVERYTHING" : "UNREADABLE_ROWS"
    return { _tag: "Hold", reason, bound: { firstScan: scan.number, since: null }, count: waiting }
  }
  if (evidence.isReplaced === true) return { _tag: "Delete" }
  const reason = tally.due > 0 ? suspicion(guard, tally, parents) : null
  if (reason === null) return { _tag: "Delete" }
  return { _tag: "Hold", reason, bound: provenBy(guard, evidence, scan), count: tally.due }
}

/** Which missing records of a kind are held back. */
export interface Held extends Bound {
  /** What an operator decided; null while the deletions wait. */
  readonly decision: HeldBackDecision | null
}
