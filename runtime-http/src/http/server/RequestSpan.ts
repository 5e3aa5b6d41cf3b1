import { type Headers, HttpTraceContext } from "@effect/platform"
import { Context, DefaultServices, Effect, Option, Tracer } from "effect"
import { type Incoming, templateOf } from "./Incoming.js"

/** The default tracer, which discards spans. */
const noTracer = Context.get(DefaultServices.liveServices, Tracer.Tracer)

const span = <A extends { readonly status: number }, E, R>(
  self: Effect.Effect<A, E, R>,
  incoming: Incoming
): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> =>
  Effect.tap(self, ({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)).pipe(
    Effect.withSpan(`http.server ${incoming.method}`, {
      parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(incoming.headers as Headers.Headers)),
      kind: "server",
      captureStackTrace: false,
      attributes: {
        "http.request.method": incoming.method,
        "http.route": templateOf(incoming),
        "tributary.request_id": incoming.requestId,
        "url.path": incoming.path
      }
    })
  )

/** Adds a span for a request. */
export type Around = <A extends { readonly status: number }, E, R>(
  self: Effect.Effect<A, E, R>,
  incoming: Incoming
) => Effect.Effect<A, E, R>

/**
 * Adds a span for the request, if something listens. Unlike the platform's own span it leaves out the query: filters and cursors are customer
 * data.
 */
export const around: Around = (self, incoming) =>
  Effect.tracerWith((tracer) => (tracer === noTracer ? self : (span(self, incoming) as typeof self)))

/** The same for requests that run without a fiber while nothing listens. */
export const aroundEager: Effect.Effect<Around> = Effect.map(Effect.tracer, (tracer) =>
  tracer === noTracer ? (self) => self : around
)
