import { hash } from "node:crypto"
import type { ServerResponse } from "node:http"
import { promisify } from "node:util"
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"
import { HttpApiSchema, HttpServerResponse } from "@effect/platform"
import { Effect, Schema } from "effect"
import { type ApiError, CODE_HEADER, codeOf, type ErrorShape, toBody } from "../../../api/parts/Errors.js"

const TAG_LENGTH = 22

const TAG = /(?:W\/)?("[^"]*")/g

/**
 * A strong `ETag`: equal bytes have the same one, and other bytes another one. It may end with the version of what the bytes show, which
 * changes less often than they do.
 */
export const entityTagOf = (body: string | Uint8Array, version: string | null = null): string =>
  `"${hash("sha256", body, "base64url").slice(0, TAG_LENGTH)}${version === null ? "" : `.${version}`}"`

/** Whether an `If-Match` names an `ETag` of this version, in whatever coding. */
export const matchesVersion = (condition: string, version: string): boolean =>
  condition.trim() === "*" ||
  [...condition.matchAll(TAG)].some(([, sent = ""]) => sent.slice(1, -1).split(".")[1]?.split("-")[0] === version)

/** The `ETag` of the same content in a coding, which has other bytes. */
export const entityTagInCoding = (tag: string, coding: string): string => `${tag.slice(0, -1)}-${coding}"`

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

/** The codings that this server can send. Brotli comes first: its result is smaller, and takes less than half the time. */
const codings = ["br", "gzip"] as const

/** A coding that this server can send. */
export type Coding = (typeof codings)[number]

const NAMES: Readonly<Record<string, string>> = { "x-gzip": "gzip" }

/** What `Accept-Encoding` says of each coding: 0 if the client refuses it, 1 if it likes it best. */
const weights = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(",").map((entry) => {
      const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))
      const value = weight === undefined ? 1 : Number(weight.slice(2))
      return [NAMES[coding] ?? coding, Number.isFinite(value) ? value : 0]
    })
  )

/** The coding that the client likes best, or null if it accepts none or likes an answer without coding better. */
export const acceptedCoding = (header: string | undefined): Coding | null => {
  if (header === undefined) return null
  const sent = weights(header)
  const weightOf = (coding: string): number => sent.get(coding) ?? sent.get("*") ?? 0
  const best = codings.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best))
  return weightOf(best) <= 0 || weightOf(best) < (sent.get("identity") ?? 0) ? null : best
}

/** Shorter bodies are sent as they are: they fit into a packet, and compressing them saves nothing. */
export const MIN_BYTES = 1_024

/** How many bodies are compressed at once: half of the threads that Node shares between this, files and the lookup of host names. */
const AT_ONCE = 2

/** How hard the codings try. */
interface Effort {
  readonly brotliQuality: number
  readonly gzipLevel: number
}

/** For what is sent once: higher values take two to five times as long for a tenth of the bytes. */
const once: Effort = { brotliQuality: 1, gzipLevel: 1 }

/** For what is compressed once and sent often. */
const often: Effort = { brotliQuality: 9, gzipLevel: 9 }

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** Bodies that are sent again and again, with those that have been compressed already. */
const lastingBodies = new WeakMap<Uint8Array, Map<Coding, Promise<Uint8Array>>>()

/** Marks a response that is sent again and again, such as a file: it is compressed once, as well as possible, and kept. */
export const lasting = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  if (response.body._tag === "Uint8Array") lastingBodies.set(response.body.body, new Map())
  return response
}

const brotliOptions = ({ byteLength }: Uint8Array, { brotliQuality }: Effort): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: byteLength }
})

const compressAs: Readonly<Record<Coding, (body: Uint8Array, effort: Effort) => Promise<Uint8Array>>> = {
  br: (body, effort) => brotliAsync(body, brotliOptions(body, effort)),
  gzip: (body, { gzipLevel }) => gzipAsync(body, { level: gzipLevel })
}

/**
 * Bodies of up to so many bytes are compressed in the turn of their request, which takes a quarter of a millisecond. In another thread they
 * would wait for the longer bodies of others.
 */
const MAX_BYTES_AT_ONCE = 65_536

const compressNowAs: Readonly<Record<Coding, (body: Uint8Array) => Uint8Array>> = {
  br: (body) => brotliCompressSync(body, brotliOptions(body, once)),
  gzip: (body) => gzipSync(body, { level: once.gzipLevel })
}

const compress = (body: Uint8Array, coding: Coding): Promise<Uint8Array> => {
  const kept = lastingBodies.get(body)
  if (kept === undefined) return compressAs[coding](body, once)
  const made = kept.get(coding) ?? compressAs[coding](body, often)
  kept.set(coding, made)
  return made
}

/** A response, and the coding in which it will be sent: null if as it is. */
export interface Negotiated {
  readonly outgoing: Outgoing
  readonly coding: Coding | null
}

/** A text has at least as many bytes as characters, so that only short ones are measured. */
const isLong = (body: string | Uint8Array): boolean => body.length > MIN_BYTES || byteLength(body) > MIN_BYTES

/** Whether a response is worth compressing, and is not compressed already. */
const isCompressible = ({ body, headers }: Outgoing): boolean =>
  body !== null && headers["content-encoding"] === undefined && isLong(body)

/** Decides in which coding a response is sent, before anything is compressed. An answer to HEAD has no body, and no coding. */
export const negotiate = (
  outgoing: Outgoing,
  { accepted, method }: { readonly accepted: string | undefined; readonly method: string }
): Negotiated => {
  if (!isCompressible(outgoing)) return { outgoing, coding: null }
  const vary = { vary: "Accept-Encoding" }
  if (method === "HEAD") return { outgoing: withHeaders(outgoing, vary), coding: null }
  const coding = acceptedCoding(accepted)
  const tag = outgoing.headers["etag"]
  if (coding === null || tag === undefined) return { outgoing: withHeaders(outgoing, vary), coding }
  return { outgoing: withHeaders(outgoing, { ...vary, etag: entityTagInCoding(tag, coding) }), coding }
}

/** Compresses responses: short ones at once, and a few others at a time in other threads. */
export const make = (): ((negotiated: Negotiated) => Effect.Effect<Outgoing>) => {
  const permits = Effect.unsafeMakeSemaphore(AT_ONCE)
  return ({ coding, outgoing }) => {
    const { body, headers, status } = outgoing
    if (coding === null || body === null) return Effect.succeed(outgoing)
    const compressed = (bytes: Uint8Array): Outgoing => ({
      status,
      headers: { ...headers, "content-encoding": coding },
      body: bytes
    })
    // A long text becomes bytes when it is its turn: many may wait.
    const bytesOf = () => (typeof body === "string" ? Buffer.from(body) : body)
    const isLasting = typeof body !== "string" && lastingBodies.has(body)
    if (byteLength(body) <= MAX_BYTES_AT_ONCE && !isLasting) {
      return Effect.succeed(compressed(compressNowAs[coding](bytesOf())))
    }
    return Effect.promise(() => compress(bytesOf(), coding)).pipe(permits.withPermits(1), Effect.map(compressed))
  }
}
