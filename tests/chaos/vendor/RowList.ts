import type { List } from "../connectors/lists.js"

/** A row that the vendor holds. */
export interface Row {
  readonly id: string
  /** Its place in lists that are paged by index; rows come and go before and behind each other. */
  readonly rank: number
  /** Changes with every revision. */
  readonly name: string
  /** The list's version when the row last changed. */
  readonly version: number
  /** When it last changed, in milliseconds since 1970. */
  readonly changedAt: number
}

/** From when until when the vendor held a row, in milliseconds since 1970. */
interface Presence {
  readonly from: number
  /** Infinity while it holds the row. */
  until: number
}

/** What the vendor holds of one list, and when it held what. */
export class RowList {
  readonly #rows = new Map<string, Row>()
  readonly #presence = new Map<string, Array<Presence>>()
  /** The versions at which rows were removed. */
  readonly #removals = new Map<string, number>()
  #version = 1
  #revision = 0

  constructor(readonly list: List) {}

  /** Increases with every change. */
  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#rows.size
  }

  has(id: string): boolean {
    return this.#rows.has(id)
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  /** All rows, in order of their ids. */
  byId(): ReadonlyArray<Row> {
    return [...this.#rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** All rows, in the order of a list that is paged by index. */
  byRank(): ReadonlyArray<Row> {
    return [...this.#rows.values()].sort((a, b) => a.rank - b.rank)
  }

  /** The rows that changed after a version, and the ids of those that were removed after it, in order of their versions. */
  changesAfter(version: number): ReadonlyArray<{ readonly id: string; readonly version: number }> {
    const changed = [...this.#rows.values()].filter((row) => row.version > version)
    const removed = [...this.#removals].map(([id, at]) => ({ id, version: at })).filter((row) => row.version > version)
    return [...changed, ...removed].sort((a, b) => a.version - b.version)
  }

  /** Adds the row, or changes its name if the vendor holds it. */
  put(id: string, rank: number): void {
    const known = this.#rows.get(id)
    this.#version += 1
    this.#revision += 1
    const now = Date.now()
    const name = `${id} revision ${this.#revision}`
    this.#rows.set(id, { id, rank: known?.rank ?? rank, name, version: this.#version, changedAt: now })
    this.#removals.delete(id)
    if (known !== undefined) return
    const presence = this.#presence.get(id) ?? []
    presence.push({ from: now, until: Number.POSITIVE_INFINITY })
    this.#presence.set(id, presence)
  }

  remove(id: string): void {
    if (!this.#rows.delete(id)) return
    this.#version += 1
    this.#removals.set(id, this.#version)
    const last = this.#presence.get(id)?.at(-1)
    if (last !== undefined) last.until = Date.now()
  }

  /** Whether the vendor held the row during the whole time. */
  wasHeld(id: string, from: number, until: number): boolean {
    return (this.#presence.get(id) ?? []).some((presence) => presence.from <= from && presence.until >= until)
  }

  /** When the vendor first held the row; null if it never did. */
  firstHeldAt(id: string): number | null {
    return this.#presence.get(id)?.[0]?.from ?? null
  }

  /** Every id that the vendor ever held. */
  everHeld(): ReadonlyArray<string> {
    return [...this.#presence.keys()]
  }
}
