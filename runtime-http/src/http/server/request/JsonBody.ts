import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { Effect } from "effect"
import * as Errors from "../../../api/parts/Errors.js"
import * as BodyShape from "./BodyShape.js"
import { notJson } from "./ValidationErrors.js"

const tooLarge = Errors.make("BodyTooLarge")
const tooSlow = Errors.make("RequestTimeout")
const notNamedJson = Errors.make("ContentTypeUnsupported")

/** JSON, also as the base of another format (`application/merge-patch+json`), in the only charset that JSON has. */
const JSON_TYPE = /^application\/(?:[\w!#$&^.-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i

/** Whether the body says of itself that it is something else than JSON. Without a type it is taken for JSON, the only one there is. */
const isOtherwiseNamed = (headers: IncomingHttpHeaders): boolean =>
  !JSON_TYPE.test((headers["content-type"] ?? "application/json").trim()) ||
  !/^(?:identity)?$/i.test((headers["content-encoding"] ?? "").trim())

/** What bodies may be, and who counts those that arrive. */
export interface Bodies {
  /** The most bytes of one. */
  readonly maxBytes: number
  /** Begins to count one; an error if it is one too many. */
  readonly bodyOf: (
    headers: IncomingHttpHeaders,
    tooSlow: () => void
  ) => Errors.ApiError | { readonly add: (bytes: number) => Errors.ApiError | null; readonly end: () => void }
}

/** A body that has arrived before it is read needs no counting. */
const ARRIVED = { add: () => null, end: () => {} }

/**
 * Reads a body of at most `maxBytes`; fails with 413 when it is larger, with 408 when it arrives too slowly, and with 429 when too much of
 * such bodies is kept.
 *
 * The rest of such a body is received and discarded, because closing the connection would lose the response. The server's request timeout
 * ends an upload that never stops.
 */
const collect = (source: IncomingMessage, { bodyOf, maxBytes }: Bodies): Effect.Effect<Buffer, Errors.ApiError> =>
  Effect.async((resume) => {
    let chunks: Array<Buffer> = []
    let size = 0
    const arrival = source.complete ? ARRIVED : bodyOf(source.headers, () => refuse(tooSlow))
    if (arrival instanceof Errors.ApiError) {
      source.resume()
      return resume(Effect.fail(arrival))
    }
    const stop = () => {
      arrival.end()
      source.off("data", take).off("end", end).off("error", fail)
    }
    const refuse = (error: Errors.ApiError) => {
      stop()
      chunks = []
      source.resume()
      resume(Effect.fail(error))
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      const refusal = size > maxBytes ? tooLarge : arrival.add(chunk.length)
      if (refusal !== null) refuse(refusal)
    }
    const end = () => {
      stop()
      resume(Effect.succeed(Buffer.concat(chunks)))
    }
    const fail = () => {
      stop()
      resume(Effect.fail(notJson))
    }
    source.on("data", take).on("end", end).on("error", fail)
    return Effect.sync(stop)
  })

const parse = (body: Buffer): Effect.Effect<unknown, Errors.ApiError> => {
  const excess = BodyShape.excess(body)
  if (excess !== null) return Effect.fail(excess)
  return Effect.try({ try: (): unknown => JSON.parse(body.toString("utf8")), catch: () => notJson })
}

/** The body of a request as JSON, the only format of the API; a body that names another one is a 415. */
export const read = (message: IncomingMessage, bodies: Bodies): Effect.Effect<unknown, Errors.ApiError> =>
  Effect.suspend(() => {
    const { headers } = message
    if (isOtherwiseNamed(headers)) return notNamedJson
    const isTooLarge = Number(headers["content-length"] ?? 0) > bodies.maxBytes
    return isTooLarge ? tooLarge : Effect.flatMap(collect(message, bodies), parse)
  })
