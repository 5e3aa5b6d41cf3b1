import type { Any as Extractor } from "../../../extract/Extractor.js"
import type { SourceList } from "../../../extract/list/SourceList.js"
import type { Next } from "../../../extract/walk/Pagination.js"
import * as PathTemplate from "../../../extract/walk/PathTemplate.js"
import { lowerCased, resolve } from "../../../http/Request.js"
import type { RunReport } from "../../run/ConnectorRun.js"
import { isMentioned } from "../../run/MemoryStore.js"
import { parse, type Replies, type Reply, type Seen } from "../../vendor/ScriptedVendor.js"

/** A list of a connector, with the scripted replies that answer its requests. */
export interface ScriptedList {
  readonly list: SourceList
  /** The extractor that reads the list. */
  readonly extractor: Extractor
  readonly replies: ReadonlyMap<string, Reply>
  /** Those of the replies that lead to another page. */
  readonly leading: ReadonlyMap<string, Reply>
}

/** The kinds of record that the rows of the extractor's lists contain. */
export const containedKinds = ({ extractor: { kinds, lists } }: Pick<ScriptedList, "extractor">) =>
  kinds.filter((kind) => isMentioned({ lists }, kind))

const PLACEHOLDER = "tributary-placeholder"

/** Whether a path can be one of an endpoint such as `/groups/{id}/users`. */
export const pathsOf = (baseUrl: string, endpoint: string): ((path: string) => boolean) => {
  const { pathname } = resolve({ baseUrl }, { url: endpoint.replace(/\{[^{}]+\}/g, PLACEHOLDER) })
  const names = pathname.split("/").map((name) => name.split(PLACEHOLDER))
  return (path) => {
    const others = path.split("/")
    return (
      others.length === names.length && names.every((parts, at) => PathTemplate.consistsOf(others[at] ?? "", parts, 1))
    )
  }
}

/** The page after a reply: null if there is none, undefined if only the author's own stream knows. */
const nextOf = (list: SourceList, key: string, reply: Reply): Next | null | undefined => {
  const { pagination } = list
  if (pagination === null) return undefined
  const rows = pagination.rows(reply.body)
  if (rows === undefined) return null
  const response = { status: reply.status ?? 200, headers: lowerCased(reply.headers), body: reply.body }
  const parts = parse(key)
  const asked = { ...pagination.query, ...Object.fromEntries(new URLSearchParams(parts.query)), ...parts.body }
  return pagination.next({ response, rows, query: asked, isFirst: true, read: null })
}

const leadsOn = (list: SourceList, key: string, reply: Reply, replies: ReadonlyMap<string, Reply>): boolean => {
  const { path } = parse(key)
  const next = nextOf(list, key, reply)
  const samePath = [...replies.keys()].filter((other) => parse(other).path === path)
  // The order of an author's own stream is unknown: assume that each reply leads to the next one of the same path.
  if (next === undefined) return samePath.indexOf(key) < samePath.length - 1
  return next !== null && samePath.length > 1
}

/** Whether the field of a key can be in the body that a list sends, which may add fields to its template, such as a cursor. */
const fits = (named: unknown, template: unknown): boolean => {
  if (typeof template === "string") return PathTemplate.matchesTemplate(template, named)
  if (named === null || typeof named !== "object") return named === template
  if (template === null || typeof template !== "object") return false
  const fields = template as Readonly<Record<string, unknown>>
  return Object.entries(named).every(([name, item]) => !(name in fields) || fits(item, fields[name]))
}

const canAnswer = ({ post = {} }: SourceList, key: string): boolean =>
  Object.entries(parse(key).body ?? {}).every(([name, item]) => !(name in post) || fits(item, post[name]))

/** How many parameters of the list's endpoint a key names; -1 if it lacks one. */
const naming = ({ endpoint }: SourceList, key: string): number => {
  const asked = new URLSearchParams(parse(key).query)
  const wanted = [...new URLSearchParams(endpoint.split("?")[1] ?? "")]
  const isAsked = ([name, value]: readonly [string, string]) =>
    value.includes("{") ? asked.has(name) : asked.get(name) === value
  return wanted.every(isAsked) ? wanted.length : -1
}

/** Whether a key names a parameter of one of the list's queries; those of a list that uses POST are in the body. */
const namesQuery = ({ post, queries = [] }: SourceList, key: string): boolean => {
  if (post !== undefined) return false
  const asked = new URLSearchParams(parse(key).query)
  return queries.some((query) => Object.entries(query).some(([name, value]) => asked.get(name) === String(value)))
}

/** How well a key fits a list, compared with other lists at the same path. Once keys name the list's own parameters, the others are not its own. */
const fitOf = (list: SourceList, keys: ReadonlyArray<string>, key: string): number => {
  const named = naming(list, key)
  if (namesQuery(list, key)) return named + 1
  return keys.some((other) => namesQuery(list, other)) ? named - 1 : named
}

/** An instant before every row of a script, from which a delta begins. */
export const SINCE = "2020-01-01T00:00:00.000Z"

/** Whether only a delta asks with the parameters of the key; a log has no other scans. */
const isOfDelta = ({ changedSince, endpoint, queries = [{}] }: SourceList, key: string): boolean => {
  if (changedSince === undefined) return false
  const { body, query } = parse(key)
  const named: Readonly<Record<string, unknown>> = { ...Object.fromEntries(new URLSearchParams(query)), ...body }
  const always = new URLSearchParams(endpoint.split("?")[1] ?? "")
  return Object.entries(changedSince(SINCE)).some(([name, value]) => {
    if (always.get(name) === String(value)) return false
    const isNamed = JSON.stringify(named[name]) === JSON.stringify(typeof value === "object" ? value : String(value))
    return isNamed && queries.every((each) => String(each[name]) !== String(value))
  })
}

/** The reply, which says where its row is if it has the details of one row: a list inside the row must not be taken for a list of rows. */
const withPlaceOf = ({ pagination, role }: SourceList, reply: Reply): Reply =>
  role === "details" && pagination?.rowAt !== undefined ? { ...reply, rowAt: pagination.rowAt } : reply

/** Finds the replies of each list, by their path, parameters and body. */
export const make = (
  extractors: ReadonlyArray<Extractor>,
  baseUrl: string,
  scripted: Replies
): ReadonlyArray<ScriptedList> => {
  const all = Object.entries(scripted)
  const owned = extractors.flatMap((extractor) => extractor.lists.map((list) => ({ list, extractor })))
  const lists = owned.map(({ list }) => list)
  const fitting = lists.map((list) => {
    const isPath = pathsOf(baseUrl, list.endpoint)
    return all.filter(([key]) => isPath(parse(key).path) && canAnswer(list, key))
  })
  // If two lists have the same path, a reply belongs to the one that names more of the key's parameters.
  const claimed = lists.map((list, index) =>
    (fitting[index] ?? []).filter((entry) => {
      const fits = lists.flatMap((rival, other) => {
        const own = fitting[other] ?? []
        const keys = own.map(([key]) => key)
        return own.includes(entry) ? [{ rival, fit: fitOf(rival, keys, entry[0]) }] : []
      })
      const best = Math.max(...fits.map(({ fit }) => fit))
      return fits.some(({ fit, rival }) => rival === list && fit === best)
    })
  )
  const free = all.filter((entry) => !claimed.some((entries) => entries.includes(entry)))
  return owned.map(({ list, extractor }, index) => {
    const own = claimed[index] ?? []
    // An author's own stream may send requests to other paths than the endpoint that names it.
    const answering = own.length === 0 && list.pagination === null ? free : own
    const replies = new Map(
      answering.flatMap(([key, reply]) =>
        !extractor.isLog && isOfDelta(list, key) ? [] : [[key, withPlaceOf(list, reply)] as const]
      )
    )
    const leading = new Map([...replies].filter(([key, reply]) => leadsOn(list, key, reply, replies)))
    return { list, extractor, replies, leading }
  })
}

/** The requests of a run that the list's replies answered, in order. */
export const requestsOf = ({ list, extractor, replies }: ScriptedList, report: RunReport): ReadonlyArray<Seen> =>
  (report.requestsBy.get(extractor) ?? []).filter(
    ({ key, body }) =>
      key !== null && replies.has(key) && (list.post === undefined || PathTemplate.matchesTemplate(list.post, body))
  )

/** The values in a body where the template has one, in the template's order. */
const namedIn = (template: unknown, body: unknown): ReadonlyArray<unknown> => {
  if (template === null || typeof template !== "object") return [body]
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>
  return Object.entries(template).flatMap(([name, item]) => namedIn(item, fields[name]))
}

/** Which list a request asks for, at an endpoint with placeholders: its host, its path, and the endpoint's own parameters and body fields. */
export const addressOf = (
  { endpoint, post = {} }: SourceList,
  request: { readonly url: URL | string; readonly body: unknown }
): string => {
  const url = new URL(request.url)
  const named = [...new URLSearchParams(endpoint.split("?")[1] ?? "").keys()]
  const parameters = named.map((name) => url.searchParams.get(name))
  return JSON.stringify([url.host, url.pathname, parameters, namedIn(post, request.body)])
}

/** A text that is the same for two requests that ask the same. */
export const identityOf = (request: {
  readonly method: string
  readonly url: URL | string
  readonly body: unknown
}): string => `${request.method} ${request.url} ${JSON.stringify(request.body)}`

/** A page, and the request for the page after it, as a run made them; null when no reply leads to another page. */
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

/** Replies, by key, that are sent instead of the scripted ones. */
export type Change = ReadonlyMap<string, Reply>

/** Edits the first of the replies that the edit changes; null when it changes none. */
export const changeOf = (replies: ReadonlyMap<string, Reply>, edit: (reply: Reply) => Reply | null): Change | null => {
  for (const [key, reply] of replies) {
    const changed = edit(reply)
    if (changed !== null) return new Map([[key, changed]])
  }
  return null
}

/** Whether the page after an edited reply is the same as before; an offset, for example, moves with the number of rows. */
export const isSteady = ({ list, replies }: ScriptedList, key: string, changed: Reply): boolean => {
  const reply = replies.get(key)
  return reply !== undefined && JSON.stringify(nextOf(list, key, changed)) === JSON.stringify(nextOf(list, key, reply))
}

/** Edits the first reply after which the walk continues as before; null when there is none. */
export const steadyChangeOf = (scripted: ScriptedList, edit: (reply: Reply) => Reply | null): Change | null => {
  for (const [key, reply] of scripted.replies) {
    const changed = edit(reply)
    if (changed !== null && isSteady(scripted, key, changed)) return new Map([[key, changed]])
  }
  return null
}
