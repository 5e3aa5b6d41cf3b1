import type { Random } from "../../support/run/Random.js"
import * as Distortion from "../../support/vendor/Distortion.js"
import type { ListPages } from "../../support/vendor/ListPages.js"
import { type Entry, type Params, type Reply, refusal, render, type ServedPage } from "../../support/vendor/Page.js"
import { isIndexed } from "../../support/vendor/PagedList.js"
import { RowList } from "../../support/vendor/RowList.js"
import type { List } from "../connectors/lists.js"
import type { Lies } from "./Mischief.js"
import { Walks } from "./Walk.js"

/** What a client asks for. */
export interface Asked {
  readonly method: string
  /** The address of the customer, for links. */
  readonly baseUrl: string
  /** What follows the list's path, such as `exports`, `e1` and `chunks`. */
  readonly place: ReadonlyArray<string>
  readonly params: Params
}

const MAX_GROWTH = 0.1

/** One list of one customer: what it holds, how it lies about it, and what it has served. */
export class ListServer {
  readonly rows: RowList
  readonly walks = new Walks()
  #made = 0

  constructor(
    readonly list: List,
    readonly random: Random,
    readonly pages: ListPages
  ) {
    this.rows = new RowList(list.kind.name, list)
  }

  answer({ baseUrl, method, params, place }: Asked, lies: Lies): Reply {
    const [part, id = "", leaf = "", chunk = ""] = place
    if (part === "exports") {
      const found = this.pages.exporting(this.rows, method, params, { id, leaf, chunk: Number(chunk) }, Date.now())
      return found.page === null ? (found.reply ?? refusal(404)) : render(this.rows, found.page, baseUrl)
    }
    const page = part === "items" ? this.pages.page(this.rows, params, 0) : null
    // A scroll that has expired.
    if (page === null) return refusal(part === "items" ? 410 : 404)
    if (params["changes"] !== undefined) return render(this.rows, page, baseUrl)
    const before = this.#before(page, params)
    const told = this.#told(page, before, params, lies)
    const walk = this.#note(told, params)
    if (lies.shifts && isIndexed(this.list)) this.#shift(before)
    if (walk === null) return render(this.rows, told, baseUrl)
    const reply = render(this.rows, { ...told, next: told.next === null ? null : { ...told.next, walk } }, baseUrl)
    return { ...reply, body: { ...(reply.body as object), walk } }
  }

  /** Whether it may hold more rows. It stays so close to its first size that the sweep guard has no reason to interfere. */
  hasRoom(): boolean {
    return this.rows.size < this.list.size * (1 + MAX_GROWTH)
  }

  /** The index of the first row that a request asks for, in a list that is paged by index. */
  #indexOf(params: Params): number {
    const { pageSize, paging } = this.list
    return paging === "pageNumber" ? (Number(params["page"] ?? 1) - 1) * pageSize : Number(params["offset"] ?? 0)
  }

  /** The rows of earlier pages. */
  #before({ entries }: ServedPage, params: Params): ReadonlyArray<Entry> {
    const since = params["since"]
    const { entries: now } = this.rows.contents()
    const all = since === undefined ? now : now.filter(({ changedAt }) => changedAt >= Date.parse(since))
    if (isIndexed(this.list)) return all.slice(0, this.#indexOf(params))
    const [first] = entries
    const index = all.findIndex(({ key }) => key === first?.key)
    return all.slice(0, Math.max(0, index))
  }

  /** The page with what is wrong with it. */
  #told(page: ServedPage, before: ReadonlyArray<Entry>, params: Params, lies: Lies): ServedPage {
    const { list, random } = this
    const told = Distortion.wrongTotal(page, (total) => total + lies.total) ?? page
    if (list.paging === "scroll") return told
    if (lies.isEmpty && isIndexed(list) && before.length > 0) return Distortion.emptyEnd(told)
    if (lies.isEmpty && params["after"] !== undefined && page.entries.length > 0) {
      this.#made += 1
      // Its token is new, so that it is not a repeated one.
      return Distortion.emptyMiddle(told, String(this.#made)) ?? told
    }
    if (!lies.repeats || before.length === 0) return told
    const row = random.pick(before)
    return Distortion.repeated(told, row, `${row.id} repeated ${random.between(1, 1_000)}`)
  }

  /** Notes what a walk was served; returns its name if the client has to send it back. */
  #note({ entries, next }: ServedPage, params: Params): string | null {
    const ids = entries.map(({ id }) => id)
    if (isIndexed(this.list)) {
      const index = this.#indexOf(params)
      const walk = index === 0 ? this.walks.begin() : this.walks.continued(params["walk"] ?? null)
      walk.pages.set(index, ids)
      return walk.name
    }
    const token = next?.["after"]
    if (this.list.paging !== "scroll" || token === undefined) return null
    const walk = params["after"] === undefined ? this.walks.begin(token) : this.walks.continued(token)
    walk.pages.set(walk.pages.size, ids)
    return null
  }

  /** Removes or adds a row before those that were read. */
  #shift(before: ReadonlyArray<Entry>): void {
    const passing = before.filter(({ id }) => isPassing(id))
    const first = this.rows.get(before[0]?.id ?? "")
    if (first === undefined) return
    if (passing.length > 0 && this.random.chance(0.5)) {
      this.rows.remove(this.random.pick(passing).id)
    } else if (this.hasRoom()) {
      this.#made += 1
      this.rows.put(passingId(this.list, this.random, `shift${this.#made}`), first.rank - this.random.next())
    }
  }
}

/** Whether the vendor may remove the row; it holds all others for the whole run. */
export const isPassing = (id: string): boolean => id.includes("-passing-")

const idOf = (list: List, random: Random, kind: "lasting" | "passing", suffix: string): string =>
  // The digits in front mix both kinds of rows on every page.
  `${String(random.between(0, 99_999)).padStart(5, "0")}-${list.kind.name}-${kind}-${suffix}`

/** The id of a row that comes and goes. */
export const passingId = (list: List, random: Random, suffix: string): string => idOf(list, random, "passing", suffix)

/** The id of a row that the vendor holds for the whole run. */
export const lastingId = (list: List, random: Random, suffix: string): string => idOf(list, random, "lasting", suffix)
