import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { Effect } from "effect"
import * as PathTemplate from "../../extract/PathTemplate.js"

/** The address that stands for a customer's tenant in fixtures, where the connector asks for one: next links begin with it. */
export const BASE_URL = "https://vendor.example"

/** What the vendor answers: a JSON body, or a text as it is. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly text?: string
}

/**
 * Replies by request: `"GET /api/v1/users"`, `"GET /api/v1/users?after=2"` or `'POST /findings {"NextToken":"p2"}'`.
 *
 * The key that names most of the request's parameters and of the fields of its JSON body wins; a key without any answers all.
 */
export type Replies = Readonly<Record<string, Reply>>

/** A request that was seen. */
export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** What was sent: as JSON where it is JSON, else the text; null where nothing was. */
  readonly body: unknown
  readonly status: number | null
  /** The key of the reply that fits; null where none does. */
  readonly key: string | null
  /** Whether a fault answered instead of the reply. */
  readonly isStruck: boolean
}

/** What goes wrong instead of the reply: another reply, no answer at all, or a dropped connection. */
export type Outcome =
  | { readonly _tag: "Reply"; readonly reply: Reply }
  | { readonly _tag: "Hang" }
  | { readonly _tag: "Drop" }

/** Something that goes wrong with some requests. */
export interface Fault {
  /** Decides by the request and by the number of requests it has struck already. */
  readonly strikes: (request: {
    readonly method: string
    readonly url: URL
    readonly body: unknown
    readonly key: string | null
  }) => boolean
  /** How often it strikes; for ever by default. */
  readonly times?: number
  /** Given the reply that would have been sent. */
  readonly outcome: (reply: Reply) => Outcome
}

/** A vendor that answers from a script. */
export interface ScriptedVendor {
  readonly client: HttpClient.HttpClient
  readonly seen: () => ReadonlyArray<Seen>
}

/** The parts of a reply's key. */
export interface Key {
  readonly method: string
  readonly path: string
  readonly query: string
  /** The fields that the request's body must hold; null where the key names none. */
  readonly body: Readonly<Record<string, unknown>> | null
}

const bodyOf = (key: string): Key["body"] => {
  try {
    return JSON.parse(key.slice(key.indexOf(" {"))) as Key["body"]
  } catch {
    return null
  }
}

/** Where the parts of a reply's key are: `GET`, `/api/v1/users`, `after=2`. */
export const parse = (key: string): Key => {
  const body = key.endsWith("}") ? bodyOf(key) : null
  const address = body === null ? key : key.slice(0, key.indexOf(" {"))
  const [, method = "GET", path = "", query = ""] = /^(\S+) ([^?]*)\??([\s\S]*)$/.exec(address) ?? []
  return { method, path, query, body }
}

const leaves = (value: unknown): number =>
  value === null || typeof value !== "object"
    ? 1
    : Object.values(value).reduce((sum: number, item) => sum + leaves(item), 0)

/** The best fitting key of a request; null where none fits. */
export const match = (replies: Replies, method: string, url: URL, body: unknown = null): string | null => {
  let best: { readonly key: string; readonly score: number } | null = null
  for (const key of Object.keys(replies)) {
    const parts = parse(key)
    if (parts.method !== method || parts.path !== url.pathname) continue
    const wanted = [...new URLSearchParams(parts.query).entries()]
    if (!wanted.every(([name, value]) => url.searchParams.get(name) === value)) continue
    if (parts.body !== null && !PathTemplate.matchesTemplate(parts.body, body)) continue
    const score = wanted.length + (parts.body === null ? 0 : leaves(parts.body))
    if (best === null || score > best.score) best = { key, score }
  }
  return best?.key ?? null
}

const NOT_SCRIPTED: Reply = { status: 404, body: { error: "not in the script" } }

/** What a vendor with these replies answers to a request, and by which key; a 404 where none fits. */
export const answer = (
  replies: Replies,
  method: string,
  url: URL,
  body: unknown
): { readonly key: string | null; readonly reply: Reply } => {
  const key = match(replies, method, url, body)
  return { key, reply: (key === null ? undefined : replies[key]) ?? NOT_SCRIPTED }
}

const textOf = (reply: Reply): string => {
  if (reply.text !== undefined) return reply.text
  return reply.body === undefined ? "" : JSON.stringify(reply.body)
}

/** A reply as it is sent: JSON unless it says otherwise. */
export const sentAs = (
  reply: Reply
): { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string } => ({
  status: reply.status ?? 200,
  headers: { "content-type": "application/json", ...reply.headers },
  text: textOf(reply)
})

/** The body of a request: as JSON where it is JSON, else the text; null where nothing was sent. */
export const received = (text: string): unknown => {
  if (text === "") return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const sent = ({ body }: HttpClientRequest.HttpClientRequest): unknown =>
  body._tag === "Uint8Array" ? received(new TextDecoder().decode(body.body)) : null

/** What is said of a client that asks without end. */
export const ENDLESS = "the walk does not end"

/** Requests that a vendor answers for each of its replies: a client that asks more often will never end. */
const REQUESTS_PER_REPLY = 100

/** Makes a vendor out of replies and faults; nothing leaves the process. */
export const make = (replies: Replies, faults: ReadonlyArray<Fault> = []): ScriptedVendor => {
  const seen: Array<Seen> = []
  const struck = new Map<Fault, number>()
  const limit = REQUESTS_PER_REPLY * (Object.keys(replies).length + 1)

  const decide = (
    method: string,
    url: URL,
    body: unknown
  ): Pick<Seen, "key" | "isStruck"> & { readonly outcome: Outcome } => {
    const { key, reply } = answer(replies, method, url, body)
    for (const fault of faults) {
      const count = struck.get(fault) ?? 0
      if (count >= (fault.times ?? Number.POSITIVE_INFINITY) || !fault.strikes({ method, url, body, key })) continue
      struck.set(fault, count + 1)
      return { key, isStruck: true, outcome: fault.outcome(reply) }
    }
    return { key, isStruck: false, outcome: { _tag: "Reply", reply } }
  }

  const client = HttpClient.make((request, url) =>
    Effect.suspend(() => {
      if (seen.length >= limit) return Effect.die(new Error(`asked ${limit} times: ${ENDLESS}`))
      const body = sent(request)
      const { key, isStruck, outcome } = decide(request.method, url, body)
      const status = outcome._tag === "Reply" ? (outcome.reply.status ?? 200) : null
      const { method, headers } = request
      seen.push({ method, url: url.href, headers: { ...headers }, body, status, key, isStruck })
      if (outcome._tag === "Hang") return Effect.never
      if (outcome._tag === "Drop") {
        return Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", description: "dropped" }))
      }
      const { text, ...init } = sentAs(outcome.reply)
      const response = new Response(init.status === 204 ? null : text, init)
      return Effect.succeed(HttpClientResponse.fromWeb(request, response))
    })
  )
  return { client, seen: () => seen }
}
