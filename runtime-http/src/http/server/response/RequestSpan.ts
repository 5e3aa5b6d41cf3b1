import { type Headers, HttpTraceContext } from "@effect/platform"
import { Context, DefaultServices, Effect, Option, Tracer } from "effect"
import { type Incoming, templateOf } from "../request/Incoming.js"

/** The default tracer, which discards spans. */
const noTracer = Context.get(DefaultServices.liveServices, Tracer.Tracer)

const span = <A extends { readonly status: number }>(self: Effect.Effect<A>, incoming: Incoming): Effect.Effect<A> =>
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
export type Around = <A extends { readonly status: number }>(
  self: Effect.Effect<A>,
  incoming: Incoming
) => Effect.Effect<A>

/**
 * Adds a span for each request, if something listens. Unlike the platform's own span it leaves out the query: filters and cursors are customer
 * data.
 */
export const make: Effect.Effect<Around> = Effect.map(
  Effect.tracer,
  (tracer): Around => (tracer === noTracer ? (self) => self : span)
)
