import type { Contents, HeldList, LoggedChange } from "./Page.js"
import { isIndexed, type PagedList } from "./PagedList.js"

/** A row that the vendor holds. */
export interface Row {
  readonly id: string
  /** Its place in lists that are paged by index; rows come and go before and behind each other. */
  readonly rank: number
  /** Changes with every revision. */
  readonly name: string
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
export class RowList implements HeldList {
  readonly #rows = new Map<string, Row>()
  readonly #presence = new Map<string, Array<Presence>>()
  readonly log: Array<LoggedChange> = []
  #revision = 0

  constructor(
    readonly name: string,
    readonly shape: PagedList
  ) {}

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

  /** The list as it is. */
  contents(): Contents {
    const rows = isIndexed(this.shape) ? this.byRank() : this.byId()
    const entries = rows.map((row) => ({
      key: row.id,
      id: row.id,
      changedAt: row.changedAt,
      raw: { id: row.id, name: row.name },
      isHidden: false
    }))
    return { entries, changes: this.log.length }
  }

  rawOf(id: string): Readonly<Record<string, unknown>> | null {
    const row = this.#rows.get(id)
    return row === undefined ? null : { id, name: row.name }
  }

  /** Adds the row, or changes its name if the vendor holds it. */
  put(id: string, rank: number): void {
    const known = this.#rows.get(id)
    this.#revision += 1
    const now = Date.now()
    const name = `${id} revision ${this.#revision}`
    this.#rows.set(id, { id, rank: known?.rank ?? rank, name, changedAt: now })
    this.log.push({ id, isRemoved: false })
    if (known !== undefined) return
    const presence = this.#presence.get(id) ?? []
    presence.push({ from: now, until: Number.POSITIVE_INFINITY })
    this.#presence.set(id, presence)
  }

  remove(id: string): void {
    if (!this.#rows.delete(id)) return
    this.log.push({ id, isRemoved: true })
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
