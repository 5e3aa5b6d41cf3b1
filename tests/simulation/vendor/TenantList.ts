import type { Contents, Entry, HeldList, LoggedChange } from "../../support/vendor/Page.js"
import type { ListShape } from "./ListShape.js"

/** One row of a list. */
export interface Item {
  readonly id: string
  /** Grows with every change; the row's name contains it. */
  version: number
  /** The id of the record that the row names; null for none. */
  owner: string | null
  /** The ids of the rows below this one. */
  readonly children: Set<string>
  /** What the vendor answers to the question about this row. */
  answer: string
  /** Whether the row can be read; a nameless one has no readable id either. */
  defect: "none" | "unreadable" | "nameless"
  /** Whether the list has the row twice, with different content. */
  isListedTwice: boolean
  /** Whether it ever was. */
  wasListedTwice: boolean
  /** When it last changed, in milliseconds since 1970. */
  changedAt: number
  /** Whether the list showed it later than it was made. */
  readonly isLate: boolean
}

/** A row that the list shows later than it was made. */
interface Unlisted {
  readonly id: string
  /** When it was made, and when the list shows it, in milliseconds since 1970. */
  readonly madeAt: number
  readonly listedAt: number
}

/** The customer may not see what is behind this row. */
const HIDDEN_BEHIND = "i1"

/** The vendor counts time in no finer steps than JavaScript. */
const FAR_FUTURE = 10 ** 14

/** The versions of a customer's rows are those of no other one. */
const firstVersionOf = (tenant: string): number => (tenant === "north" ? 0 : 1_000_000)

/** The customer whose row has this version. */
export const tenantOfVersion = (version: number): string => (version > firstVersionOf("south") ? "south" : "north")

/** The kinds of record that a list feeds. */
export type Role = "row" | "child" | "mention"

/** The identity of a child's record: a relation is identified by its two ends, target first. */
export const childId = (parent: string, child: string): string => JSON.stringify([child, parent])

/** The ids of the records that a row feeds in a role. */
export const relatedIds = (item: Item, role: Role): ReadonlyArray<string> => {
  if (role === "row") return [item.id]
  if (role === "child") return [...item.children].map((child) => childId(item.id, child))
  return item.owner === null ? [] : [item.owner]
}

/** One list of one tenant: its rows, what is below them, and the log of its changes. */
export class TenantList implements HeldList {
  readonly items = new Map<string, Item>()
  readonly log: Array<LoggedChange> = []
  private readonly unlisted: Array<Unlisted> = []
  /** The list after each change; the last one is what it is now. */
  private readonly past: Array<Contents> = [{ entries: [], changes: 0 }]
  /** Since which tick the vendor has held a record without a break; by role and id. */
  private readonly held = new Map<string, number>()
  private version: number
  /** The tick of the last change. */
  changedTick = 0

  constructor(
    readonly name: string,
    readonly shape: ListShape,
    private readonly tenant: string
  ) {
    this.version = firstVersionOf(tenant)
  }

  /** The rows in the order of their ids. */
  rows(): ReadonlyArray<Item> {
    return [...this.items.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** The list as it is, or as it was some changes ago. */
  contents(changesAgo = 0): Contents {
    return this.past[Math.max(0, this.past.length - 1 - changesAgo)] as Contents
  }

  private entries(): ReadonlyArray<Entry> {
    const found: Array<Entry> = []
    for (const item of this.items.values()) {
      const { changedAt, id, isListedTwice } = item
      const place = this.shape.order === "id" ? id : `${FAR_FUTURE - changedAt} ${id}`
      found.push({ key: place, id, changedAt, raw: this.raw(item), isHidden: false })
      // In a list of ids, the second appearance could not differ from the first.
      if (isListedTwice && !this.shape.hasDetails)
        found.push({ key: `~${place}`, id, changedAt, raw: this.raw(item, " again"), isHidden: false })
    }
    // So many in a row that one page has no rows at all.
    const hidden = this.shape.hides ? this.shape.pageSize + 1 : 0
    for (let number = 0; number < hidden; number += 1) {
      const place = this.shape.order === "id" ? HIDDEN_BEHIND : String(FAR_FUTURE)
      found.push({ key: `${place} ${number}`, id: "", changedAt: 0, raw: {}, isHidden: true })
    }
    return found.sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  /** A row as the vendor sends it. */
  raw(item: Item, suffix = ""): Readonly<Record<string, unknown>> {
    const row = {
      id: item.id,
      tenant: `${this.tenant}.vendor.example`,
      name: `${nameOf(item)}${suffix}`,
      ...(this.shape.hasMentions ? { owner: item.owner } : {})
    }
    if (item.defect === "unreadable") return { ...row, name: { unexpected: true } }
    return item.defect === "nameless" ? { tenant: row.tenant, name: row.name } : row
  }

  rawOf(id: string): Readonly<Record<string, unknown>> | null {
    const item = this.items.get(id)
    return item === undefined ? null : this.raw(item)
  }

  /** The ids of the records that the vendor holds, by role. */
  ids(role: Role): ReadonlySet<string> {
    return new Set([...this.items.values()].flatMap((item) => relatedIds(item, role)))
  }

  /** Whether the vendor has held the record without a break since a tick. */
  isHeldSince(role: Role, id: string, tick: number): boolean {
    const since = this.held.get(`${role} ${id}`)
    return since !== undefined && since <= tick
  }

  /** Takes a change of rows into account. Call it after each. */
  private settle(tick: number): void {
    this.changedTick = tick
    this.past.push({ entries: this.entries(), changes: this.log.length })
    const now = new Set(
      (["row", "child", "mention"] as const).flatMap((role) => [...this.ids(role)].map((id) => `${role} ${id}`))
    )
    for (const known of this.held.keys()) if (!now.has(known)) this.held.delete(known)
    for (const known of now) if (!this.held.has(known)) this.held.set(known, tick)
  }

  private touch(item: Item, tick: number, now: number): void {
    this.version += 1
    item.version = this.version
    item.changedAt = now
    this.log.push({ id: item.id, isRemoved: false })
    this.settle(tick)
  }

  /** Adds a row if there is none with this id. */
  insert(id: string, tick: number, now: number, isLate = false): void {
    if (this.items.has(id)) return
    const item: Item = {
      id,
      version: 0,
      owner: this.shape.hasMentions ? `o${Number(id.slice(1)) % 3}` : null,
      children: new Set(this.shape.hasChildren ? ["c0", `c${Number(id.slice(1)) % 4}`] : []),
      answer: `title of ${id}`,
      defect: "none",
      isListedTwice: false,
      wasListedTwice: false,
      changedAt: now,
      isLate
    }
    this.items.set(id, item)
    this.touch(item, tick, now)
  }

  /** Adds a row that the list shows only later. */
  insertLate(id: string, madeAt: number, listedAt: number): void {
    this.unlisted.push({ id, madeAt, listedAt })
  }

  /** Shows the rows whose time has come. */
  showLate(tick: number, now: number): void {
    const index = this.unlisted.findIndex(({ listedAt }) => listedAt <= now)
    const [row] = index < 0 ? [] : this.unlisted.splice(index, 1)
    if (row === undefined) return
    this.insert(row.id, tick, row.madeAt, true)
    this.showLate(tick, now)
  }

  /** Removes a row. */
  remove(id: string, tick: number): void {
    if (!this.items.delete(id)) return
    this.log.push({ id, isRemoved: true })
    this.settle(tick)
  }

  /** Changes a row. */
  edit(id: string, tick: number, now: number, change: (item: Item) => void = () => {}): void {
    const item = this.items.get(id)
    if (item === undefined) return
    change(item)
    this.touch(item, tick, now)
  }
}

/** The name of a row, which shows its version. */
export const nameOf = (item: Item): string => `${item.id} v${item.version}`
