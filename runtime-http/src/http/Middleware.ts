import { HttpApiBuilder, type HttpApp, HttpServerRequest, HttpServerResponse, HttpTraceContext } from "@effect/platform"
import { Cause, Clock, Effect, type Layer, Option, Predicate } from "effect"
import * as Errors from "../api/Errors.js"
import * as Answer from "./Answer.js"
import * as Body from "./Body.js"
import * as Failure from "./Failure.js"
import * as RequestId from "./RequestId.js"
import type { Match, Routes } from "./Routes.js"
import * as ValidationErrors from "./ValidationErrors.js"

export interface MiddlewareSettings {
  /** Larger bodies are refused with 413. */
  readonly maxBodyBytes: number
  /** Whether every request leaves a line in the log. */
  readonly logRequests: boolean
}

export const defaultSettings: MiddlewareSettings = { maxBodyBytes: 1024 * 1024, logRequests: true }

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** What is known of a request before it is handled. */
interface Incoming {
  readonly request: Request
  readonly url: URL
  readonly match: Option.Option<Match>
  readonly routes: Routes
}

const securityHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff"
}

/** A path that a URL cannot hold leads nowhere. */
const parseUrl = (text: string): URL => {
  const url = `http://localhost${text}`
  return URL.canParse(url) ? new URL(url) : new URL("http://localhost/")
}

const notFound = ({ request, routes, url }: Incoming): Response => {
  const methods = routes.methods(url.pathname)
  if (methods.length === 0 || methods.includes(request.method)) {
    return Answer.fromError(Errors.make("PathNotFound"), "validation")
  }
  const response = Answer.fromError(Errors.make("MethodNotAllowed"), "validation")
  return HttpServerResponse.setHeader(response, "allow", methods.join(", "))
}

const isDecodeError = Predicate.isTagged("HttpApiDecodeError") as Predicate.Refinement<
  unknown,
  Parameters<typeof ValidationErrors.fromDecodeError>[0]
>

/** What is answered instead of what was asked for. */
const fromCause = (cause: Cause.Cause<unknown>, incoming: Incoming): Effect.Effect<Response, Errors.ApiError> => {
  const error = Cause.squash(cause)
  if (error instanceof Errors.ApiError) return Effect.fail(error)
  if (Predicate.isTagged(error, "RouteNotFound")) return Effect.succeed(notFound(incoming))
  if (isDecodeError(error) && Option.isSome(incoming.match)) {
    return Effect.fail(ValidationErrors.fromDecodeError(error, incoming.match.value, incoming.url.searchParams))
  }
  return Failure.fromDefect(error, cause)
}

const shapeOf = (match: Option.Option<Match>): Errors.ErrorShape =>
  Option.match(match, { onNone: () => "validation", onSome: ({ route }) => route.shape })

/** Nobody waits for the answer of an interrupted request. */
const recovered = (app: HttpApp.Default, incoming: Incoming) =>
  Effect.catchAllCause(app, (cause: Cause.Cause<unknown>) =>
    Cause.isInterruptedOnly(cause)
      ? Effect.failCause(cause as Cause.Cause<never>)
      : fromCause(cause, incoming).pipe(
          Effect.catchAll((error) => Effect.succeed(Answer.fromError(error, shapeOf(incoming.match))))
        )
  )

const headersOf = (match: Option.Option<Match>): Readonly<Record<string, string>> =>
  Option.match(match, { onNone: () => ({}), onSome: ({ route }) => route.headers })

const template = (match: Option.Option<Match>): string =>
  Option.match(match, { onNone: () => "unknown", onSome: ({ route }) => route.template })

const NANOS_PER_MILLI = 1_000_000

/** The span of a request; unlike the platform's own it holds no query: filters and cursors are the caller's data. */
const traced = (self: HttpApp.Default, { match, request, url }: Incoming, requestId: string): HttpApp.Default =>
  Effect.flatMap(self, (response) =>
    Effect.as(Effect.annotateCurrentSpan("http.response.status_code", response.status), response)
  ).pipe(
    Effect.withSpan(`http.server ${request.method}`, {
      parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(request.headers)),
      kind: "server",
      captureStackTrace: false,
      attributes: {
        "http.request.method": request.method,
        "http.route": template(match),
        "tributary.request_id": requestId,
        "url.path": url.pathname
      }
    })
  )

/** Everything around the handlers: ids, bodies, errors, headers, the request log. */
export const make =
  (routes: Routes, { logRequests, maxBodyBytes }: MiddlewareSettings) =>
  (app: HttpApp.Default): HttpApp.Default =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const startedAt = yield* Clock.currentTimeNanos
      const requestId = RequestId.of(request.headers[RequestId.HEADER])
      const url = parseUrl(request.url)
      const match = routes.find(request.method, url.pathname)
      const incoming = { request, url, match, routes }
      const handled = Effect.provideService(
        app,
        HttpServerRequest.HttpServerRequest,
        Body.asJson(request, maxBodyBytes)
      )
      const answering = Option.isNone(match) ? Effect.succeed(notFound(incoming)) : recovered(handled, incoming)
      const response = yield* traced(answering, incoming, requestId).pipe(
        Effect.annotateLogs({ request_id: requestId })
      )
      if (logRequests) {
        const durationMs = Number((yield* Clock.currentTimeNanos) - startedAt) / NANOS_PER_MILLI
        yield* Effect.logInfo("Request answered.").pipe(
          Effect.annotateLogs({
            method: request.method,
            route: template(match),
            status: response.status,
            duration_ms: Math.round(durationMs * 100) / 100,
            request_id: requestId
          })
        )
      }
      return HttpServerResponse.setHeaders(response, {
        ...securityHeaders,
        ...headersOf(match),
        ...response.headers,
        [RequestId.HEADER]: requestId
      })
    })

export const layer = (routes: Routes, settings: MiddlewareSettings): Layer.Layer<never> =>
  HttpApiBuilder.middleware(make(routes, settings))
