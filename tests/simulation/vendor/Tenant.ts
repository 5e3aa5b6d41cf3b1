import type { ListShape } from "./ListShape.js"
import { type Contents, childId, type Entry, TenantList } from "./TenantList.js"

/** A request as it reaches the vendor. */
export interface Asked {
  readonly method: string
  readonly url: URL
  readonly body: unknown
  /** The credential that it carries. */
  readonly authorization: string
}

/** An answer of the vendor. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** What a request asks for; faults choose their requests by it. */
export type Target = "list" | "details" | "children" | "lookup" | "changes" | "export" | "other"

/** A page of the vendor, before it becomes JSON, so that a fault can distort it. */
export interface ServedPage {
  /** The entries of the page. */
  readonly entries: ReadonlyArray<Entry>
  /** The number of all rows, if the vendor tells it. */
  readonly total: number | null
  /** Where the next page is: the parameters of its request; null at the end. */
  readonly next: Params | null
  /** The parameters with which the next delta begins, on the last page of a list that tells them. */
  readonly delta: Params | null
  /** The parameters that lead to this page again by another token; null if the paging has no such. */
  readonly again: Params | null
}

/** The parameters of a request. */
export type Params = Readonly<Record<string, string>>

/** A request as the vendor understands it. */
export interface Understood {
  readonly target: Target
  /** The list that it is about; null for none. */
  readonly list: TenantList | null
  /** The page that it asks for; null if the answer is not a page of the list. */
  readonly page: ServedPage | null
  /** The answer to a request that asks for no page, or an error. */
  readonly reply: Reply | null
}

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

/** The vendor prepares no more exports at once. */
const MOST_EXPORTS = 2
/** How long the vendor prepares an export for which nobody asks again, in milliseconds. */
const LONGEST_PREPARATION = 3_600_000
/** How long the vendor keeps an export, in milliseconds. */
const EXPORT_LIFE = 24 * 3_600_000
const CHILD_PAGE = 2

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

/** A successful answer. */
export const ok = (body: unknown): Reply => ({ status: 200, headers: {}, body })

/** An answer that refuses. */
export const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: { error: `refused with ${status}` }
})

const answer = (target: Target, list: TenantList | null, reply: Reply): Understood => ({
  target,
  list,
  page: null,
  reply
})

const targets: Readonly<Record<string, Target>> = {
  items: "list",
  "items answer": "lookup",
  "items children": "children",
  details: "details",
  answers: "lookup",
  changes: "changes",
  exports: "export"
}

/** One customer's data at the vendor. It answers every request truthfully; faults distort the answers later. */
export class Tenant {
  readonly lists: ReadonlyMap<string, TenantList>
  /** Tokens of other tenants that requests carried. */
  readonly foreignTokens: Array<string> = []
  /** How many export jobs were started and cancelled. */
  exportsStarted = 0
  exportsCancelled = 0
  private readonly snapshots = new Map<string, Snapshot>()
  private readonly exports = new Map<string, ExportJob>()
  private serial = 0
  private tokens = 1
  /** The status with which it refuses questions about rows; null if it answers them. */
  lookupStatus: number | null = null

  constructor(
    readonly name: string,
    shapes: Readonly<Record<string, ListShape>>
  ) {
    const lists = Object.entries(shapes).map(([list, shape]) => [list, new TenantList(list, shape, name)] as const)
    this.lists = new Map(lists)
  }

  /** The address that requests of this tenant go to. */
  get baseUrl(): string {
    return `https://${this.name}.vendor.example`
  }

  /** The credential that the tenant accepts. */
  get accessToken(): string {
    return `token ${this.tokens} of ${this.name}`
  }

  /** From now on the tenant accepts another credential only. */
  replaceToken(): void {
    this.tokens += 1
  }

  private token(text: string): string {
    return `${this.name}.${text}`
  }

  /** The text of a token; null if it is not one of this tenant's. */
  private untoken(token: string): string | null {
    const mark = `${this.name}.`
    // What follows the sign only makes the token another one.
    if (token.startsWith(mark)) return token.slice(mark.length).replace(/#.*$/, "")
    this.foreignTokens.push(token)
    return null
  }

  /** Where the next delta begins after everything that has happened; null if the request is not about a list that tells it. */
  newestDelta({ list, target }: Understood): string | null {
    if (list === null) return null
    const token = encodeURIComponent(this.token(String(list.log.length)))
    if (target === "changes") return `${this.baseUrl}/${list.name}/changes?from=${token}`
    const isTold = target === "list" && list.shape.delta === "token"
    return isTold ? `${this.baseUrl}/${list.name}/items?changes=${token}` : null
  }

  /** What a request asks for. */
  static targetOf(url: URL): Target {
    const [, , part = "items", , leaf] = url.pathname.split("/")
    return targets[leaf === undefined ? part : `${part} ${leaf}`] ?? targets[part] ?? "other"
  }

  /** Understands a request; a replica that answers pages of lists may be some changes behind. */
  understand({ authorization, body, method, url }: Asked, now: number, changesAgo: number): Understood {
    if (authorization !== this.accessToken) return answer("other", null, refusal(401))
    const params: Record<string, string> = Object.fromEntries(url.searchParams)
    for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) params[name] = String(value)
    if (url.pathname === "/graphql") {
      const list = this.lists.get(params["list"] ?? "")
      return list === undefined ? answer("other", null, refusal(404)) : this.page(list, params, changesAgo)
    }
    const [, name = "", part = "", id = "", leaf = "", number = ""] = url.pathname.split("/")
    const list = this.lists.get(name)
    if (list === undefined) return answer("other", null, refusal(404))
    if (part === "items" && id === "") return this.page(list, params, changesAgo)
    if (part === "items") return this.below(list, id, leaf, params)
    if (part === "details") return answer("details", list, ok({ items: this.details(list, params["ids"] ?? "") }))
    if (part === "answers") return this.answers(list, params)
    if (part === "changes") return this.changes(list, params)
    if (part === "exports") return this.exporting(list, method, params, { id, leaf, chunk: Number(number) }, now)
    return answer("other", list, refusal(404))
  }

  private details(list: TenantList, ids: string): ReadonlyArray<unknown> {
    return ids.split(",").flatMap((id) => {
      const item = list.items.get(id)
      return item === undefined ? [] : [list.raw(item)]
    })
  }

  private below(list: TenantList, id: string, leaf: string, params: Params): Understood {
    const item = list.items.get(id)
    if (leaf === "answer" && this.lookupStatus !== null) return answer("lookup", list, refusal(this.lookupStatus))
    if (leaf === "answer") {
      return answer("lookup", list, item === undefined ? refusal(404) : ok({ value: item.answer }))
    }
    if (item === undefined) return answer("children", list, refusal(404))
    const after = params["after"] === undefined ? "" : this.untoken(params["after"])
    if (after === null) return answer("children", list, refusal(400))
    const rest = [...item.children].sort().filter((child) => child > after)
    const items = rest.slice(0, CHILD_PAGE).map((child) => ({ id: child, key: childId(id, child) }))
    const last = items.at(-1)
    const next = rest.length > CHILD_PAGE && last !== undefined ? { next: this.token(last.id) } : {}
    return answer("children", list, ok({ items, ...next }))
  }

  private answers(list: TenantList, params: Params): Understood {
    if (this.lookupStatus !== null) return answer("lookup", list, refusal(this.lookupStatus))
    const after = params["after"] === undefined ? "" : this.untoken(params["after"])
    if (after === null) return answer("lookup", list, refusal(400))
    const isAsked = ({ id }: { readonly id: string }) => params["ids"]?.split(",").includes(id) !== false
    const rest = list.rows().filter((row) => row.id > after && isAsked(row))
    const items = rest.slice(0, list.shape.pageSize).map(({ id, answer: value }) => ({ id, value }))
    const last = items.at(-1)
    const next = rest.length > items.length && last !== undefined ? { next: this.token(last.id) } : {}
    return answer("lookup", list, ok({ items, ...next }))
  }

  /** The list of changes, in pages; the first request asks for the newest token. */
  private changes(list: TenantList, params: Params): Understood {
    const address = (seq: number) =>
      `${this.baseUrl}/${list.name}/changes?from=${encodeURIComponent(this.token(String(seq)))}`
    if (params["from"] === undefined) return answer("changes", list, ok({ items: [], delta: address(list.log.length) }))
    const from = this.untoken(params["from"])
    if (from === null) return answer("changes", list, refusal(410))
    const end = Number(from) + list.shape.pageSize
    const items = list.log.slice(Number(from), end)
    const place = end < list.log.length ? { next: address(end) } : { delta: address(list.log.length) }
    return answer("changes", list, ok({ items, ...place }))
  }

  private exporting(
    list: TenantList,
    method: string,
    params: Params,
    { chunk, id, leaf }: { readonly id: string; readonly leaf: string; readonly chunk: number },
    now: number
  ): Understood {
    const say = (reply: Reply) => answer("export", list, reply)
    if (id === "") {
      const alive = [...this.exports.values()].filter(
        ({ isCancelled, pollsLeft, startedAt }) =>
          pollsLeft > 0 && !isCancelled && now - startedAt < LONGEST_PREPARATION
      )
      if (method !== "POST") return say(refusal(405))
      if (alive.length >= MOST_EXPORTS) return say(refusal(429, { "retry-after": "3600" }))
      this.serial += 1
      this.exportsStarted += 1
      const made = `e${this.serial}`
      const chunks = chunksOf(list.contents().entries.filter(isWanted(params)), list.shape.pageSize)
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
    return { target: "list", list, page: { entries, total: null, next: null, delta: null, again: null }, reply: null }
  }

  /** A page of the list, or of what changed in it. */
  private page(list: TenantList, params: Params, changesAgo: number): Understood {
    const changes = params["changes"]
    const page =
      changes === undefined ? this.listed(list, params, list.contents(changesAgo)) : this.delta(list, changes)
    return page === null ? answer("list", list, refusal(400)) : { target: "list", list, page, reply: null }
  }

  private delta(list: TenantList, token: string): ServedPage | null {
    const from = this.untoken(token)
    if (from === null) return null
    const end = Number(from) + list.shape.pageSize
    const entries = list.log.slice(Number(from), end).map(({ id, isRemoved }, index): Entry => {
      const item = list.items.get(id)
      const raw = isRemoved || item === undefined ? { id, removed: true } : list.raw(item)
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

  private listed(list: TenantList, params: Params, { changes, entries }: Contents): ServedPage | null {
    const { shape } = list
    const all = entries.filter(isWanted(params))
    const size = Math.max(1, Math.min(Number(params["limit"] ?? shape.pageSize), shape.pageSize))
    const total = shape.hasTotal ? all.filter(isShown).length : null
    const cut = (begin: number, next: (end: number) => Params | null = () => null): ServedPage => {
      const entries = all.slice(begin, begin + size)
      return { entries: entries.filter(isShown), total, next: next(begin + entries.length), delta: null, again: null }
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
    list: TenantList,
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

  /** A page as the vendor sends it. */
  render(list: TenantList, page: ServedPage): Reply {
    const { shape } = list
    const address = (params: Params) => `${this.baseUrl}/${list.name}/items?${new URLSearchParams(params)}`
    const rows = page.entries.map(({ id, raw }) => (shape.hasDetails ? id : raw))
    const usesHeader = shape.paging === "linkHeader" || shape.paging === "indexedLink"
    const isToken = shape.paging === "cursor" || shape.paging === "cursorToEmptyPage" || shape.paging === "scroll"
    const body: Record<string, unknown> = { items: rows }
    const headers: Record<string, string> = {}
    if (page.total !== null) {
      if (usesHeader) headers["x-total-count"] = String(page.total)
      else body["total"] = page.total
      if (shape.paging === "pageNumber") body["pages"] = Math.ceil(page.total / shape.pageSize)
    }
    // As vendors do, each page links to the list itself, so that a page without a Link header is one that a proxy has changed.
    if (usesHeader) headers["link"] = `<${address({})}>; rel="self"`
    if (page.next !== null) {
      if (usesHeader) headers["link"] += `, <${address(page.next)}>; rel="next"`
      else if (isToken) body["next"] = page.next["after"]
      else body["next"] = address(page.next)
    }
    if (page.delta !== null) body["delta"] = address(page.delta)
    return { status: 200, headers, body }
  }
}
