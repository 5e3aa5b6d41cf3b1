import type { AnswerSchemas } from "../contract/AnswerSchemas.js"
import type { Reply } from "../send/Client.js"
import type { Request } from "../send/Request.js"
import { SECRET } from "../world/secret.js"
import type { World } from "../world/World.js"
import type { Finding } from "./Finding.js"

/** An answer, with what is needed to judge it. */
interface Case {
  readonly request: Request
  readonly reply: Reply
  readonly text: string
  readonly schemas: AnswerSchemas
  readonly world: World
}

/** Says what is wrong; null if nothing is. */
type Judge = (it: Case) => string | null

/** The statuses of requests that reach no operation, as the introduction of the document lists them, and of the connection. */
const refusals: ReadonlySet<number> = new Set([400, 404, 405, 408, 413, 417, 431])

/** These are documented for every operation, and must not be needed as long as the server and its database run. */
const breakdowns: ReadonlySet<number> = new Set([500, 503])

const isDocumented = ({ reply, request }: Case): boolean => request.operation.answers.has(reply.status)

const isRefusal = (it: Case): boolean => it.request.mayMiss && refusals.has(it.reply.status)

const sentId = /^[\w.~+/=:@-]{1,128}$/

const judgeId: Judge = ({ reply, request }) => {
  const id = reply.headers["x-request-id"]
  if (id === undefined || id === "" || id.length > 128) return `X-Request-Id: ${JSON.stringify(id ?? null)}`
  const sent = request.headers.filter(([name]) => name === "x-request-id").map(([, value]) => value)
  const isKept = sent.length !== 1 || !sentId.test(sent[0] ?? "") || request.mayMiss || id === sent[0]
  return isKept ? null : `X-Request-Id: ${id} instead of ${sent[0]}`
}

const jsonOf = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Of parameters that leave fields out of records, although the document's schemas have them. */
const PARTIAL = /[?&](?:fields|includeVendorData)=/

const judgeBody: Judge = (it) => {
  const { reply, request, schemas, text } = it
  if (request.method === "HEAD" && text === "") return null
  if (request.method === "HEAD" && request.distortion === null) return "an answer to HEAD has a body"
  const documented = request.operation.answers.get(reply.status)
  if (documented === undefined && !isRefusal(it)) return null
  const expected = documented === undefined ? "application/json" : documented.contentType
  const type = (reply.headers["content-type"] ?? "").split(";")[0]
  if (expected === null) return text === "" ? null : "an answer without content has a body"
  if (type !== expected) return `Content-Type: ${type} instead of ${expected}`
  const body = expected === "application/json" ? jsonOf(text) : { value: text }
  if (body === null) return "the body is not JSON"
  const judge = reply.status === 200 && PARTIAL.test(request.target) ? schemas.faultsOfPart : schemas.faults
  const faults = documented === undefined ? [] : judge(request.operation, reply.status, body.value)
  const refused = isRefusal(it) ? schemas.faultsOfRefusal(body.value) : null
  const found = documented === undefined || refused?.length === 0 ? (refused ?? []) : faults
  return found.length === 0 ? null : found.join("; ")
}

const judgeStatus: Judge = (it) => {
  const { reply, request } = it
  if (breakdowns.has(reply.status)) return `${reply.status}`
  return isDocumented(it) || isRefusal(it) ? null : `${reply.status} for ${request.operation.id}`
}

/** The document says of some statuses that `Retry-After` may come with them, of these that it does. */
const later: ReadonlySet<number> = new Set([429, 503])

const judgeHeaders: Judge = ({ reply, request, schemas }) => {
  const { headers, status } = reply
  const documented = request.operation.answers.get(status)?.headers
  if (headers["retry-after"] !== undefined && documented?.has("Retry-After") !== true) {
    return "Retry-After is not documented"
  }
  if (status === 405) return headers["allow"] === undefined ? "Allow is missing" : null
  const faults = [...(documented ?? [])].flatMap(([name, { isRequired, place }]) => {
    const text = headers[name.toLowerCase()]
    if (text !== undefined) return schemas.faultsOfHeader(place, text).map((fault) => `${name}: ${text}: ${fault}`)
    return isRequired || (name === "Retry-After" && later.has(status)) ? [`${name} is missing`] : []
  })
  return faults[0] ?? null
}

/** A key that does not work, or none; also if everything else about the request is wrong. */
const judgeKey: Judge = ({ reply, request }) => {
  if (request.key !== "invalid" || !request.operation.takesKey || request.mayMiss) return null
  return [401, 429].includes(reply.status) ? null : `${reply.status} without a valid key`
}

/** A key that may only read changes nothing, and asks no tool for anything, whatever else is wrong about the request. */
const judgeScope: Judge = ({ reply, request }) => {
  const { id, method, takesKey } = request.operation
  if (request.key !== "reading" || !takesKey || request.mayMiss) return null
  const mayRead = method === "GET" && id !== "testConnection"
  if (mayRead) return reply.status === 403 ? "403 with a key that may read" : null
  return [403, 429].includes(reply.status) ? null : `${reply.status} with a key that may only read`
}

const judgeForeign: Judge = ({ reply, request }) =>
  request.isForeign && reply.status < 300 ? `${reply.status} for something of another account` : null

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const judgeOwner: Judge = ({ reply, request, text, world }) => {
  const all = `${JSON.stringify(reply.headers)}${text}`
  const marker = world.accounts.find((account, index) => index !== request.account && all.includes(account.marker))
  if (marker !== undefined) return `the text of another account, ${marker.marker}`
  const sent = () =>
    `${request.target}${JSON.stringify(request.headers)}${request.body?.toString() ?? ""}`.toLowerCase()
  const foreign = (all.match(UUID) ?? []).find((id) => {
    const owner = world.owners.get(id)
    return owner !== undefined && owner !== request.account && !sent().includes(id)
  })
  return foreign === undefined ? null : `the id ${foreign} of another account`
}

const judgeSecret: Judge = ({ reply, text }) =>
  `${JSON.stringify(reply.headers)}${text}`.includes(SECRET) ? "a credential" : null

const judgeInternals: Judge = ({ text }) =>
  /(?:\.[cm]?[jt]sx?|\bnode:[\w/]+):\d+:\d+|node_modules|(?:select|insert into|update) .+ (?:from|values|set) |SqlError/.test(
    text
  )
    ? "a stack trace or a statement"
    : null

const promises: Readonly<Record<string, Judge>> = {
  "the status is documented": judgeStatus,
  "the answer carries X-Request-Id": judgeId,
  "the answer fits its schema": judgeBody,
  "headers are documented": judgeHeaders,
  "a request without a valid key gets 401": judgeKey,
  "a key that may only read changes nothing": judgeScope,
  "what belongs to another account is not found": judgeForeign,
  "no answer contains another account's data": judgeOwner,
  "no answer contains a credential": judgeSecret,
  "no answer contains internals": judgeInternals
}

/** Everything that an answer breaks. */
export const judge = (request: Request, reply: Reply, schemas: AnswerSchemas, world: World): ReadonlyArray<Finding> => {
  const it: Case = { request, reply, text: reply.body.toString(), schemas, world }
  return Object.entries(promises).flatMap(([promise, judge]) => {
    const detail = judge(it)
    return detail === null ? [] : [{ promise, detail }]
  })
}
