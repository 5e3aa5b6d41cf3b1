import type { SourceList } from "../../extract/ListInfo.js"
import type { Next } from "../../extract/Pagination.js"
import * as PathTemplate from "../../extract/PathTemplate.js"
import { lowerCased, resolve } from "../../http/Request.js"
import type { RunReport } from "../run/ConnectorRun.js"
import { parse, type Replies, type Reply, type Seen } from "../vendor/ScriptedVendor.js"

/** A list of a connector, with the scripted replies that answer for it. */
export interface ScriptedList {
  readonly list: SourceList
  readonly replies: ReadonlyMap<string, Reply>
  /** The replies that lead to a further page. */
  readonly leading: ReadonlyMap<string, Reply>
}

const PLACEHOLDER = "tributary-placeholder"

/** The paths that an endpoint such as `/groups/{id}/users` stands for. */
const pathsOf = (baseUrl: string, endpoint: string): RegExp => {
  const { pathname } = resolve(baseUrl, endpoint.replace(/\{[^}]+\}/g, PLACEHOLDER))
  const escaped = pathname.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return new RegExp(`^${escaped.replaceAll(PLACEHOLDER, "[^/]+")}$`)
}

/** Where the pagination goes after a reply: null at the end, undefined where nobody but the author's stream knows. */
const nextOf = (list: SourceList, key: string, reply: Reply): Next | null | undefined => {
  const { pagination } = list
  if (pagination === null) return undefined
  const rows = pagination.rows(reply.body)
  if (rows === undefined) return null
  const response = { status: reply.status ?? 200, headers: lowerCased(reply.headers), body: reply.body }
  const parts = parse(key)
  const asked = { ...pagination.query, ...Object.fromEntries(new URLSearchParams(parts.query)), ...parts.body }
  return pagination.next({ response, rows, query: asked })
}

const leadsOn = (list: SourceList, key: string, reply: Reply, replies: ReadonlyMap<string, Reply>): boolean => {
  const { path } = parse(key)
  const next = nextOf(list, key, reply)
  const samePath = [...replies.keys()].filter((other) => parse(other).path === path)
  // Of an author's own stream, a reply is taken to lead to the next one of the same path.
  if (next === undefined) return samePath.indexOf(key) < samePath.length - 1
  return next !== null && samePath.length > 1
}

/** Whether a key's field can be in the body that a list asks with; a text with placeholders stands for any text. */
const fits = (named: unknown, template: unknown): boolean => {
  if (typeof template === "string") return PathTemplate.matchesTemplate(template, named)
  if (named === null || typeof named !== "object") return named === template
  if (template === null || typeof template !== "object") return false
  const fields = template as Readonly<Record<string, unknown>>
  return Object.entries(named).every(([name, item]) => name in fields && fits(item, fields[name]))
}

const canAnswer = ({ post = {} }: SourceList, key: string): boolean =>
  Object.entries(parse(key).body ?? {}).every(([name, item]) => !(name in post) || fits(item, post[name]))

/** How many parameters of its endpoint a list finds in a key; -1 where one is missing. */
const naming = ({ endpoint }: SourceList, key: string): number => {
  const asked = new URLSearchParams(parse(key).query)
  const wanted = [...new URLSearchParams(endpoint.split("?")[1] ?? "")]
  const isAsked = ([name, value]: readonly [string, string]) =>
    value.includes("{") ? asked.has(name) : asked.get(name) === value
  return wanted.every(isAsked) ? wanted.length : -1
}

/** Each list with the replies whose path, parameters and body fit what it asks. */
export const make = (
  lists: ReadonlyArray<SourceList>,
  baseUrl: string,
  scripted: Replies
): ReadonlyArray<ScriptedList> => {
  const all = Object.entries(scripted)
  const fitting = lists.map((list) => {
    const paths = pathsOf(baseUrl, list.endpoint)
    return all.filter(([key]) => paths.test(parse(key).path) && canAnswer(list, key))
  })
  // Of two lists at one path, a reply is of the one whose endpoint says more of what is asked.
  const claimed = lists.map((list, index) =>
    (fitting[index] ?? []).filter((entry) => {
      const rivals = lists.filter((_, other) => fitting[other]?.includes(entry) === true)
      return naming(list, entry[0]) >= Math.max(...rivals.map((rival) => naming(rival, entry[0])))
    })
  )
  const free = all.filter((entry) => !claimed.some((entries) => entries.includes(entry)))
  return lists.map((list, index) => {
    const own = claimed[index] ?? []
    // An author's own stream may ask at other paths than the endpoint that names it.
    const replies = new Map(own.length === 0 && list.pagination === null ? free : own)
    const leading = new Map([...replies].filter(([key, reply]) => leadsOn(list, key, reply, replies)))
    return { list, replies, leading }
  })
}

/** The answered requests of a list, in the order in which they were made. */
export const requestsOf = ({ list, replies }: ScriptedList, report: RunReport): ReadonlyArray<Seen> =>
  report.requests.filter(
    ({ key, body }) =>
      key !== null && replies.has(key) && (list.post === undefined || PathTemplate.matchesTemplate(list.post, body))
  )

/** Which of the lists at an endpoint with placeholders is asked: its host, path, and the parameters that the endpoint names. */
export const addressOf = ({ endpoint }: SourceList, url: URL): string => {
  const named = [...new URLSearchParams(endpoint.split("?")[1] ?? "").keys()]
  return [url.host, url.pathname, ...named.map((name) => url.searchParams.get(name))].join(" ")
}

/** Which request it is: the same again has the same text. */
export const identityOf = (request: {
  readonly method: string
  readonly url: URL | string
  readonly body: unknown
}): string => `${request.method} ${request.url} ${JSON.stringify(request.body)}`

/** A page and the request for the page after it, as a run made them; null where no reply leads on. */
export const pageTurn = (
  scripted: ScriptedList,
  report: RunReport
): { readonly page: Reply; readonly following: Seen } | null => {
  const requests = requestsOf(scripted, report)
  for (const [index, request] of requests.entries()) {
    const page = scripted.leading.get(request.key ?? "")
    const path = new URL(request.url).pathname
    const following = requests
      .slice(index + 1)
      .find((other) => identityOf(other) !== identityOf(request) && new URL(other.url).pathname === path)
    if (page !== undefined && following !== undefined) return { page, following }
  }
  return null
}

/** One reply that was changed. */
export interface Change {
  readonly key: string
  readonly changed: Reply
}

/** The first of the replies that `change` changes; null where it changes none. */
export const changeOf = (
  replies: ReadonlyMap<string, Reply>,
  change: (reply: Reply) => Reply | null
): Change | null => {
  for (const [key, reply] of replies) {
    const changed = change(reply)
    if (changed !== null) return { key, changed }
  }
  return null
}

/** The same, where the walk goes on as before: an index-based list counts its rows. */
export const steadyChangeOf = (
  { list, replies }: ScriptedList,
  change: (reply: Reply) => Reply | null
): Change | null => {
  for (const [key, reply] of replies) {
    const changed = change(reply)
    if (changed === null) continue
    if (JSON.stringify(nextOf(list, key, changed)) === JSON.stringify(nextOf(list, key, reply))) return { key, changed }
  }
  return null
}
