import { setTimeout as sleep } from "node:timers/promises"
import type { Journal } from "../../support/run/Journal.js"
import { isPassing } from "../vendor/ListServer.js"
import type { Api } from "./Api.js"
import { type Item, Mirror } from "./Mirror.js"
import { nameOf, type Target } from "./Target.js"

const LIMIT = 100
const BULK_LIMIT = 500
/** How long readers may take at the end to see what they have not seen yet. */
const CATCH_UP_MILLIS = 900_000
const PAUSE_MILLIS = 50

/** A reader found a record that the vendor holds for the whole run marked as deleted, or missing from its list. */
export interface Sighting {
  readonly target: Target
  readonly vendorId: string
  readonly what: "is marked as deleted" | "is missing from the list"
  readonly at: number
}

/** The readers of one list. */
interface ReadersOf {
  readonly target: Target
  /** Follows one cursor for the whole run. */
  readonly byCursor: Mirror
  cursor: string | null
  /** Asks again and again for what changed since the instant up to which its last walk was complete. */
  readonly byTime: Mirror
  since: string | null
}

/** Clients that read every list all the time, at whichever server answers. */
export class Readers {
  readonly sightings: Array<Sighting> = []
  readonly #all: ReadonlyArray<ReadersOf>
  #isStopped = false

  constructor(
    readonly api: Api,
    readonly journal: Journal,
    targets: ReadonlyArray<Target>,
    /** Whether a list is too long for a census. */
    readonly isBulk: (target: Target) => boolean
  ) {
    this.#all = targets.map((target) => ({
      target,
      byCursor: new Mirror(target.kind),
      cursor: null,
      byTime: new Mirror(target.kind),
      since: null
    }))
  }

  /** What the two readers of a list have seen. */
  mirrorsOf(target: Target): { readonly byCursor: Mirror; readonly byTime: Mirror } {
    const found = this.#all.find((each) => each.target === target)
    if (found === undefined) throw new Error(`Nobody reads ${nameOf(target)}.`)
    return found
  }

  /** Reads until `stop`. */
  async run(): Promise<void> {
    const rounds = [this.#followCursor, this.#followTime, this.#takeCensus]
    await Promise.all(
      rounds.map(async (round) => {
        while (!this.#isStopped) {
          for (const readers of this.#all) {
            if (this.#isStopped) return
            await round(readers)
          }
        }
      })
    )
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Reads once more what every reader has not seen yet. */
  async catchUp(): Promise<void> {
    this.#isStopped = false
    const timer = setTimeout(() => this.stop(), CATCH_UP_MILLIS)
    for (const readers of this.#all) {
      await this.#followCursor(readers)
      await this.#followTime(readers)
    }
    clearTimeout(timer)
  }

  /** One page; null if the run stops before anybody answers. */
  async #page(target: Target, query: string) {
    await sleep(PAUSE_MILLIS)
    const path = `${target.path}?enableCursor=true&limit=${this.isBulk(target) ? BULK_LIMIT : LIMIT}${query}`
    const answer = await this.api.read(path, target.connection, () => this.#isStopped)
    if (answer === null) return null
    this.journal.count("reads: pages")
    if (answer.status !== 200) {
      this.journal.broken("a valid request is answered", `${path} got ${answer.status}: ${JSON.stringify(answer.body)}`)
      return null
    }
    if (answer.asOf === null) this.journal.broken("a page says up to which instant it is complete", path)
    const body = answer.body as { readonly items: ReadonlyArray<unknown>; readonly next_cursor: string | null }
    return { ...body, asOf: answer.asOf }
  }

  readonly #followCursor = async (readers: ReadersOf): Promise<void> => {
    for (;;) {
      const query = readers.cursor === null ? "" : `&cursor=${readers.cursor}`
      const page = await this.#page(readers.target, query)
      if (page === null) return
      this.#check(readers.target, readers.byCursor.see(page.items))
      if (page.next_cursor === null) return
      readers.cursor = page.next_cursor
    }
  }

  readonly #followTime = async (readers: ReadersOf): Promise<void> => {
    let asOf: string | null = null
    let query = readers.since === null ? "" : `&updatedSince=${readers.since}`
    for (;;) {
      const page = await this.#page(readers.target, query)
      if (page === null) return
      this.#check(readers.target, readers.byTime.see(page.items))
      asOf ??= page.asOf
      if (page.next_cursor === null) break
      query = `&cursor=${page.next_cursor}`
    }
    readers.since = asOf
  }

  /** Walks the whole list: what another reader saw before must be in it, if the vendor holds it all the time. */
  readonly #takeCensus = async ({ byCursor, target }: ReadersOf): Promise<void> => {
    if (this.isBulk(target)) return
    const known = [...byCursor.items.values()].filter(({ vendorId }) => !isPassing(vendorId))
    const found = new Set<string>()
    let query = ""
    for (;;) {
      const page = await this.#page(target, query)
      if (page === null) return
      for (const { id } of this.#check(target, new Mirror(target.kind).see(page.items))) found.add(id)
      if (page.next_cursor === null) break
      query = `&cursor=${page.next_cursor}`
    }
    this.journal.count("reads: whole lists")
    for (const { id, vendorId } of known) {
      if (!found.has(id)) this.#sight(target, vendorId, "is missing from the list")
    }
  }

  #check(target: Target, items: ReadonlyArray<Item>): ReadonlyArray<Item> {
    for (const { isDeleted, vendorId } of items) {
      if (isDeleted && !isPassing(vendorId)) this.#sight(target, vendorId, "is marked as deleted")
    }
    return items
  }

  #sight(target: Target, vendorId: string, what: Sighting["what"]): void {
    this.sightings.push({ target, vendorId, what, at: Date.now() })
  }
}
