import { RecordKind } from "@tributary/core"
import type { Random } from "../../support/run/Random.js"
import { ListPages } from "../../support/vendor/ListPages.js"
import { ok, type Params, type Reply, refusal } from "../../support/vendor/Page.js"
import type { PagedList } from "../../support/vendor/PagedList.js"
import { RowList } from "../../support/vendor/RowList.js"
import { lists, type Vendor } from "../connectors/lists.js"
import { isPassing, ListServer, lastingId, passingId } from "./ListServer.js"

const memberships: PagedList = { paging: "cursor", pageSize: 5, hasTotal: false, delta: "none" }

/** The share of rows that come and go; so small that the sweep guard has no reason to interfere when all of them leave. */
const PASSING_SHARE = 0.1

/** What one customer has at a vendor of the stand-in. */
export class Customer {
  readonly pages: ListPages
  readonly lists: ReadonlyArray<ListServer>
  /** Which user is a member of which group; the ids are those of the membership records. */
  readonly members = new RowList(RecordKind.IdpGroupMembership.name, memberships)
  /** Until when the vendor refuses the key, and until when it asks to wait, in milliseconds since 1970. */
  lockedUntil = 0
  limitedUntil = 0
  /** The names in its addresses at the vendor; the last is the current one. */
  addresses: ReadonlyArray<string>
  #made = 0

  constructor(
    readonly name: string,
    readonly vendor: Vendor,
    readonly random: Random
  ) {
    this.addresses = [name]
    // Servers that are killed leave exports behind that nobody cancels.
    this.pages = new ListPages(name, Number.POSITIVE_INFINITY)
    this.lists = lists[vendor].map((list) => new ListServer(list, random.fork(list.kind.name), this.pages))
    for (const server of this.lists) this.#fill(server)
    for (const group of this.#groups()) for (let user = 0; user < 8; user += 1) this.#join(group)
  }

  get key(): string {
    return `key-of-${this.name}`
  }

  /** Gets one more address. */
  moveTo(address: string): void {
    this.addresses = [...this.addresses, address]
  }

  /** Gives an address up. */
  leave(address: string): void {
    this.addresses = this.addresses.filter((each) => each !== address)
  }

  /** The rows of a kind; throws if the customer has no such list. */
  rowsOf(kind: string): RowList {
    const found = kind === this.members.name ? this.members : this.listOf(kind)?.rows
    if (found === undefined) throw new Error(`${this.name} has no list of the kind ${kind}.`)
    return found
  }

  /** The list of a kind; undefined if the customer has none. */
  listOf(kind: string): ListServer | undefined {
    return this.lists.find(({ list }) => list.kind.name === kind)
  }

  /** Changes, adds or removes one row of one list. */
  change(): void {
    if (this.vendor === "CHAOS_CHANGES" && this.random.chance(0.3)) this.#changeMembers()
    else this.random.pick([this.#revise, this.#revise, this.#add, this.#removeOne, this.#bringBack])()
  }

  /** A page of the list below one group. */
  membersOf(group: string, params: Params): Reply {
    if (!this.#groups().includes(group)) return refusal(404)
    const after = params["after"] ?? ""
    const users = this.members
      .byId()
      .map(({ id }) => JSON.parse(id) as readonly [string, string])
      .flatMap(([of, user]) => (of === group && user > after ? [user] : []))
    const page = users.slice(0, memberships.pageSize)
    const next = users.length > page.length ? page.at(-1) : null
    return ok({ items: page.map((id) => ({ id })), next })
  }

  #fill(server: ListServer): void {
    const { list, random, rows } = server
    const passing = Math.floor(list.size * PASSING_SHARE)
    for (let index = 0; index < list.size; index += 1) {
      const id = index < passing ? this.#nextId(server) : lastingId(list, random, String(index))
      rows.put(id, random.next())
    }
  }

  readonly #revise = (): void => {
    const { rows } = this.random.pick(this.lists)
    rows.put(this.random.pick(rows.byId()).id, 0)
  }

  readonly #add = (): void => {
    const server = this.random.pick(this.lists)
    if (server.hasRoom()) server.rows.put(this.#nextId(server), this.random.next())
  }

  readonly #removeOne = (): void => {
    const { rows } = this.random.pick(this.lists)
    const passing = rows.byId().filter(({ id }) => isPassing(id))
    if (passing.length === 0) return
    const { id } = this.random.pick(passing)
    rows.remove(id)
    for (const { id: pair } of this.members.byId()) {
      if ((JSON.parse(pair) as ReadonlyArray<string>).includes(id)) this.members.remove(pair)
    }
  }

  readonly #bringBack = (): void => {
    const { rows } = this.random.pick(this.lists)
    const removed = rows.everHeld().filter((id) => !rows.has(id))
    if (removed.length > 0) rows.put(this.random.pick(removed), this.random.next())
  }

  #nextId({ list, random }: ListServer): string {
    this.#made += 1
    return passingId(list, random, String(this.#made))
  }

  #groups(): ReadonlyArray<string> {
    return (
      this.listOf("idp_group")
        ?.rows.byId()
        .map(({ id }) => id) ?? []
    )
  }

  #join(group: string): void {
    const users = this.rowsOf("idp_user").byId()
    const user = this.random.pick(users.filter(({ id }) => !isPassing(id))).id
    this.members.put(JSON.stringify([group, user]), 0)
  }

  #changeMembers(): void {
    const [pair] = this.random.shuffled(this.members.byId())
    if (pair !== undefined && this.random.chance(0.5)) this.members.remove(pair.id)
    else this.#join(this.random.pick(this.#groups()))
  }
}
