import type { Random } from "../../support/run/Random.js"
import type { List, Paging } from "../connectors/lists.js"
import type { Lies } from "./Mischief.js"
import { type Row, RowList } from "./RowList.js"
import { type Walk, Walks } from "./Walk.js"

/** What a client asks for. */
export interface Asked {
  readonly method: string
  /** The address of the list, for links. */
  readonly address: string
  /** What follows the list's path, such as `/export/e1`. */
  readonly below: string
  readonly params: URLSearchParams
}

/** What the stand-in answers. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

interface Part {
  readonly id: string
  readonly name?: string
  readonly removed?: boolean
}

const ok = (body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({ status: 200, headers, body })
const notFound: Reply = { status: 404, body: { message: "There is nothing here." } }
const gone: Reply = { status: 410, body: { message: "This token has expired." } }

const partOf = ({ id, name }: Row): Part => ({ id, name })

const MAX_GROWTH = 0.1

/** A snapshot that the stand-in keeps for a scroll or an export job. */
interface Snapshot {
  readonly rows: ReadonlyArray<Row>
  readonly walk: Walk
  /** How many rows a scroll has returned, or how often a job was polled. */
  progress: number
}

/** One list of one customer: what it holds, how it is cut into pages, and what it has served. */
export class ListServer {
  readonly rows: RowList
  readonly walks = new Walks()
  readonly #snapshots = new Map<string, Snapshot>()
  #nonce = 0

  constructor(
    readonly list: List,
    readonly random: Random
  ) {
    this.rows = new RowList(list)
  }

  answer(asked: Asked, lies: Lies): Reply {
    return this.#answers[this.list.paging](asked, lies)
  }

  /** Forgets every token and job that it has handed out. */
  expire(): void {
    this.#snapshots.clear()
  }

  /** Whether it may hold more rows. It stays so close to its first size that the sweep guard has no reason to interfere. */
  hasRoom(): boolean {
    return this.rows.size < this.list.size * (1 + MAX_GROWTH)
  }

  #limitOf({ params }: Asked): number {
    return Number(params.get("limit") ?? this.list.limit)
  }

  /** The number of all rows, as this answer says it. */
  #total(lies: Lies, rows = this.rows.size): number {
    return Math.max(0, rows + lies.total)
  }

  /** A row of an earlier page with another content. */
  #repeated(lies: Lies, before: ReadonlyArray<Row>): ReadonlyArray<Part> {
    if (!lies.repeats || before.length === 0) return []
    const { id } = this.random.pick(before)
    return [{ id, name: `${id} repeated ${this.random.between(1, 1_000)}` }]
  }

  /** A page of a list whose tokens name the last row of the page before. */
  #keyed(rows: ReadonlyArray<Row>, asked: Asked, lies: Lies) {
    const limit = this.#limitOf(asked)
    const [after = ""] = (asked.params.get("after") ?? "").split("~")
    const start = rows.findIndex(({ id }) => id > after)
    const from = start < 0 ? rows.length : start
    // An empty page in the middle; its token is new, so that it is not a repeated one.
    if (lies.isEmpty && from > 0 && from < rows.length) {
      this.#nonce += 1
      return { items: [], next: `${after}~${this.#nonce}` }
    }
    const page = rows.slice(from, from + limit)
    const hasMore = from + limit < rows.length
    return {
      items: [...page.map(partOf), ...this.#repeated(lies, rows.slice(0, from))],
      next: hasMore ? (page.at(-1)?.id ?? null) : null
    }
  }

  #linked(rows: ReadonlyArray<Row>, asked: Asked, lies: Lies): Reply {
    const { items, next } = this.#keyed(rows, asked, lies)
    const query = new URLSearchParams(asked.params)
    if (next !== null) query.set("after", next)
    const self = `<${asked.address}>; rel="self"`
    const link = next === null ? self : `${self}, <${asked.address}?${query}>; rel="next"`
    const total: Readonly<Record<string, string>> = this.list.hasTotal
      ? { "x-total-count": String(this.#total(lies, rows.length)) }
      : {}
    return ok({ items }, { link, ...total })
  }

  /** The rows from an index on, in a list that shifts; remembers what the walk has served. */
  #indexed(from: number, asked: Asked, lies: Lies) {
    const rows = this.rows.byRank()
    const walk = from === 0 ? this.walks.begin() : this.walks.continued(asked.params.get("walk"))
    const limit = this.#limitOf(asked)
    const page = lies.isEmpty && from > 0 ? [] : rows.slice(from, from + limit)
    const items = [...page.map(partOf), ...this.#repeated(lies, rows.slice(0, from))]
    walk.pages.set(
      from,
      items.map(({ id }) => id)
    )
    if (lies.shifts) this.#shift(rows.slice(0, from))
    return { items, walk: walk.name, count: rows.length, end: from + items.length }
  }

  /** Removes or adds a row before those that were read. */
  #shift(before: ReadonlyArray<Row>): void {
    const passing = before.filter(({ id }) => isPassing(id))
    const [first] = before
    if (first === undefined) return
    if (passing.length > 0 && this.random.chance(0.5)) {
      this.rows.remove(this.random.pick(passing).id)
    } else if (this.hasRoom()) {
      this.#nonce += 1
      this.rows.put(passingId(this.list, this.random, `shift${this.#nonce}`), first.rank - this.random.next())
    }
  }

  #snapshot(prefix: string): readonly [string, Snapshot] {
    this.#nonce += 1
    const name = `${prefix}${this.#nonce}`
    const snapshot: Snapshot = { rows: this.rows.byId(), walk: this.walks.begin(), progress: 0 }
    this.#snapshots.set(name, snapshot)
    return [name, snapshot]
  }

  readonly #scroll = (asked: Asked, lies: Lies): Reply => {
    const token = asked.params.get("scroll")
    const known = token === null ? undefined : this.#snapshots.get(token)
    if (token !== null && known === undefined) return gone
    const [name, snapshot] = known === undefined ? this.#snapshot("scroll") : [String(token), known]
    const { progress, rows, walk } = snapshot
    const page = rows.slice(progress, progress + this.#limitOf(asked))
    snapshot.progress += page.length
    walk.lastAt = Date.now()
    walk.pages.set(
      progress,
      page.map(({ id }) => id)
    )
    const total = this.#total(lies, rows.length)
    return ok({ items: page.map(partOf), total, scroll: page.length === 0 ? null : name })
  }

  readonly #delta = (asked: Asked, lies: Lies): Reply => {
    const { address, params } = asked
    const since = params.get("delta")
    if (since === null) {
      const version = params.get("version") ?? String(this.rows.version)
      const { items, next } = this.#keyed(this.rows.byId(), asked, lies)
      if (next === null) return ok({ items, delta: `${address}?delta=${version}` })
      return ok({ items, next: `${address}?limit=${this.#limitOf(asked)}&version=${version}&after=${next}` })
    }
    const changes = this.rows.changesAfter(Number(since))
    const page = changes.slice(0, this.list.limit)
    const items = page.map(({ id }): Part => {
      const row = this.rows.get(id)
      return row === undefined ? { id, removed: true } : partOf(row)
    })
    const last = page.at(-1)?.version ?? Number(since)
    const isLast = page.length === changes.length
    return ok(isLast ? { items, delta: `${address}?delta=${last}` } : { items, next: `${address}?delta=${last}` })
  }

  readonly #export = ({ below, method }: Asked): Reply => {
    if (method === "POST" && below === "/export") return ok({ id: this.#snapshot("export")[0] })
    const [, name = "", , chunk] = /^\/export\/([^/]+)(\/chunks\/(\d+)|\/cancel)?$/.exec(below) ?? []
    const snapshot = this.#snapshots.get(name)
    if (snapshot === undefined) return notFound
    const { rows } = snapshot
    const { limit } = this.list
    if (chunk !== undefined) {
      return ok(rows.slice(Number(chunk) * limit, (Number(chunk) + 1) * limit).map(partOf))
    }
    if (below.endsWith("/cancel")) {
      this.#snapshots.delete(name)
      return ok({})
    }
    snapshot.progress += 1
    const chunks = Array.from({ length: Math.ceil(rows.length / limit) }, (_, index) => index)
    const ready = chunks.slice(0, snapshot.progress - 1)
    return ok({ state: ready.length === chunks.length ? "finished" : "running", chunks: ready })
  }

  readonly #offset = (asked: Asked, lies: Lies): Reply => {
    const { items, walk } = this.#indexed(Number(asked.params.get("offset") ?? 0), asked, lies)
    return ok({ items, walk, ...(this.list.hasTotal ? { total: this.#total(lies) } : {}) })
  }

  readonly #numbered = (asked: Asked, lies: Lies): Reply => {
    const first = this.list.paging === "pages" ? 1 : 0
    const limit = this.#limitOf(asked)
    const page = Number(asked.params.get("page") ?? first)
    const { count, items, walk } = this.#indexed((page - first) * limit, asked, lies)
    return ok({ items, walk, ...(this.list.paging === "pages" ? { pages: Math.ceil(count / limit) } : {}) })
  }

  readonly #answers: Readonly<Record<Paging, (asked: Asked, lies: Lies) => Reply>> = {
    link: (asked, lies) => this.#linked(this.rows.byId(), asked, lies),
    since: (asked, lies) => {
      const since = asked.params.get("changed_since")
      const from = since === null ? 0 : Date.parse(since)
      return this.#linked(
        this.rows.byId().filter(({ changedAt }) => changedAt >= from),
        asked,
        lies
      )
    },
    cursor: (asked, lies) => {
      const total = this.list.hasTotal ? { total: this.#total(lies) } : {}
      return ok({ ...this.#keyed(this.rows.byId(), asked, lies), ...total })
    },
    scroll: this.#scroll,
    offset: this.#offset,
    bareOffset: this.#offset,
    pages: this.#numbered,
    barePages: this.#numbered,
    indexLinks: (asked, lies) => {
      const { count, end, items, walk } = this.#indexed(Number(asked.params.get("start") ?? 0), asked, lies)
      const hasMore = items.length > 0 && end < count
      const next = `${asked.address}?limit=${this.#limitOf(asked)}&start=${end}&walk=${walk}`
      return ok({ items, ...(hasMore ? { next } : {}) })
    },
    delta: this.#delta,
    export: this.#export,
    single: (_, lies) => ok({ items: this.rows.byId().map(partOf), total: this.#total(lies) })
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
