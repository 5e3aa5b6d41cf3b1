import { ListPages } from "../../support/vendor/ListPages.js"
import { ok, type Params, type Reply, refusal, render, type ServedPage } from "../../support/vendor/Page.js"
import type { ListShape } from "./ListShape.js"
import { childId, TenantList } from "./TenantList.js"

/** A request as it reaches the vendor. */
export interface Asked {
  readonly method: string
  readonly url: URL
  readonly body: unknown
  /** The credential that it carries. */
  readonly authorization: string
}

/** What a request asks for; faults choose their requests by it. */
export type Target = "list" | "details" | "children" | "lookup" | "changes" | "export" | "other"

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

/** The vendor prepares no more exports at once. */
const MOST_EXPORTS = 2
const CHILD_PAGE = 2

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
export class Tenant extends ListPages {
  readonly lists: ReadonlyMap<string, TenantList>
  private tokens = 1
  /** The status with which it refuses questions about rows; null if it answers them. */
  lookupStatus: number | null = null

  constructor(
    readonly name: string,
    shapes: Readonly<Record<string, ListShape>>
  ) {
    super(name, MOST_EXPORTS)
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
      return list === undefined ? answer("other", null, refusal(404)) : this.understoodPage(list, params, changesAgo)
    }
    const [, name = "", part = "", id = "", leaf = "", number = ""] = url.pathname.split("/")
    const list = this.lists.get(name)
    if (list === undefined) return answer("other", null, refusal(404))
    if (part === "items" && id === "") return this.understoodPage(list, params, changesAgo)
    if (part === "items") return this.below(list, id, leaf, params)
    if (part === "details")
      return answer(
        "details",
        list,
        ok({ items: (params["ids"] ?? "").split(",").flatMap((id) => list.rawOf(id) ?? []) })
      )
    if (part === "answers") return this.answers(list, params)
    if (part === "changes") return this.changes(list, params)
    if (part === "exports") {
      const found = this.exporting(list, method, params, { id, leaf, chunk: Number(number) }, now)
      return { target: found.page === null ? "export" : "list", list, ...found }
    }
    return answer("other", list, refusal(404))
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

  private understoodPage(list: TenantList, params: Params, changesAgo: number): Understood {
    const page = this.page(list, params, changesAgo)
    return page === null ? answer("list", list, refusal(400)) : { target: "list", list, page, reply: null }
  }

  /** A page as the vendor sends it. */
  render(list: TenantList, page: ServedPage): Reply {
    return render(list, page, this.baseUrl)
  }
}
