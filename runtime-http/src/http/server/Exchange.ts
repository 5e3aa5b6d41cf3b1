import { HttpServerError } from "@effect/platform"
import { Cause, Effect, HashSet, Predicate } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import * as Eager from "../../Eager.js"
import * as Answer from "./Answer.js"
import * as Delivery from "./Delivery.js"
import * as Failure from "./Failure.js"
import { headersFor, type Incoming, shapeOf } from "./Incoming.js"
import { type Outgoing, withHeaders } from "./Outgoing.js"
import * as RequestSpan from "./RequestSpan.js"
import type { Routes } from "./Routes.js"
import * as ValidationErrors from "./ValidationErrors.js"

/** Settings of what happens to every request. */
export interface ExchangeSettings {
  /** Whether to log a line for every request. */
  readonly logRequests: boolean
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

const isDecodeError = (error: unknown): error is Parameters<typeof ValidationErrors.fromDecodeError>[0] =>
  Predicate.isTagged(error, "HttpApiDecodeError")

/** Whether a path has a `%` without two digits behind it, or bytes that are not UTF-8: no endpoint is at such a path, nor does the router find one. */
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

/** Whether the only reason why a request failed is that its client has disconnected. */
export const isDisconnection = (cause: Cause.Cause<unknown>): boolean =>
  Cause.isInterruptedOnly(cause) && HashSet.has(Cause.interruptors(cause), HttpServerError.clientAbortFiberId)

/** Answers a request with what its handler makes of it, or with an error. */
export type Exchange = <R>(
  incoming: Incoming,
  handled: Effect.Effect<Outgoing, unknown, R>
) => Effect.Effect<Outgoing, never, R>

/**
 * What happens to every request, whoever handles it: errors, what the client can do without, headers, and its span, which `around` adds. All
 * lines that are logged meanwhile should have the request's id: see `RequestLog.annotated`.
 */
export const make = (
  routes: Routes,
  { compress }: ExchangeSettings,
  around: RequestSpan.Around = RequestSpan.around
): Exchange => {
  const deliver = Delivery.make({ compress })

  /** The response to a request that reaches no endpoint; null if it does. */
  const refusalOf = (incoming: Incoming): Outgoing | null => {
    if (lacksHost(incoming)) return noHost
    return incoming.match === null || isMalformed(incoming) ? notFound(incoming, routes) : null
  }

  /** The response for a request that failed; logs the cause if the caller did not cause it. */
  const fromCause = (cause: Cause.Cause<unknown>, incoming: Incoming): Effect.Effect<Outgoing> => {
    const ofError = (error: Errors.ApiError) => Answer.ofError(error, shapeOf(incoming))
    if (Cause.isInterruptedOnly(cause)) {
      return Effect.catchAll(Failure.fromInterruption(cause), (error) => Effect.succeed(ofError(error)))
    }
    const error = Cause.squash(cause)
    if (error instanceof Errors.ApiError) return Effect.succeed(ofError(error))
    if (Predicate.isTagged(error, "RouteNotFound")) return Effect.succeed(notFound(incoming, routes))
    if (isDecodeError(error) && incoming.match !== null) {
      return Effect.succeed(ofError(ValidationErrors.fromDecodeError(error, incoming.match, incoming.query)))
    }
    return Effect.catchAll(Failure.fromDefect(error, cause), (error) => Effect.succeed(ofError(error)))
  }

  /** Turns every failure into a response, except that the client has disconnected. */
  const recovered = <R>(handled: Effect.Effect<Outgoing, unknown, R>, incoming: Incoming) =>
    Eager.catchAllCause(handled, (cause) =>
      isDisconnection(cause) ? Effect.failCause(cause as Cause.Cause<never>) : fromCause(cause, incoming)
    )

  return (incoming, handled) => {
    const refusal = refusalOf(incoming)
    const answered = refusal === null ? recovered(handled, incoming) : Effect.succeed(refusal)
    const delivered = Eager.flatMap(answered, (outgoing) => deliver(incoming, outgoing))
    return Eager.map(around(delivered, incoming), (outgoing) => ({
      ...outgoing,
      headers: headersFor(incoming, outgoing.headers)
    }))
  }
}
