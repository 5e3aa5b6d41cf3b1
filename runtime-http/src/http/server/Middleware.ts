// http/server: everything around the handlers: listening, routes, API keys, limits, bodies, errors, the request log, and the endpoints without a key (docs, health).

import { HttpApiBuilder, type HttpApp, HttpServerRequest, HttpServerResponse, HttpTraceContext } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Cause, Clock, Context, DefaultServices, Effect, type Layer, Option, Predicate, Tracer } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import * as Strict from "../../api/parts/Strict.js"
import * as Answer from "./Answer.js"
import * as Delivery from "./Delivery.js"
import * as Failure from "./Failure.js"
import * as JsonBody from "./JsonBody.js"
import { Refusal } from "./Refusal.js"
import * as RequestId from "./RequestId.js"
import type { Match, Routes } from "./Routes.js"
import { securityHeaders } from "./SecurityHeaders.js"
import * as UnknownParameters from "./UnknownParameters.js"
import * as ValidationErrors from "./ValidationErrors.js"

/** Settings of the middleware around all handlers. */
export interface MiddlewareSettings {
  /** The largest request body in bytes; larger ones get a 413. */
  readonly maxBodyBytes: number
  /** Whether to log a line for every request. */
  readonly logRequests: boolean
  /** Whether to compress answers for clients that accept it. */
  readonly compress: boolean
}

/** Bodies of up to 1 MiB, compressed answers, and a log line for every request. */
export const defaultSettings: MiddlewareSettings = { maxBodyBytes: 1024 * 1024, compress: true, logRequests: true }

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** What is known about a request before it is handled. */
interface Incoming {
  readonly request: Request
  readonly path: string
  readonly match: Option.Option<Match>
  readonly routes: Routes
  readonly query: URLSearchParams
  /** The query parameters that the operation does not have. */
  readonly unknown: ReadonlyArray<UnknownParameters.Unknown>
}

/** Splits a request's URL into its raw path, which the router matches, and its query. */
const takeApart = (url: string): { readonly path: string; readonly query: string } => {
  const end = url.search(/[?#]/)
  return end < 0 ? { path: url, query: "" } : { path: url.slice(0, end), query: url.slice(end) }
}

/** The 404 for a path that does not exist; names the one that was probably meant. */
const pathNotFound = (nearest: string | null): Response => {
  const { cause, remedy } = Errors.table.PathNotFound
  const message = nearest === null ? {} : { message: `${cause} Did you mean ${nearest}? ${remedy}` }
  return Answer.fromError(Errors.make("PathNotFound", message), "validation")
}

const notFound = ({ path, request, routes }: Incoming): Response => {
  const methods = routes.methods(path)
  if (methods.length === 0) return pathNotFound(routes.nearest(path))
  if (methods.includes(request.method)) return pathNotFound(null)
  const response = Answer.fromError(Errors.make("MethodNotAllowed"), "validation")
  return HttpServerResponse.setHeader(response, "allow", methods.join(", "))
}

const isDecodeError = Predicate.isTagged("HttpApiDecodeError") as Predicate.Refinement<
  unknown,
  Parameters<typeof ValidationErrors.fromDecodeError>[0]
>

/** The response or API error for a request that failed. */
const fromCause = (cause: Cause.Cause<unknown>, incoming: Incoming): Effect.Effect<Response, Errors.ApiError> => {
  const error = Cause.squash(cause)
  if (error instanceof Errors.ApiError) return Effect.fail(error)
  if (Predicate.isTagged(error, "RouteNotFound")) return Effect.succeed(notFound(incoming))
  if (isDecodeError(error) && Option.isSome(incoming.match)) {
    return Effect.fail(ValidationErrors.fromDecodeError(error, incoming.match.value, incoming.query))
  }
  return Failure.fromDefect(error, cause)
}

const shapeOf = (match: Option.Option<Match>): Errors.ErrorShape =>
  Option.match(match, { onNone: () => "validation", onSome: ({ route }) => route.shape })

/** Turns every failure into a response, except an interruption, because its client has disconnected. */
const recovered = (app: HttpApp.Default<Errors.ApiError>, incoming: Incoming) =>
  Effect.catchAllCause(app, (cause: Cause.Cause<unknown>) =>
    Cause.isInterruptedOnly(cause)
      ? Effect.failCause(cause as Cause.Cause<never>)
      : fromCause(cause, incoming).pipe(
          Effect.catchAll((error) => Effect.succeed(Answer.fromError(error, shapeOf(incoming.match))))
        )
  )

/** The headers of every response, what was ignored in the request, and those of the route. */
const headersOf = ({ match, unknown }: Incoming): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  ...(unknown.length === 0 ? {} : { [Strict.IGNORED_HEADER]: UnknownParameters.toHeader(unknown) }),
  ...Option.match(match, { onNone: () => ({}), onSome: ({ route }) => route.headers })
})

const template = (match: Option.Option<Match>): string =>
  Option.match(match, { onNone: () => "unknown", onSome: ({ route }) => route.template })

const NANOS_PER_MILLI = 1_000_000

/** The default tracer, which discards spans. */
const noTracer = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** Adds a span for the request. Unlike the platform's own span it leaves out the query: filters and cursors are customer data. */
const span = (self: HttpApp.Default, { match, path, request }: Incoming, requestId: string): HttpApp.Default =>
  Effect.tap(self, (response) => Effect.annotateCurrentSpan("http.response.status_code", response.status)).pipe(
    Effect.withSpan(`http.server ${request.method}`, {
      parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(request.headers)),
      kind: "server",
      captureStackTrace: false,
      attributes: {
        "http.request.method": request.method,
        "http.route": template(match),
        "tributary.request_id": requestId,
        "url.path": path
      }
    })
  )

const traced = (self: HttpApp.Default, incoming: Incoming, requestId: string): HttpApp.Default =>
  Effect.tracerWith((tracer) => (tracer === noTracer ? self : span(self, incoming, requestId)))

/** Writes the request's line to the log. */
const logged = ({ match, request }: Incoming, { status }: Response, startedAt: bigint): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeNanos, (now) =>
    Effect.annotateLogs(Effect.logInfo("Request answered."), {
      method: request.method,
      route: template(match),
      status,
      duration_ms: Math.round(Number(now - startedAt) / (NANOS_PER_MILLI / 100)) / 100
    })
  )

/** HTTP/1.1 requires this header. Node would refuse the request itself, without a body. */
const lacksHost = (request: Request): boolean =>
  request.headers["host"] === undefined && NodeHttpServerRequest.toIncomingMessage(request).httpVersion === "1.1"

const noHost = HttpServerResponse.setHeader(
  Answer.fromError(Errors.make("HostMissing"), "validation"),
  "connection",
  "close"
)

/** The response to a request that reaches no endpoint; null if it does. */
const refusalOf = (incoming: Incoming): Response | null => {
  if (lacksHost(incoming.request)) return noHost
  return Option.isNone(incoming.match) ? notFound(incoming) : null
}

/** Why an endpoint refuses the request, whatever its handler would do; null if it does not. */
const endpointRefusal = ({ match, query, unknown }: Incoming): Errors.ApiError | null =>
  Option.isNone(match) || match.value.route.endpoint === null ? null : UnknownParameters.refusal(unknown, query)

/** Lets an endpoint refuse a request: one that takes a key does so after it has checked the key. */
const refusing = (self: HttpApp.Default, incoming: Incoming): HttpApp.Default<Errors.ApiError> => {
  const error = endpointRefusal(incoming)
  if (error === null) return self
  const takesKey = Option.exists(incoming.match, ({ route }) => route.takesKey)
  return takesKey ? Effect.provideService(self, Refusal, error) : Effect.fail(error)
}

/** Finds the route of a request, and what the route does not know of it. */
const readRequest = (request: Request, routes: Routes): Incoming => {
  const { path, query: text } = takeApart(request.url)
  const match = routes.find(request.method, path)
  const query = new URLSearchParams(text.split("#")[0])
  // Paths outside the API, such as the reference, do not describe their parameters.
  const unknown = Option.match(match, {
    onNone: () => [],
    onSome: ({ route }) => (route.endpoint === null ? [] : UnknownParameters.find(route, query))
  })
  return { request, path, match, routes, query, unknown }
}

const methodsWithBody: ReadonlySet<string> = new Set(["PATCH", "POST", "PUT"])

/** The middleware around all handlers: request ids, bodies, errors, headers, spans and the request log. */
export const make = (routes: Routes, { compress, logRequests, maxBodyBytes }: MiddlewareSettings) => {
  const deliver = Delivery.make({ compress })
  return (app: HttpApp.Default): HttpApp.Default =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const startedAt = yield* Clock.currentTimeNanos
      const requestId = RequestId.of(request.headers[RequestId.HEADER])
      const incoming = readRequest(request, routes)
      const handled = methodsWithBody.has(request.method)
        ? Effect.provideService(app, HttpServerRequest.HttpServerRequest, JsonBody.asJson(request, maxBodyBytes))
        : app
      const refusal = refusalOf(incoming)
      const handledOrNotFound =
        refusal === null ? recovered(refusing(handled, incoming), incoming) : Effect.succeed(refusal)
      const isTagged = Option.exists(incoming.match, ({ route }) => route.isTagged)
      const delivered = Effect.flatMap(handledOrNotFound, (response) => deliver(request, response, isTagged))
      const responding = traced(delivered, incoming, requestId)
      const response = yield* (
        logRequests ? Effect.tap(responding, (response) => logged(incoming, response, startedAt)) : responding
      ).pipe(Effect.annotateLogs("request_id", requestId))
      return HttpServerResponse.setHeaders(response, {
        ...headersOf(incoming),
        ...response.headers,
        [RequestId.HEADER]: requestId
      })
    })
}

/** Installs the middleware on the API. */
export const layer = (routes: Routes, settings: MiddlewareSettings): Layer.Layer<never> =>
  HttpApiBuilder.middleware(make(routes, settings))
