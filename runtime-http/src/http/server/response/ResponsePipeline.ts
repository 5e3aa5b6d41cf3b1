// http/server/response: what happens to every response: errors, entity tags, compression, headers, its span and its line in the log.

import { type Headers, type HttpServerResponse, HttpTraceContext } from "@effect/platform"
import {
  Cause,
  type Clock,
  Context,
  Effect,
  Exit,
  FiberId,
  FiberRef,
  FiberRefs,
  HashMap,
  HashSet,
  List,
  LogLevel,
  Option,
  type Runtime,
  Tracer
} from "effect"
import * as Errors from "../../../api/parts/Errors.js"
import * as Strict from "../../../api/parts/Strict.js"
import * as Fiberless from "../../../Fiberless.js"
import type { Routes } from "../request/Incoming.js"
import { type Incoming, REQUEST_ID_HEADER, shapeOf, templateOf, unknownHeader } from "../request/Incoming.js"
import * as Answer from "./Answer.js"
import { entityTagOf, fromResponse, matchesEntityTag, type Outgoing, withHeaders } from "./Answer.js"
import * as Failure from "./Failure.js"
import { securityHeaders } from "./SecurityHeaders.js"
import * as SentInput from "./SentInput.js"

const ZEROS = /^0+$/

/** The span of the sender, if it is sampled. Only W3C says how an id looks, and a collector refuses all spans that come with a bad one. */
const parentOf = ({ headers }: Incoming): Option.Option<Tracer.ExternalSpan> =>
  Option.filter(
    HttpTraceContext.w3c(headers as Headers.Headers),
    ({ sampled, spanId, traceId }) => sampled && !ZEROS.test(spanId) && !ZEROS.test(traceId)
  )

/** Adds spans without a fiber, which would cost more than the span. */
const spans =
  (tracer: Tracer.Tracer, clock: Clock.Clock): Around =>
  (self, incoming) => {
    const parent = parentOf(incoming)
    // A span costs up to 4 % of a page, so only a request whose sender traces it has one, with those of what it waits for.
    if (Option.isNone(parent)) return Fiberless.untraced(self)
    const span = tracer.span(
      `http.server ${incoming.method}`,
      parent,
      Context.empty(),
      [],
      incoming.startedAt,
      "server"
    )
    span.attribute("http.request.method", incoming.method)
    span.attribute("http.route", templateOf(incoming))
    span.attribute("tributary.request_id", incoming.requestId)
    span.attribute("url.path", incoming.path)
    return Fiberless.onExit(Fiberless.provide(self, Context.make(Tracer.ParentSpan, span)), (exit) => {
      if (Exit.isSuccess(exit)) span.attribute("http.response.status_code", exit.value.status)
      span.end(clock.unsafeCurrentTimeNanos(), exit)
    })
  }

/** Adds a span for a request whose sender traces it. */
export type Around = <A extends { readonly status: number }>(
  self: Effect.Effect<A>,
  incoming: Incoming
) => Effect.Effect<A>

/**
 * Adds a span for each request whose sender traces it, if something listens. Unlike the platform's own span it leaves out the query: filters
 * and cursors are customer data.
 */
export const makeSpans: Effect.Effect<Around> = Effect.gen(function* () {
  const isTraced = yield* FiberRef.get(FiberRef.currentTracerEnabled)
  return isTraced ? spans(yield* Effect.tracer, yield* Effect.clock) : (self) => self
})

const NANOS_PER_MILLI = 1_000_000

const REQUEST_ID = "request_id"

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The ids of a request, and nothing else that a client may have written in their places. */
const idsOf = ({ caller, headers, match }: Incoming): ReadonlyArray<readonly [name: string, id: string]> => {
  const ids: Array<readonly [string, string]> = []
  if (caller?.accountId === null) ids.push(["operator_key_id", caller.keyId])
  else if (caller !== null) ids.push(["account_id", caller.accountId], ["key_id", caller.keyId])
  const { connection_id = headers["x-connection-id"], organization_id } = match?.path ?? {}
  if (organization_id !== undefined && UUID.test(organization_id)) ids.push(["organization_id", organization_id])
  if (connection_id !== undefined && UUID.test(connection_id)) ids.push(["connection_id", connection_id])
  return ids
}

/** Makes a fiber that is about to start log all lines with the id of its request. */
export const annotating =
  ({ requestId }: Incoming): NonNullable<Runtime.RunForkOptions["updateRefs"]> =>
  (refs, fiberId) =>
    FiberRefs.updateAs(refs, {
      fiberId,
      fiberRef: FiberRef.currentLogAnnotations,
      value: HashMap.set(FiberRefs.getOrDefault(refs, FiberRef.currentLogAnnotations), REQUEST_ID, requestId as unknown)
    })

/** Writes the line of an answered request to the log. */
export type RequestLog = (incoming: Incoming, status: number) => void

/**
 * Writes to the loggers of the effect that makes it, without a fiber for each line; nothing if the log shows no such lines, or `logRequests`
 * is false.
 */
export const requestLog = ({ logRequests }: { readonly logRequests: boolean }): Effect.Effect<RequestLog> =>
  Effect.gen(function* () {
    const loggers = [...(yield* FiberRef.get(FiberRef.currentLoggers))]
    const minimum = yield* FiberRef.get(FiberRef.currentMinimumLogLevel)
    const always = yield* FiberRef.get(FiberRef.currentLogAnnotations)
    const context = yield* Effect.getFiberRefs
    const clock = yield* Effect.clock
    if (!logRequests || LogLevel.greaterThan(minimum, LogLevel.Info)) return () => undefined
    const rest = { fiberId: FiberId.none, logLevel: LogLevel.Info, message: ["Request answered."] }
    const shared = { ...rest, cause: Cause.empty, context, spans: List.empty() }
    const log: RequestLog = (incoming, status) => {
      const nanos = Number(clock.unsafeCurrentTimeNanos() - incoming.startedAt)
      const annotations = HashMap.mutate(always, (map) => {
        HashMap.set(map, REQUEST_ID, incoming.requestId as unknown)
        for (const [name, id] of idsOf(incoming)) HashMap.set(map, name, id as unknown)
        HashMap.set(map, "method", incoming.method as unknown)
        HashMap.set(map, "route", templateOf(incoming) as unknown)
        HashMap.set(map, "status", status as unknown)
        HashMap.set(map, "duration_ms", (Math.round(nanos / (NANOS_PER_MILLI / 100)) / 100) as unknown)
      })
      const line = { ...shared, annotations, date: new Date(clock.unsafeCurrentTimeMillis()) }
      for (const logger of loggers) logger.log(line)
    }
    return log
  })

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

const closing = (name: Errors.ErrorName): Outgoing =>
  withHeaders(Answer.ofError(Errors.make(name), "validation"), { connection: "close" })

const noHost = closing("HostMissing")
const severalHosts = closing("BadRequest")

/**
 * The answer to a request without exactly one `Host`; null if it has one. HTTP/1.1 requires it, and Node would refuse a request without it
 * itself, without a body. Of two, Node takes the first and a proxy may take the other, so they would serve different hosts.
 */
const hostRefusal = ({ headers, httpVersion, message: { rawHeaders } }: Incoming): Outgoing | null => {
  if (headers["host"] === undefined) return httpVersion === "1.1" ? noHost : null
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === "host") count += 1
  }
  return count > 1 ? severalHosts : null
}

/** Who interrupts a request whose client has disconnected. */
export const disconnected: FiberId.FiberId = FiberId.runtime(-1, 0)

/** Whether the only reason why a request failed is that its client has disconnected. */
export const isDisconnection = (cause: Cause.Cause<unknown>): boolean =>
  Cause.isInterruptedOnly(cause) && HashSet.has(Cause.interruptors(cause), disconnected)

/** Names the bytes of an answer, unless its handler has named them. */
const withTag = (outgoing: Outgoing): Outgoing =>
  outgoing.status === 200 && outgoing.body !== null && outgoing.headers["etag"] === undefined
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
  const compressed = Answer.make()

  /** Answers with 304 what the client has already, and compresses what it accepts compressed. */
  const deliver = ({ headers, match, method }: Incoming, outgoing: Outgoing): Effect.Effect<Outgoing> => {
    const isTagged = match?.route.isTagged === true
    const tagged = isTagged ? withTag(outgoing) : outgoing
    const negotiated = compress
      ? Answer.negotiate(tagged, { accepted: headers["accept-encoding"], method })
      : { outgoing: tagged, coding: null }
    // An answer to a change has a tag, too, and is sent in any case.
    if (isTagged && isKnown(headers["if-none-match"], negotiated.outgoing)) {
      return Effect.succeed(notModified(negotiated.outgoing))
    }
    return compressed(negotiated)
  }

  /** The response for a request that failed; logs the cause if the caller did not cause it. */
  const fromCause = (cause: Cause.Cause<unknown>, incoming: Incoming): Effect.Effect<Outgoing> => {
    const ofError = (error: Errors.ApiError) => {
      const { detail } = error
      const complete = detail.length === 0 ? error : Errors.withDetail(error, SentInput.added(detail, incoming))
      return Answer.ofError(complete, shapeOf(incoming))
    }
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
    const refusal = hostRefusal(incoming)
    if (refusal !== null) return Effect.succeed(refusal)
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
