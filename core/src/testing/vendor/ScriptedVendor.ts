// This folder plays the vendor and the clock: scripted answers instead of a network, virtual time instead of waiting.
import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { Effect, Stream } from "effect"
import type { Decoder } from "../../decode/Decoder.js"
import { lowerCased } from "../../http/Request.js"
import { match } from "./ReplyKey.js"

export { type Key, match, parse } from "./ReplyKey.js"

/** The base address of the vendor in fixtures, for connectors that ask the customer for one; next links begin with it. */
export const BASE_URL = "https://vendor.example"

/** One answer of the vendor: status 200, JSON headers and an empty body unless it says otherwise. */
export interface Reply {
  /** The HTTP status; 200 by default. */
  readonly status?: number
  /** Headers besides `content-type: application/json`; none by default. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, or as the `decoder` writes it. */
  readonly body?: unknown
  /** Sent as it is, instead of `body`: for an answer in another format, taken from the vendor's documentation. */
  readonly text?: string
  /** Sent as they are, instead of `body` and `text`: for an answer that is no text, such as a gzip file. */
  readonly bytes?: Uint8Array
  /** Writes `body`; JSON by default. The kit sets that of the connector or the list, so that it can change what the script answers. */
  readonly decoder?: Decoder
  /** The path of the only row in `body`; by default the first list of objects has the rows. The kit sets that of the list. */
  readonly rowAt?: string
}

/**
 * Replies by request: `"GET /api/v1/users"`, `"GET /api/v1/users?after=2"` or `'POST /findings {"NextToken":"p2"}'`.
 *
 * A key answers every request that has all of its parameters and body fields. If several keys fit, the one that names
 * most of them wins.
 */
export type Replies = Readonly<Record<string, Reply>>

/** A request that the vendor received. */
export interface Seen {
  /** The HTTP method, in upper case. */
  readonly method: string
  /** The whole address, with its query. */
  readonly url: string
  /** The request's headers; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON that the connector sent, or its text if it is not JSON; null for a request without a body. */
  readonly body: unknown
  /** The status of the answer; null if a fault hung up or never answered. */
  readonly status: number | null
  /** The key of the reply that fits; null when no key fits. */
  readonly key: string | null
  /** Whether a fault answered instead of the reply. */
  readonly isStruck: boolean
}

/** What a fault does instead of sending the reply: it sends another one, never answers (`Hang`) or hangs up (`Drop`). */
export type Outcome =
  | {
      readonly _tag: "Reply"
      /** What the vendor sends instead. */
      readonly reply: Reply
    }
  | { readonly _tag: "Hang" }
  | { readonly _tag: "Drop" }

/** Something that goes wrong with some requests. */
export interface Fault {
  /** Whether the fault strikes this request. */
  readonly strikes: (request: {
    /** The HTTP method, in upper case. */
    readonly method: string
    /** The whole address, with its query. */
    readonly url: URL
    /** The request's headers; names in lower case. */
    readonly headers: Readonly<Record<string, string>>
    /** The JSON of the request, or its text if it is not JSON; null for a request without a body. */
    readonly body: unknown
    /** The key of the reply that fits; null when no key fits. */
    readonly key: string | null
  }) => boolean
  /** How many requests it strikes; all of them by default. */
  readonly times?: number
  /** What happens to a request that it strikes, given the reply that would have been sent. */
  readonly outcome: (reply: Reply) => Outcome
}

/** A vendor that answers from a script. */
export interface ScriptedVendor {
  /** The HTTP client that answers from the script. */
  readonly client: HttpClient.HttpClient
  /** Every request so far, in order. */
  readonly seen: () => ReadonlyArray<Seen>
}

const NOT_SCRIPTED: Reply = { status: 404, body: { error: "not in the script" } }

/** The reply to a request, with its key; a 404 and a null key when no key fits. */
export const answer = (
  replies: Replies,
  method: string,
  url: URL,
  body: unknown
): { readonly key: string | null; readonly reply: Reply } => {
  const key = match(replies, method, url, body)
  return { key, reply: (key === null ? undefined : replies[key]) ?? NOT_SCRIPTED }
}

/** A reply as it goes over the wire. */
interface Sent {
  /** The HTTP status. */
  readonly status: number
  /** All headers. */
  readonly headers: Readonly<Record<string, string>>
  /** The body. */
  readonly content: string | Uint8Array
}

/** A reply as it goes over the wire, with the defaults filled in. */
export const sentAs = ({ body, bytes, decoder, headers = {}, status = 200, text }: Reply): Sent => {
  const [mediaType = ""] = (decoder?.mediaType ?? "application/json").split(",")
  const given = bytes ?? text
  if (given !== undefined || body === undefined) {
    return { status, headers: { "content-type": mediaType, ...headers }, content: given ?? "" }
  }
  if (decoder === undefined)
    return { status, headers: { "content-type": mediaType, ...headers }, content: JSON.stringify(body) }
  // Written anew, so that the charset of the reply no longer holds.
  return { status, headers: { ...lowerCased(headers), "content-type": mediaType }, content: decoder.write(body) }
}

/** The body of a request: parsed if it is JSON, otherwise its text; null if it is empty. */
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

const encoder = new TextEncoder()

/** A response whose body has arrived completely: a web response opens a stream, which would be most of the cost of a run. */
const responseOf = (request: HttpClientRequest.HttpClientRequest, reply: Reply) => {
  const { content, headers, status } = sentAs(reply)
  const source: Pick<Response, "status"> & { readonly headers: ReadonlyMap<string, string> } = {
    status,
    headers: new Map(Object.entries(headers))
  }
  const response = HttpClientResponse.fromWeb(request, source as unknown as Response)
  Object.defineProperty(response, "stream", {
    value: Stream.succeed(typeof content === "string" ? encoder.encode(content) : content)
  })
  return response
}

/** How a run fails when its connector never stops asking. */
export const ENDLESS = "the walk does not end"

/** A client that asks more often than this for each reply of the script will never end. */
const REQUESTS_PER_REPLY = 100

/** A vendor that is no script has as many requests as it has rows. */
const MOST_REQUESTS = 1_000_000

/** Finds the reply to a request. */
export type Answering = (method: string, url: URL, body: unknown) => ReturnType<typeof answer>

/** Makes a vendor out of replies and faults; nothing leaves the process. It answers as `answering` says, by default as the script does. */
export const make = (
  replies: Replies,
  faults: ReadonlyArray<Fault> = [],
  answering: Answering | null = null
): ScriptedVendor => {
  const seen: Array<Seen> = []
  const struck = new Map<Fault, number>()
  // Only the script itself bounds how often a sound connector asks.
  const limit = answering === null ? REQUESTS_PER_REPLY * (Object.keys(replies).length + 1) : MOST_REQUESTS

  const decide = (
    method: string,
    url: URL,
    headers: Seen["headers"],
    body: unknown
  ): Pick<Seen, "key" | "isStruck"> & { readonly outcome: Outcome } => {
    const { key, reply } = answering === null ? answer(replies, method, url, body) : answering(method, url, body)
    for (const fault of faults) {
      const count = struck.get(fault) ?? 0
      if (count >= (fault.times ?? Number.POSITIVE_INFINITY) || !fault.strikes({ method, url, headers, body, key }))
        continue
      struck.set(fault, count + 1)
      return { key, isStruck: true, outcome: fault.outcome(reply) }
    }
    return { key, isStruck: false, outcome: { _tag: "Reply", reply } }
  }

  const client = HttpClient.make((request, url) =>
    Effect.suspend(() => {
      if (seen.length >= limit) return Effect.die(new Error(`asked ${limit} times: ${ENDLESS}`))
      const body = sent(request)
      const { method } = request
      const headers = { ...request.headers }
      const { key, isStruck, outcome } = decide(method, url, headers, body)
      const status = outcome._tag === "Reply" ? (outcome.reply.status ?? 200) : null
      seen.push({ method, url: url.href, headers, body, status, key, isStruck })
      if (outcome._tag === "Hang") return Effect.never
      if (outcome._tag === "Drop") {
        return Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", description: "dropped" }))
      }
      return Effect.succeed(responseOf(request, outcome.reply))
    })
  )
  return { client, seen: () => seen }
}
