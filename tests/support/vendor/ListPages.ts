import {
  type Contents,
  type Entry,
  type HeldList,
  ok,
  type Params,
  type Reply,
  refusal,
  type ServedPage
} from "./Page.js"

interface Snapshot {
  readonly entries: ReadonlyArray<Entry>
  position: number
}

interface ExportJob {
  readonly chunks: ReadonlyArray<ReadonlyArray<Entry>>
  pollsLeft: number
  isCancelled: boolean
  readonly startedAt: number
}

/** How long the vendor prepares an export for which nobody asks again, in milliseconds. */
const LONGEST_PREPARATION = 3_600_000
/** How long the vendor keeps an export, in milliseconds. */
const EXPORT_LIFE = 24 * 3_600_000
const chunksOf = <A>(all: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

/** Whether a request asks for an entry of the list: for all, for some ids, or for what changed since an instant. */
const isWanted =
  ({ ids, since }: Params) =>
  ({ changedAt, id }: Entry): boolean => {
    if (since !== undefined) return changedAt >= Date.parse(since)
    return ids === undefined || ids.split(",").includes(id)
  }

const isShown = ({ isHidden }: Entry): boolean => !isHidden

/** The parameters that the address of the next page repeats. */
const sameOf = ({ ids, since }: Params): Params => ({
  ...(ids === undefined ? {} : { ids }),
  ...(since === undefined ? {} : { since })
})

/**
 * Cuts the lists of one customer into pages: which rows a request gets, and where the next page is. It says the truth; a fault distorts a page
 * before it is rendered.
 */
export class ListPages {
  /** Tokens of other customers that requests carried. */
  readonly foreignTokens: Array<string> = []
  /** How many export jobs were started and cancelled. */
  exportsStarted = 0
  exportsCancelled = 0
  private readonly snapshots = new Map<string, Snapshot>()
  private readonly exports = new Map<string, ExportJob>()
  private serial = 0

  /** Tokens begin with the name of the customer. The vendor prepares no more exports at once than `mostExports`. */
  constructor(
    private readonly customer: string,
    private readonly mostExports: number
  ) {}

  /** Forgets every scroll and every export. */
  forget(): void {
    this.snapshots.clear()
    this.exports.clear()
  }

  /** A token of this customer that stands for the text. */
  protected token(text: string): string {
    return `${this.customer}.${text}`
  }

  /** The text of a token; null if it is not one of this tenant's. */
  protected untoken(token: string): string | null {
    const mark = `${this.customer}.`
    // What follows the sign only makes the token another one.
    if (token.startsWith(mark)) return token.slice(mark.length).replace(/#.*$/, "")
    this.foreignTokens.push(token)
    return null
  }

  /** A page of the list, or of what changed in it; null for a token that it does not know. */
  page(list: HeldList, params: Params, changesAgo: number): ServedPage | null {
    const changes = params["changes"]
    return changes === undefined ? this.listed(list, params, list.contents(changesAgo)) : this.delta(list, changes)
  }

  /** Starts, reads or cancels a job that prepares the list; `place` is what the path of the request says. */
  exporting(
    list: HeldList,
    method: string,
    params: Params,
    { chunk, id, leaf }: { readonly id: string; readonly leaf: string; readonly chunk: number },
    now: number
  ): { readonly page: ServedPage | null; readonly reply: Reply | null } {
    const say = (reply: Reply) => ({ page: null, reply })
    if (id === "") {
      const alive = [...this.exports.values()].filter(
        ({ isCancelled, pollsLeft, startedAt }) =>
          pollsLeft > 0 && !isCancelled && now - startedAt < LONGEST_PREPARATION
      )
      if (method !== "POST") return say(refusal(405))
      if (alive.length >= this.mostExports) return say(refusal(429, { "retry-after": "3600" }))
      this.serial += 1
      this.exportsStarted += 1
      const made = `e${this.serial}`
      const chunks = chunksOf(list.contents(0).entries.filter(isWanted(params)), list.shape.pageSize)
      this.exports.set(made, { chunks, pollsLeft: chunks.length > 1 ? 2 : 1, isCancelled: false, startedAt: now })
      return say(ok({ id: this.token(made) }))
    }
    const known = this.untoken(id)
    const job = known === null ? undefined : this.exports.get(known)
    if (job === undefined || job.isCancelled || now - job.startedAt >= EXPORT_LIFE) return say(refusal(404))
    if (leaf === "cancel") {
      job.isCancelled = true
      this.exportsCancelled += 1
      return say(ok({}))
    }
    if (leaf === "status") {
      const ready = job.pollsLeft > 0 ? job.chunks.slice(0, 1) : job.chunks
      const state = job.pollsLeft > 0 ? "running" : "finished"
      if (job.pollsLeft > 0) job.pollsLeft -= 1
      return say(ok({ state, chunks: ready.map((_, index) => index) }))
    }
    const entries = job.chunks[chunk]
    if (entries === undefined) return say(refusal(404))
    return { page: { entries, total: null, next: null, delta: null, again: null }, reply: null }
  }

  private delta(list: HeldList, token: string): ServedPage | null {
    const from = this.untoken(token)
    if (from === null) return null
    const end = Number(from) + list.shape.pageSize
    const entries = list.log.slice(Number(from), end).map(({ id, isRemoved }, index): Entry => {
      const raw = (isRemoved ? null : list.rawOf(id)) ?? { id, removed: true }
      return { key: String(Number(from) + index), id, changedAt: 0, raw, isHidden: false }
    })
    const isLast = end >= list.log.length
    return {
      entries,
      total: null,
      next: isLast ? null : { changes: this.token(String(end)) },
      delta: isLast ? { changes: this.token(String(list.log.length)) } : null,
      again: { changes: `${token}#` }
    }
  }

  private listed(list: HeldList, params: Params, { changes, entries }: Contents): ServedPage | null {
    const { shape } = list
    const all = entries.filter(isWanted(params))
    const size = Math.max(1, Math.min(Number(params["limit"] ?? shape.pageSize), shape.pageSize))
    const total = shape.hasTotal ? all.filter(isShown).length : null
    const pages = shape.hasPageCount === true ? { pages: Math.ceil(all.length / size) } : {}
    const cut = (begin: number, next: (end: number) => Params | null = () => null): ServedPage => {
      const entries = all.slice(begin, begin + size)
      return {
        entries: entries.filter(isShown),
        total,
        ...pages,
        next: next(begin + entries.length),
        delta: null,
        again: null
      }
    }
    const start = Number(params["offset"] ?? 0)
    const same = sameOf(params)
    switch (shape.paging) {
      case "single":
      case "exportJob":
        return { entries: all, total, next: null, delta: null, again: null }
      case "offset":
        return cut(start)
      case "indexedLink":
        return cut(start, (end) => (end < all.length ? { ...same, offset: String(end) } : null))
      case "pageNumber":
        return cut((Number(params["page"] ?? 1) - 1) * size)
      case "scroll":
        return this.scrolled(all, params["after"], size, total)
      default:
        return this.behind(list, { entries: all, changes }, params, size, total)
    }
  }

  private scrolled(
    all: ReadonlyArray<Entry>,
    token: string | undefined,
    size: number,
    total: number | null
  ): ServedPage | null {
    let id = token === undefined ? null : this.untoken(token)
    if (id === null) {
      if (token !== undefined) return null
      this.serial += 1
      id = `s${this.serial}`
      this.snapshots.set(id, { entries: all, position: 0 })
    }
    const snapshot = this.snapshots.get(id)
    if (snapshot === undefined) return null
    const entries = snapshot.entries.slice(snapshot.position, snapshot.position + size)
    snapshot.position += entries.length
    return {
      entries,
      total: total === null ? null : snapshot.entries.length,
      next: { after: this.token(id) },
      delta: null,
      again: null
    }
  }

  /** The page behind the entry that the token stands for. */
  private behind(
    list: HeldList,
    { changes, entries: all }: Contents,
    params: Params,
    size: number,
    total: number | null
  ): ServedPage | null {
    const after = params["after"] === undefined ? "" : this.untoken(params["after"])
    if (after === null) return null
    const rest = all.filter(({ key }) => key > after)
    const cut = rest.slice(0, size)
    const entries = cut.filter(isShown)
    const last = cut.at(-1)
    // The delta covers what changed since the first page.
    const from = params["from"] ?? this.token(String(changes))
    const same = { ...sameOf(params), ...(list.shape.delta === "token" ? { from } : {}) }
    const hasNext = list.shape.paging === "cursorToEmptyPage" ? last !== undefined : rest.length > size
    const next = hasNext && last !== undefined ? { ...same, after: this.token(last.key) } : null
    const delta = next === null && list.shape.delta === "token" ? { changes: from } : null
    const again = list.shape.paging === "cursorToEmptyPage" ? null : { ...same, after: `${this.token(after)}#` }
    return { entries, total, next, delta, again }
  }
}
