import { hash } from "node:crypto"
import type { ServerResponse } from "node:http"
import { HttpApiSchema, HttpServerResponse } from "@effect/platform"
import { Effect, Schema } from "effect"
import { type ApiError, CODE_HEADER, codeOf, type ErrorShape, toBody } from "../../../api/parts/Errors.js"

const TAG_LENGTH = 22

/** A strong `ETag`: equal bytes have the same one, and other bytes another one. */
export const entityTagOf = (body: string | Uint8Array): string =>
  `"${hash("sha256", body, "base64url").slice(0, TAG_LENGTH)}"`

/** The `ETag` of the same content in a coding, which has other bytes. */
export const entityTagInCoding = (tag: string, coding: string): string => `${tag.slice(0, -1)}-${coding}"`

const TAG = /(?:W\/)?("[^"]*")/g

/** Whether an `If-None-Match` names this `ETag`. */
export const matchesEntityTag = (condition: string, tag: string): boolean =>
  condition.trim() === "*" || [...condition.matchAll(TAG)].some(([, sent]) => sent === tag)

/** A response before it is written: plain values, because one is made for every request. */
export interface Outgoing {
  readonly status: number
  /** In lower case; without `content-length`, which follows from the body. */
  readonly headers: Readonly<Record<string, string>>
  /** Null if there is none. */
  readonly body: string | Uint8Array | null
}

const JSON_TYPE = { "content-type": "application/json" } as const

/** A response of JSON text, such as a page of stored records. */
export const jsonText = (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Outgoing => ({
  status,
  headers: { ...JSON_TYPE, ...headers },
  body
})

/** The response with more headers. */
export const withHeaders = ({ headers, ...rest }: Outgoing, more: Readonly<Record<string, string>>): Outgoing => ({
  ...rest,
  headers: { ...headers, ...more }
})

/** The length of a body in bytes. */
export const byteLength = (body: string | Uint8Array): number =>
  typeof body === "string" ? Buffer.byteLength(body) : body.byteLength

/** The length from which a text becomes bytes before it is written; a shorter one is sent in the same write as its head. */
const LONG = 4096

/** Writes the response. A long text becomes bytes once: Node would copy it several times to put its head in front of it. */
export const write = (response: ServerResponse, { body, headers, status }: Outgoing, method: string): void => {
  if (response.writableEnded) return
  if (body === null) {
    response.writeHead(status, headers).end()
    return
  }
  const sent = typeof body === "string" && body.length >= LONG ? Buffer.from(body) : body
  response.writeHead(status, { ...headers, "content-length": String(byteLength(sent)) })
  if (method === "HEAD") response.end()
  else response.end(sent)
}

/** The part of a handler's response that can be compressed, or left out because the client has it. */
export const fromResponse = ({ body, headers, status }: HttpServerResponse.HttpServerResponse): Outgoing => {
  if (body._tag === "Raw" && typeof body.body === "string") return { status, headers, body: body.body }
  const { "content-length": _length, ...rest } = headers
  return { status, headers: rest, body: body._tag === "Uint8Array" ? body.body : null }
}

/** A response of JSON text, such as a page of stored records. */
export const fromText = (
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(text, { status, headers, contentType: "application/json" })

/** The status and the text of a response that `fromText` made. */
export const toText = ({ body, status }: HttpServerResponse.HttpServerResponse) => ({
  status,
  body: body._tag === "Raw" ? String(body.body) : ""
})

/** Encodes a value with its published schema. A value that does not match is a bug in this package, so it dies and becomes a 500. */
export const json = <A, I>(
  schema: Schema.Schema<A, I>,
  status = 200
): ((value: A) => Effect.Effect<HttpServerResponse.HttpServerResponse>) => {
  const encode = Schema.encodeSync(schema)
  return (value) => Effect.sync(() => fromText(JSON.stringify(encode(value)), status))
}

/** Makes the responses of an endpoint from what its handler returns: a response, or what the schema encodes. */
export const encoder = (
  schema: Schema.Schema.Any,
  status: number
): ((value: unknown) => Effect.Effect<HttpServerResponse.HttpServerResponse>) => {
  if (HttpApiSchema.isVoid(schema.ast)) {
    const empty = Effect.succeed(HttpServerResponse.empty({ status }))
    return (value) => (HttpServerResponse.isServerResponse(value) ? Effect.succeed(value) : empty)
  }
  const encode = json(schema as Schema.Schema<unknown>, status)
  return (value) => (HttpServerResponse.isServerResponse(value) ? Effect.succeed(value) : encode(value))
}

/** The response for an error, in the endpoint's shape and with its code. */
export const ofError = (error: ApiError, shape: ErrorShape): Outgoing =>
  jsonText(JSON.stringify(toBody(error, shape)), error.status, {
    [CODE_HEADER.toLowerCase()]: codeOf(error),
    ...(error.retryAfterSecs === null ? {} : { "retry-after": String(error.retryAfterSecs) })
  })
