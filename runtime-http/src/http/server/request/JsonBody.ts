import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { Effect } from "effect"
import * as Errors from "../../../api/parts/Errors.js"
import * as BodyShape from "./BodyShape.js"
import { notJson } from "./ValidationErrors.js"

const tooLarge = Errors.make("BodyTooLarge")
const notNamedJson = Errors.make("ContentTypeUnsupported")

/** JSON, also as the base of another format (`application/merge-patch+json`), in the only charset that JSON has. */
const JSON_TYPE = /^application\/(?:[\w!#$&^.-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i

/** Whether the body says of itself that it is something else than JSON. Without a type it is taken for JSON, the only one there is. */
const isOtherwiseNamed = (headers: IncomingHttpHeaders): boolean =>
  !JSON_TYPE.test((headers["content-type"] ?? "application/json").trim()) ||
  !/^(?:identity)?$/i.test((headers["content-encoding"] ?? "").trim())

/**
 * Reads a body of at most `maxBytes`; fails with 413 when it is larger.
 *
 * The rest of a larger body is received and discarded, because closing the connection would lose the 413 response. The
 * server's request timeout ends an upload that never stops.
 */
const collect = (source: IncomingMessage, maxBytes: number): Effect.Effect<Buffer, Errors.ApiError> =>
  Effect.async((resume) => {
    const chunks: Array<Buffer> = []
    let size = 0
    const stop = () => {
      source.off("data", take).off("end", end).off("error", fail)
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= maxBytes) return
      stop()
      source.resume()
      resume(Effect.fail(tooLarge))
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
export const read = (message: IncomingMessage, maxBytes: number): Effect.Effect<unknown, Errors.ApiError> =>
  Effect.suspend(() => {
    const { headers } = message
    if (isOtherwiseNamed(headers)) return notNamedJson
    const isTooLarge = Number(headers["content-length"] ?? 0) > maxBytes
    return isTooLarge ? tooLarge : Effect.flatMap(collect(message, maxBytes), parse)
  })
