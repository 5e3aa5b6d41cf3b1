import type { HeldBackDecision, RecordKind } from "@tributary/core"
import * as DeletionRule from "../../../runtime-http/src/store/write/DeletionRule.js"
import type { HeldBack } from "../../../runtime-http/src/store/write/Scan.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"

/** A live record that the last full scan missed. */
interface Missing {
  scan: number
  misses: number
  previous: number | null
}

/** Deletions that wait for an operator: those of the records that had at least `misses` after the scan. */
export interface Held {
  readonly scan: number
  readonly misses: number
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
  readonly isUnproven: boolean
}

const isHeld = (record: Missing, held: Held): boolean => {
  const then = record.scan === held.scan ? record.misses : record.previous
  return then !== null && then >= held.misses
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
    const ids = [...missing].flatMap(([id, record]) => (held !== null && isHeld(record, held) ? [id] : []))
    return new Set(ids)
  }

  /** How many full scans in a row have missed each record of a kind, by id. */
  misses(kind: string): ReadonlyMap<string, number> {
    return new Map([...this.of(kind).missing].map(([id, { misses }]) => [id, misses]))
  }

  /** Forgets that records are missing. */
  forget(kind: string, ids: Iterable<string>): void {
    const state = this.of(kind)
    for (const id of ids) {
      const record = state.missing.get(id)
      if (record === undefined) continue
      if (state.held !== null && isHeld(record, state.held)) state.held.count -= 1
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

  /** Counts one more miss for each live record that the scan has not seen. */
  find(kind: string, number: number, seen: ReadonlyMap<string, boolean>, evidence: DeletionRule.Evidence): void {
    const { held, missing } = this.of(kind)
    if (held?.decision === "DISMISS") {
      for (const [id, record] of missing) if (isHeld(record, held)) missing.delete(id)
    }
    for (const { id } of this.database.live(kind)) {
      if (seen.has(id)) continue
      const known = missing.get(id)
      const isGivenUp = held !== null && known?.scan !== held.scan
      const before = (known?.scan === number || isGivenUp ? known?.previous : known?.misses) ?? null
      missing.set(id, { scan: number, misses: DeletionRule.missesAfter(evidence, before), previous: before })
    }
    for (const [id, { scan }] of missing) if (scan !== number || seen.has(id)) missing.delete(id)
  }

  /** Deletes or holds back what was found missing. */
  settle(
    extractor: string,
    kind: RecordKind.Any,
    number: number,
    seen: ReadonlyMap<string, boolean>,
    evidence: DeletionRule.Evidence
  ): Swept {
    const state = this.of(kind.name)
    const released = state.held?.decision === "CONFIRM" ? state.held : null
    const stored = this.database.kind(kind.name).records
    const seenStored = [...seen.keys()].filter((id) => stored.has(id)).length
    const tallyOf = (needed: number) => {
      const tally = {
        live: seenStored + state.missing.size,
        unseen: state.missing.size,
        released: 0,
        due: 0,
        unproven: 0
      }
      for (const record of state.missing.values()) {
        if (released !== null && isHeld(record, released)) tally.released += 1
        else if (record.misses >= needed) tally.due += 1
        else if (record.misses > 0) tally.unproven += 1
      }
      return tally
    }
    const first = tallyOf(DeletionRule.missesNeeded(evidence))
    const weighed = DeletionRule.weighed(this.guard, evidence, first)
    const needed = DeletionRule.missesNeeded(weighed)
    const tally = tallyOf(needed)
    const verdict = DeletionRule.decide(this.guard, weighed, tally)
    const deleted: Array<string> = []
    for (const [id, record] of state.missing) {
      const isReleased = released !== null && isHeld(record, released)
      if (!isReleased && (verdict._tag === "Hold" || record.misses < needed)) continue
      state.missing.delete(id)
      deleted.push(id)
    }
    const count = this.database.remove(kind, deleted, "missed")
    if (verdict._tag === "Delete") {
      state.held = null
      return { deleted: count, heldBack: null, isUnproven: tally.unproven > 0 }
    }
    const { misses, reason } = verdict
    state.held = { scan: number, misses, extractor, reason, count: verdict.count, decision: null }
    return {
      deleted: count,
      heldBack: { kind: kind.name, count: verdict.count, reason },
      isUnproven: tally.unproven > 0
    }
  }
}
