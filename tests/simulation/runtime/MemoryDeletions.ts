import type { HeldBackDecision, RecordKind } from "@tributary/core"
import * as DeletionRule from "../../../runtime-http/src/store/write/rules/DeletionRule.js"
import type { HeldBack, Missing as MissingByKind, Scan } from "../../../runtime-http/src/store/write/Scan.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"

/** A live record that the last full scan missed. */
interface Missing extends DeletionRule.Miss {
  readonly scan: number
  readonly isPlanned: boolean
}

/** Deletions that wait for an operator. */
export interface Held extends DeletionRule.Bound {
  readonly extractor: string
  readonly reason: HeldBack["reason"]
  count: number
  decision: HeldBackDecision | null
}

/** What the tables `missing_record` and `held_back_deletion` hold of one kind. */
interface KindState {
  readonly missing: Map<string, Missing>
  held: Held | null
}

/** What a sweep did with one kind. */
export interface Swept {
  readonly deleted: number
  readonly heldBack: HeldBack | null
  readonly missing: MissingByKind | null
  readonly plannedSince: number | null
}

const earliest = (instants: ReadonlyArray<number | null>): number | null => {
  const known = instants.filter((instant) => instant !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** Which records are missing, which deletions wait, and the sweep, which decides by the same rule as the store on Postgres. */
export class MemoryDeletions {
  private readonly kinds = new Map<string, KindState>()

  constructor(
    private readonly database: MemoryDatabase,
    private readonly guard: DeletionRule.SweepGuard
  ) {}

  private of(kind: string): KindState {
    const known = this.kinds.get(kind)
    if (known !== undefined) return known
    const made: KindState = { missing: new Map(), held: null }
    this.kinds.set(kind, made)
    return made
  }

  /** The deletions of a kind that wait for an operator; null if none wait. */
  held(kind: string): Held | null {
    const { held } = this.of(kind)
    return held?.decision === null ? held : null
  }

  /** The ids of the records of a kind whose deletion waits. */
  heldIds(kind: string): ReadonlySet<string> {
    const { held, missing } = this.of(kind)
    const ids = [...missing].flatMap(([id, record]) =>
      held !== null && DeletionRule.isWithin(held, record) ? [id] : []
    )
    return new Set(ids)
  }

  /** The missing records of a kind, by id. */
  missing(kind: string): ReadonlyMap<string, Missing> {
    return this.of(kind).missing
  }

  /** Forgets that records are missing. */
  forget(kind: string, ids: Iterable<string>): void {
    const state = this.of(kind)
    for (const id of ids) {
      const record = state.missing.get(id)
      if (record === undefined) continue
      if (state.held !== null && DeletionRule.isWithin(state.held, record)) state.held.count -= 1
      state.missing.delete(id)
    }
    if (state.held !== null && state.held.count <= 0) state.held = null
  }

  /** Forgets everything about these kinds. */
  clear(kinds: ReadonlyArray<RecordKind.Any>): void {
    for (const { name } of kinds) this.kinds.delete(name)
  }

  /** Stores an operator's decision; returns the extractors whose deletions it is about. */
  decide(decision: HeldBackDecision): ReadonlyArray<string> {
    const decided: Array<string> = []
    for (const { held } of this.kinds.values()) {
      if (held === null || held.decision !== null) continue
      held.decision = decision
      decided.push(held.extractor)
    }
    return decided
  }

  /** Notes each live record that the scan has not seen. */
  find(kind: string, scan: Scan, seen: ReadonlyMap<string, boolean>, evidence: DeletionRule.Evidence): void {
    const { held, missing } = this.of(kind)
    if (held?.decision === "DISMISS") {
      for (const [id, record] of missing) if (DeletionRule.isWithin(held, record)) missing.delete(id)
    }
    const { isConfirming, number } = scan
    for (const { id } of this.database.live(kind)) {
      if (seen.has(id)) continue
      const known = missing.get(id)
      const since = DeletionRule.missingSince(evidence, scan, known?.since ?? null)
      missing.set(id, {
        scan: number,
        firstScan: known?.firstScan ?? number,
        since,
        isPlanned: known !== undefined && known.since === since && since !== null ? known.isPlanned : !isConfirming
      })
    }
    for (const [id, { scan }] of missing) if (scan !== number || seen.has(id)) missing.delete(id)
  }

  /** The parents of a kind's records, in numbers. */
  private parentsOf(kind: RecordKind.Any, end: DeletionRule.ParentEnd, released: Held | null): DeletionRule.Parents {
    const { missing } = this.of(kind.name)
    const members = new Map<string, { isSeen: boolean; waiting: number }>()
    for (const record of this.database.live(kind.name)) {
      const id = end.column === "source_id" ? record.source : record.target
      if (id === null) continue
      const found = members.get(id) ?? { isSeen: false, waiting: 0 }
      members.set(id, found)
      const miss = missing.get(record.id)
      if (miss === undefined) found.isSeen = true
      else if (released === null || !DeletionRule.isWithin(released, miss)) found.waiting += 1
    }
    const parents = this.database.kind(end.kind).records
    const missingParents = this.of(end.kind).missing
    const sum = { all: 0, emptied: 0, members: 0 }
    for (const [id, { isSeen, waiting }] of members) {
      const parent = parents.get(id)
      if (parent === undefined || missingParents.has(id)) continue
      if (!parent.isGone && (isSeen || waiting > 0)) sum.all += 1
      if (!parent.isGone && !isSeen && waiting > 0) sum.emptied += 1
      if (parent.isGone || !isSeen) sum.members += waiting
    }
    return sum
  }

  /** Deletes or holds back what was found missing. */
  settle(scan: Scan, kind: RecordKind.Any, seen: ReadonlyMap<string, boolean>, evidence: DeletionRule.Evidence): Swept {
    const state = this.of(kind.name)
    const released = state.held?.decision === "CONFIRM" ? state.held : null
    const stored = this.database.kind(kind.name).records
    const seenStored = [...seen.keys()].filter((id) => stored.has(id)).length
    const tallyBy = (by: DeletionRule.Evidence) => {
      const proven = DeletionRule.provenBy(this.guard, by, scan)
      const tally = { live: seenStored + state.missing.size, unseen: state.missing.size, released: 0, due: 0 }
      const unproven: Array<Missing> = []
      for (const record of state.missing.values()) {
        if (released !== null && DeletionRule.isWithin(released, record)) tally.released += 1
        else if (DeletionRule.isWithin(proven, record)) tally.due += 1
        else if (record.since !== null) unproven.push(record)
      }
      return { proven, tally, unproven: by.isReadable ? unproven : [] }
    }
    const weighed = DeletionRule.weighed(this.guard, evidence, tallyBy(evidence).tally)
    const { proven, tally, unproven } = tallyBy(weighed)
    const end = DeletionRule.parentEndOf(scan.kinds, kind)
    const parents =
      end !== null && DeletionRule.needsParents(this.guard, weighed, tally)
        ? this.parentsOf(kind, end, released)
        : DeletionRule.noParents
    const verdict = DeletionRule.decide(this.guard, { evidence: weighed, parents, scan, tally })
    const deleted: Array<string> = []
    for (const [id, record] of state.missing) {
      const isReleased = released !== null && DeletionRule.isWithin(released, record)
      if (!isReleased && (verdict._tag === "Hold" || !DeletionRule.isWithin(proven, record))) continue
      state.missing.delete(id)
      deleted.push(id)
    }
    const count = this.database.remove(kind, deleted, "missed")
    const since = earliest(unproven.map((record) => record.since))
    const plannedSince = earliest(unproven.map((record) => (record.isPlanned ? record.since : null)))
    const provableAt = DeletionRule.provableAt(this.guard, since ?? 0)
    const missing = since === null ? null : { kind: kind.name, count: unproven.length, since, provableAt }
    if (verdict._tag === "Delete") {
      state.held = null
      return { deleted: count, heldBack: null, missing, plannedSince }
    }
    const { bound, reason } = verdict
    state.held = { ...bound, extractor: scan.extractor, reason, count: verdict.count, decision: null }
    return { deleted: count, heldBack: { kind: kind.name, count: verdict.count, reason }, missing, plannedSince }
  }
}
