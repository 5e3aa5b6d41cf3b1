// http/server/response: what happens to every response: errors, entity tags, compression, headers, its span and its line in the log.

import type { HttpServerResponse } from "@effect/platform"
import { Cause, Effect, FiberId, HashSet } from "effect"
import * as Errors from "../../../api/parts/Errors.js"
import * as Strict from "../../../api/parts/Strict.js"
import * as Fiberless from "../../../Fiberless.js"
import { type Incoming, REQUEST_ID_HEADER, shapeOf, unknownHeader } from "../request/Incoming.js"
import type { Routes } from "../request/Routes.js"
import * as Answer from "./Answer.js"
import { entityTagOf, fromResponse, matchesEntityTag, type Outgoing, withHeaders } from "./Answer.js"
import * as Compression from "./Compression.js"
import * as Failure from "./Failure.js"
import type { Around } from "./RequestTelemetry.js"
import { securityHeaders } from "./SecurityHeaders.js"

/** Settings of the responses. */
export interface PipelineSettings {
  /** Whether to compress answers for clients that accept it. */
  readonly compress: boolean
}

/** The 404 for a path that does not exist; names the one that was probably meant. */
const pathNotFound = (nearest: string | null): Outgoing => {
  const { cause, remedy } = Errors.table.PathNotFound
  const message = nearest === null ? {} : { message: `${cause} Did you mean ${nearest}? ${remedy}` }
  return Answer.ofError(Errors.make("PathNotFound", message), "validation")
}

const notFound = ({ method, path }: Incoming, routes: Routes): Outgoing => {
  const methods = routes.methods(path)
  if (methods.length === 0) return pathNotFound(routes.nearest(path))
  if (methods.includes(method)) return pathNotFound(null)
  const outgoing = Answer.ofError(Errors.make("MethodNotAllowed"), "validation")
  return withHeaders(outgoing, { allow: methods.join(", ") })
}

/** Whether a path has a `%` without two digits behind it, or bytes that are not UTF-8: no endpoint is at such a path. */
const isMalformed = ({ path }: Incoming): boolean => {
  if (!path.includes("%")) return false
  try {
    decodeURI(path)
    return false
  } catch {
    return true
  }
}

/** HTTP/1.1 requires this header. Node would refuse the request itself, without a body. */
const lacksHost = ({ headers, httpVersion }: Incoming): boolean =>
  headers["host"] === undefined && httpVersion === "1.1"

const noHost = withHeaders(Answer.ofError(Errors.make("HostMissing"), "validation"), { connection: "close" })

/** Who interrupts a request whose client has disconnected. */
export const disconnected: FiberId.FiberId = FiberId.runtime(-1, 0)

/** Whether the only reason why a request failed is that its client has disconnected. */
export const isDisconnection = (cause: Cause.Cause<unknown>): boolean =>
  Cause.isInterruptedOnly(cause) && HashSet.has(Cause.interruptors(cause), disconnected)

const withTag = (outgoing: Outgoing): Outgoing =>
  outgoing.status === 200 && outgoing.body !== null
    ? withHeaders(outgoing, { etag: entityTagOf(outgoing.body) })
    : outgoing

/** The headers of a 304: all but those that describe its body. */
const notModified = ({ headers }: Outgoing): Outgoing => {
  const { "content-type": _type, ...rest } = headers
  return { status: 304, headers: rest, body: null }
}

const isKnown = (condition: string | undefined, { headers }: Outgoing): boolean =>
  condition !== undefined && headers["etag"] !== undefined && matchesEntityTag(condition, headers["etag"])

/** The headers of every response, what was ignored in the request, those of the route, and the request's id. */
const headersFor = (
  { match, requestId, unknown }: Incoming,
  headers: Readonly<Record<string, string>>
): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  ...(unknown.length === 0 ? {} : { [Strict.IGNORED_HEADER.toLowerCase()]: unknownHeader(unknown) }),
  ...match?.route.headers,
  ...headers,
  [REQUEST_ID_HEADER]: requestId
})

/** Makes the response to a request of what its operation answers. */
export type ResponsePipeline = (
  incoming: Incoming,
  /** Null if the request reaches no operation. */
  answer: (() => Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>) | null
) => Effect.Effect<Outgoing>

/** What happens to every response: errors, what the client can do without, headers, and the request's span, which `around` adds. */
export const make = (routes: Routes, { compress }: PipelineSettings, around: Around): ResponsePipeline => {
  const compressed = Compression.make()

  /** Answers with 304 what the client has already, and compresses what it accepts compressed. */
  const deliver = ({ headers, match, method }: Incoming, outgoing: Outgoing): Effect.Effect<Outgoing> => {
    const tagged = match?.route.isTagged === true ? withTag(outgoing) : outgoing
    const negotiated = compress
      ? Compression.negotiate(tagged, { accepted: headers["accept-encoding"], method })
      : { outgoing: tagged, coding: null }
    if (isKnown(headers["if-none-match"], negotiated.outgoing)) {
      return Effect.succeed(notModified(negotiated.outgoing))
    }
    return compressed(negotiated)
  }

  /** The response for a request that failed; logs the cause if the caller did not cause it. */
  const fromCause = (cause: Cause.Cause<unknown>, incoming: Incoming): Effect.Effect<Outgoing> => {
    const ofError = (error: Errors.ApiError) => Answer.ofError(error, shapeOf(incoming))
    if (Cause.isInterruptedOnly(cause)) {
      return Effect.catchAll(Failure.fromInterruption(cause), (error) => Effect.succeed(ofError(error)))
    }
    const error = Cause.squash(cause)
    if (error instanceof Errors.ApiError) return Effect.succeed(ofError(error))
    return Effect.catchAll(Failure.fromDefect(error, cause), (error) => Effect.succeed(ofError(error)))
  }

  /** Turns every failure into a response, except that the client has disconnected. */
  const recovered = (handled: Effect.Effect<Outgoing, unknown>, incoming: Incoming) =>
    Fiberless.catchAllCause(handled, (cause) =>
      isDisconnection(cause) ? Effect.failCause(cause as Cause.Cause<never>) : fromCause(cause, incoming)
    )

  const answered = (incoming: Incoming, answer: Parameters<ResponsePipeline>[1]): Effect.Effect<Outgoing> => {
    if (lacksHost(incoming)) return Effect.succeed(noHost)
    if (answer === null || isMalformed(incoming)) return Effect.succeed(notFound(incoming, routes))
    return recovered(Fiberless.map(Fiberless.attempt(answer), fromResponse), incoming)
  }

  return (incoming, answer) => {
    const delivered = Fiberless.flatMap(answered(incoming, answer), (outgoing) => deliver(incoming, outgoing))
    return Fiberless.map(around(delivered, incoming), (outgoing) => ({
      ...outgoing,
      headers: headersFor(incoming, outgoing.headers)
    }))
  }
}
