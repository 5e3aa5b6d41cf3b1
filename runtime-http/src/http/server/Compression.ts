import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import * as AcceptedCodings from "./AcceptedCodings.js"
import * as EntityTags from "./EntityTags.js"

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

type Response = HttpServerResponse.HttpServerResponse

/** Bodies that are sent again and again, with those that have been compressed already. */
const lastingBodies = new WeakMap<Uint8Array, Map<AcceptedCodings.Coding, Promise<Uint8Array>>>()

const bodyOf = ({ body }: Response): Uint8Array | null => (body._tag === "Uint8Array" ? body.body : null)

/** Marks a response that is sent again and again, such as a file: it is compressed once, as well as possible, and kept. */
export const lasting = (response: Response): Response => {
  const body = bodyOf(response)
  if (body !== null) lastingBodies.set(body, new Map())
  return response
}

const compressAs: Readonly<Record<AcceptedCodings.Coding, (body: Uint8Array, effort: Effort) => Promise<Uint8Array>>> =
  {
    br: (body, { brotliQuality }) =>
      brotliAsync(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength }
      }),
    gzip: (body, { gzipLevel }) => gzipAsync(body, { level: gzipLevel })
  }

const compress = (body: Uint8Array, coding: AcceptedCodings.Coding): Promise<Uint8Array> => {
  const kept = lastingBodies.get(body)
  if (kept === undefined) return compressAs[coding](body, once)
  const made = kept.get(coding) ?? compressAs[coding](body, often)
  kept.set(coding, made)
  return made
}

/** A response, and the coding in which it will be sent: null if as it is. */
export interface Negotiated {
  readonly response: Response
  readonly coding: AcceptedCodings.Coding | null
}

/** Whether a body is worth compressing, and is not compressed already. */
const isCompressible = ({ headers }: Response, body: Uint8Array | null): body is Uint8Array =>
  body !== null && body.byteLength > MIN_BYTES && headers["content-encoding"] === undefined

/** Decides in which coding a response is sent, before anything is compressed. An answer to HEAD has no body, and no coding. */
export const negotiate = (
  response: Response,
  { accepted, method }: { readonly accepted: string | undefined; readonly method: string }
): Negotiated => {
  const body = bodyOf(response)
  if (!isCompressible(response, body)) return { response, coding: null }
  const varying = HttpServerResponse.setHeader(response, "vary", "Accept-Encoding")
  if (method === "HEAD") return { response: varying, coding: null }
  const coding = AcceptedCodings.choose(accepted)
  const tag = response.headers["etag"]
  if (coding === null || tag === undefined) return { response: varying, coding }
  return { response: HttpServerResponse.setHeader(varying, "etag", EntityTags.inCoding(tag, coding)), coding }
}

/** Compresses responses, a few at once and in other threads. */
export const make = (): ((negotiated: Negotiated) => Effect.Effect<Response>) => {
  const permits = Effect.unsafeMakeSemaphore(AT_ONCE)
  return ({ coding, response }) => {
    const body = bodyOf(response)
    if (coding === null || body === null) return Effect.succeed(response)
    return Effect.promise(() => compress(body, coding)).pipe(
      permits.withPermits(1),
      Effect.map((bytes) =>
        HttpServerResponse.uint8Array(bytes, {
          status: response.status,
          headers: { ...response.headers, "content-encoding": coding },
          contentType: response.headers["content-type"] ?? "application/json",
          cookies: response.cookies
        })
      )
    )
  }
}
