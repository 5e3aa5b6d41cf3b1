/*
 * A vendor whose tenant is that of a script several times over. A page has the rows of all copies; a request that names ids of one copy is answered
 * as the script answers for the originals, with the ids of that copy.
 */
import type { Pagination } from "../../extract/walk/Pagination.js"
import { lowerCased } from "../../http/Request.js"
import type { CopiedIds } from "./CopiedIds.js"
import * as ReplyEdit from "./ReplyEdit.js"
import { type Replies, type Reply, answer as scripted } from "./ScriptedVendor.js"
import * as TotalEdit from "./TotalEdit.js"

/** What the vendor needs to know of a list whose pages it multiplies. */
export interface MultipliedList {
  /** How the list is cut into pages; null if only the author's own stream knows. */
  readonly pagination: Pagination | null
  /** The keys of the replies that have its pages. */
  readonly keys: ReadonlySet<string>
  /** Whether its first request names the rows, and only those for further pages do not. */
  readonly isNamed: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** A reply, and its key in the script; the key is null if none fits. */
interface Answered {
  readonly key: string | null
  readonly reply: Reply
}

/** A path and its parameters as a text, whatever their order and whether numbers are texts. */
const textOf = ({ pathname }: URL, query: Fields): string =>
  `${pathname} ${Object.keys(query)
    .sort()
    .map((name) => `${name}=${typeof query[name] === "object" ? JSON.stringify(query[name]) : String(query[name])}`)
    .join("&")}`

/** A request with the ids of the script instead of those of copies, the ids that it names, and their copies. */
interface Canonical {
  readonly url: URL
  readonly body: unknown
  readonly named: ReadonlyArray<Named>
}

/** An id of the script that a request names, and the copy that it belongs to. */
interface Named {
  readonly id: string | number
  readonly copy: number
}

/** What stands between ids in a path or a parameter, such as in `devices(id='7')` and `1,2`. */
const BETWEEN = /([/,()'"=:;]+)/

const SMALL = /^\d{1,4}$/

/** Each item once: a request that names three copies of an id is a request for that id. */
const once = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(items)]

const canonicalOf = (ids: CopiedIds, url: URL, body: unknown): Canonical => {
  const named: Array<Named> = []
  const original = (text: string): string => {
    const found = ids.originalOf(text)
    // A page number or a limit may be equal to an id of the script, and not to one of a copy.
    if (found === null || (found.copy === 0 && SMALL.test(text))) return text
    named.push(found)
    return String(found.id)
  }
  const ofText = (text: string): string => {
    const whole = original(text)
    if (whole !== text || ids.originalOf(text) !== null) return whole
    const parts = text.split(BETWEEN)
    const changed = parts.map(original)
    const isList = parts.length > 1 && parts.every((part) => part === "," || ids.originalOf(part) !== null)
    return isList ? once(changed.filter((part) => part !== ",")).join(",") : changed.join("")
  }
  const ofBody = (value: unknown): unknown => {
    if (Array.isArray(value)) return once(value.map(ofBody))
    if (value !== null && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, ofBody(item)]))
    if (typeof value === "number") return Number(original(String(value)))
    return typeof value === "string" ? ofText(value) : value
  }
  const changed = new URL(url)
  const path = url.pathname.split("/").map((part) => ofText(decodeURIComponent(part)))
  // An untouched path keeps its spelling, by which the script is searched.
  if (named.length > 0) changed.pathname = path.map(encodeURI).join("/")
  for (const [name, value] of [...url.searchParams]) {
    const text = ofText(value)
    if (text !== value) changed.searchParams.set(name, text)
  }
  return { url: changed, body: ofBody(body), named }
}

const asksOf = (url: URL, body: unknown): Fields => ({
  ...Object.fromEntries(url.searchParams),
  ...(body !== null && typeof body === "object" ? (body as Fields) : {})
})

/** The header that a page needs so that nobody takes it for one whose header a proxy has removed. */
const withLinks = ({ pagination }: MultipliedList, reply: Reply, query: Fields): Reply => {
  const rows = pagination?.rows(reply.body)
  if (rows === undefined || pagination === null) return reply
  const response = { status: 200, headers: lowerCased(reply.headers), body: reply.body }
  const lacks = pagination.missing?.({ response, rows, query, isFirst: true, read: null }) ?? null
  return lacks === null ? reply : { ...reply, headers: { link: '</>; rel="first"', ...reply.headers } }
}

/** The parameters of the page behind a reply; null if there is none, or if a link leads to it. */
const following = ({ pagination }: MultipliedList, reply: Reply, query: Fields): Fields | null => {
  const rows = pagination?.rows(reply.body)
  if (rows === undefined || pagination === null) return null
  const response = { status: 200, headers: lowerCased(reply.headers), body: reply.body }
  const next = pagination.next({ response, rows, query, isFirst: true, read: null })
  return next !== null && "query" in next ? next.query : null
}

/** A vendor that runs for days is asked for ever new pages, such as those since the last scan: it forgets the oldest. */
const MOST_PAGES = 10_000

/** How a script is played several times over. */
export interface Options {
  /** The ids of the script and of its copies. */
  readonly ids: CopiedIds
  /** The lists whose pages have the rows of all copies. */
  readonly lists: ReadonlyArray<MultipliedList>
  /** How many copies there are, the script itself among them. */
  readonly times: number
  /**
   * The replies of a copy, with the ids of the script: those of the script by default. They may have other values in rows and fewer rows at the end of a
   * reply, but not other ids.
   */
  readonly repliesOf?: (copy: number) => Replies
}

/** Answers requests of a connector that reads `times` copies of the script. */
export const make = (replies: Replies, { ids, lists, times, repliesOf = () => replies }: Options) => {
  /** What the connector asks for behind a multiplied page, and what it would ask for behind the page of the script; null behind the last one. */
  const behind = new Map<string, { readonly query: Fields | null; readonly key: string }>()
  const remember = (page: string, after: { readonly query: Fields | null; readonly key: string }) => {
    behind.delete(page)
    behind.set(page, after)
    const [oldest] = behind.keys()
    if (behind.size > MOST_PAGES && oldest !== undefined) behind.delete(oldest)
  }

  const replyOf = (key: string, copy: number): Reply => repliesOf(copy)[key] ?? {}
  const everywhere = Array.from({ length: times }, (_, copy) => copy)

  /** Those of the copies that have a row or an id: without an id, it would be the same again. */
  const having = (value: unknown, copies: Iterable<number>): ReadonlyArray<number> => {
    const isCopied = ids.isCopied(value)
    return [...copies].filter((copy) => copy === 0 || isCopied)
  }
  /** The reply with the rows that the copies have in the place of each. */
  const withCopies = (key: string, reply: Reply, copiesOf: (row: unknown) => Iterable<number>): Reply | null => {
    const rowsOf = new Map<number, ReadonlyArray<unknown>>()
    const rowAt = (copy: number, at: number): unknown => {
      const rows = rowsOf.get(copy) ?? ReplyEdit.rowsBeside(reply, replyOf(key, copy))
      rowsOf.set(copy, rows)
      return rows[at]
    }
    return ReplyEdit.rows(reply, (all) =>
      all.flatMap((row, at) =>
        having(row, copiesOf(row)).flatMap((copy) => {
          const own = rowAt(copy, at)
          return own === undefined ? [] : [ids.translated(own, copy)]
        })
      )
    )
  }

  const translations = (id: unknown) => having(id, everywhere).map((copy) => ids.translated(id, copy))

  /** A page that only names ids, of which another request makes rows. */
  const onlyIds = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const isOfIds =
        value.length > 0 && value.every((item) => typeof item !== "object" && ids.originalOf(item) !== null)
      return isOfIds ? value.flatMap(translations) : value
    }
    if (value === null || typeof value !== "object") return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, onlyIds(item)]))
  }

  const multiplied = (list: MultipliedList, key: string, reply: Reply, query: Fields): Reply => {
    const { pagination } = list
    const before = pagination?.rows(reply.body)?.length ?? ReplyEdit.rowsOf(reply).length
    const many = withCopies(key, reply, () => everywhere) ?? ReplyEdit.withBody(reply, onlyIds(reply.body))
    if (pagination === null || before === 0) return many
    // An index that counts what was asked for does not move with the rows, so that the total bounds the pages.
    const isSteady = JSON.stringify(following(list, many, query)) === JSON.stringify(following(list, reply, query))
    if (pagination.isIndexed && isSteady) return many
    const whole = ReplyEdit.rows(reply, (all) => all.flatMap((row) => having(row, everywhere).map(() => row))) ?? many
    const factor = (pagination.rows(whole.body)?.length ?? before) / before
    const read = TotalEdit.reader(pagination)
    return TotalEdit.withTotal(many, read, (total) => {
      const gone = everywhere.reduce((sum, copy) => sum + total - (read(replyOf(key, copy)) ?? total), 0)
      return Math.round(total * factor) - gone
    })
  }

  const names = (row: unknown, { id }: Named): boolean =>
    row !== null && typeof row === "object"
      ? Object.values(row).some((inner) => names(inner, { id, copy: 0 }))
      : String(row).toLowerCase() === String(id).toLowerCase()

  const ofCopies = (key: string, reply: Reply, named: Canonical["named"]) => {
    const copies = new Set(named.map(({ copy }) => copy))
    const [first = 0] = copies
    if (reply.rowAt !== undefined || copies.size === 1) {
      const { body, headers, ...own } = replyOf(key, first)
      // The next page is that of the copy.
      const links = headers === undefined ? {} : { headers: ids.translated(headers, first) as typeof headers }
      return { key, reply: { ...own, ...links, body: ids.translated(body, first) } }
    }
    const asked = (row: unknown) => new Set(named.filter((each) => names(row, each)).map(({ copy }) => copy))
    return { key, reply: withCopies(key, reply, asked) ?? reply }
  }

  return (method: string, url: URL, body: unknown): Answered => {
    const { body: sent, named, url: asked } = canonicalOf(ids, url, body)
    const query = asksOf(url, body)
    const alias = behind.get(textOf(url, query))
    if (alias !== undefined && alias.query === null) {
      return { key: alias.key, reply: ReplyEdit.withoutRows(replies[alias.key] ?? {}) }
    }
    const moved = { body: sent, url: asked }
    for (const [name, value] of Object.entries(alias?.query ?? {})) {
      if (asked.searchParams.has(name)) asked.searchParams.set(name, String(value))
      else moved.body = { ...(moved.body as Fields), [name]: value }
    }
    const { key, reply } = scripted(replies, method, moved.url, moved.body)
    if (key === null) return { key, reply }
    const list = lists.find(({ keys }) => keys.has(key))
    // A cursor may be equal to an id of the script.
    const isOfCopies = named.some(({ copy }) => copy > 0) || (list?.isNamed === true && named.length > 0)
    if (isOfCopies) return ofCopies(key, reply, named)
    if (list === undefined) return { key, reply: replyOf(key, 0) }
    const whole = withLinks(list, multiplied(list, key, reply, query), query)
    const [now, before] = [following(list, whole, query), following(list, reply, asksOf(moved.url, moved.body))]
    if (now !== null && JSON.stringify(now) !== JSON.stringify(before)) {
      remember(textOf(url, { ...query, ...now }), { query: before, key })
    }
    return { key, reply: whole }
  }
}
