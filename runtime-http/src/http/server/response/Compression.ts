import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { byteLength, entityTagInCoding, type Outgoing, withHeaders } from "./Answer.js"

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

const compressAs: Readonly<Record<Coding, (body: Uint8Array, effort: Effort) => Promise<Uint8Array>>> = {
  br: (body, { brotliQuality }) =>
    brotliAsync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength }
    }),
  gzip: (body, { gzipLevel }) => gzipAsync(body, { level: gzipLevel })
}

const compress = (body: string | Uint8Array, coding: Coding): Promise<Uint8Array> => {
  if (typeof body === "string") return compressAs[coding](Buffer.from(body), once)
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

/** Compresses responses, a few at once and in other threads. */
export const make = (): ((negotiated: Negotiated) => Effect.Effect<Outgoing>) => {
  const permits = Effect.unsafeMakeSemaphore(AT_ONCE)
  return ({ coding, outgoing }) => {
    const { body, headers, status } = outgoing
    if (coding === null || body === null) return Effect.succeed(outgoing)
    return Effect.promise(() => compress(body, coding)).pipe(
      permits.withPermits(1),
      Effect.map((bytes) => ({ status, headers: { ...headers, "content-encoding": coding }, body: bytes }))
    )
  }
}
