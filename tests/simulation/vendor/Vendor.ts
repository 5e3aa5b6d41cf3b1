// vendor: a model of a vendor that changes while it is read, and whose answers can be distorted.
import type { Change } from "../history/History.js"
import { type Fault, type Outcome, outcomeOf } from "./Fault.js"
import * as SimulatedConnector from "./SimulatedConnector.js"
import { type Asked, Tenant, type Understood } from "./Tenant.js"
import type { Item, TenantList } from "./TenantList.js"

/** A request that was answered. */
export interface Answered {
  readonly understood: Understood
  readonly outcome: Outcome
}

const pick = (list: TenantList, number: number): Item | undefined => {
  const rows = list.rows()
  return rows[number % Math.max(1, rows.length)]
}

/** What a change of a row does to it; null if the list has nothing of the kind. */
const edited = ({ shape }: TenantList, change: Change, tick: number): ((item: Item) => void) | null => {
  switch (change._tag) {
    case "Edit":
      return () => {}
    case "AddChild":
      return shape.hasChildren ? ({ children }) => void children.add(`c${change.child}`) : null
    case "RemoveChild":
      return shape.hasChildren ? ({ children }) => void children.delete(`c${change.child}`) : null
    case "Name":
      return shape.hasMentions
        ? (item) => {
            item.owner = change.owner === null ? null : `o${change.owner}`
          }
        : null
    case "Answer":
      return (item) => {
        item.answer = `title ${tick} of ${item.id}`
      }
    case "Defect":
      return (item) => {
        item.defect = change.defect
      }
    case "Twice":
      return (item) => {
        item.isListedTwice = !item.isListedTwice
        item.wasListedTwice = true
      }
    default:
      return null
  }
}

/** The vendor with its two customers; the connection belongs to one of them at a time. */
export class Vendor {
  private readonly north: Tenant
  private readonly south: Tenant
  /** The customer whose credentials the connection has. */
  tenant: Tenant
  /** The number of requests and changes so far. */
  tick = 0

  constructor(
    shape: SimulatedConnector.VendorShape,
    rows: number,
    private readonly now: () => number
  ) {
    const shapes = SimulatedConnector.shapesOf(shape)
    this.north = new Tenant("north", shapes)
    this.south = new Tenant("south", shapes)
    this.tenant = this.north
    // The other customer has some of the same ids.
    for (const [tenant, step] of [[this.north, 1] as const, [this.south, 3] as const]) {
      for (const list of tenant.lists.values()) {
        for (let row = 0; row < rows; row += step) list.insert(`i${row}`, this.next(), now())
      }
    }
  }

  private next(): number {
    this.tick += 1
    return this.tick
  }

  /** The tokens of one customer that were sent to the other. */
  get foreignTokens(): ReadonlyArray<string> {
    return [...this.north.foreignTokens, ...this.south.foreignTokens]
  }

  /** From now on the connection has the credentials of the other customer. */
  changeTenant(): void {
    this.tenant = this.tenant === this.north ? this.south : this.north
  }

  /** Answers a request. */
  answer(request: Asked, fault: Fault | null): Answered {
    const tick = this.next()
    const now = this.now()
    const tenant = request.url.host === new URL(this.south.baseUrl).host ? this.south : this.north
    for (const list of tenant.lists.values()) list.showLate(tick, now)
    const understood = tenant.understand(request, now, fault?._tag === "Stale" ? fault.changes : 0)
    const other = tenant === this.north ? this.south : this.north
    const foreign = other.lists.get(understood.list?.name ?? "")?.contents().entries ?? []
    return {
      understood,
      outcome: outcomeOf(
        tenant,
        understood,
        fault,
        foreign.filter(({ isHidden }) => !isHidden)
      )
    }
  }

  /** Changes what the current customer has. */
  change(change: Change): void {
    const lists = [...this.tenant.lists.values()]
    const list = lists[("list" in change ? change.list : 0) % lists.length] as TenantList
    const tick = this.next()
    const now = this.now()
    if (change._tag === "Permit") this.tenant.lookupStatus = change.status
    if (change._tag === "Insert") list.insert(`i${change.row}`, tick, now)
    if (change._tag === "InsertLate") list.insertLate(`i${change.row}`, now, now + change.minutes * 60_000)
    if (change._tag === "Clear") for (const { id } of list.rows()) list.remove(id, tick)
    const item = "pick" in change ? pick(list, change.pick) : undefined
    if (item === undefined) return
    if (change._tag === "Remove" || change._tag === "Replace") list.remove(item.id, tick)
    if (change._tag === "Replace") list.insert(`i${change.row}`, tick, now)
    const edit = edited(list, change, tick)
    if (edit !== null) list.edit(item.id, tick, now, edit)
  }

  /** Answers questions about rows again, and makes rows readable, except one of each long list if `isComplete` is false; returns whether any was not. */
  repair(isComplete: boolean): boolean {
    let isAny = false
    this.tenant.lookupStatus = null
    for (const list of this.tenant.lists.values()) {
      const broken = list.rows().filter(({ defect }) => defect !== "none")
      for (const { id } of isComplete || list.items.size < 4 ? broken : broken.slice(1)) {
        isAny = true
        list.edit(id, this.next(), this.now(), (item) => {
          item.defect = "none"
        })
      }
    }
    return isAny
  }

  /** Whether a row cannot be read, or is listed twice. */
  get hasOddRows(): boolean {
    return [this.north, this.south].some(({ lists }) =>
      [...lists.values()].some((list) =>
        list.rows().some(({ defect, isListedTwice }) => defect !== "none" || isListedTwice)
      )
    )
  }
}
