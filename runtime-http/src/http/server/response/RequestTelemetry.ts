import { type Headers, HttpTraceContext } from "@effect/platform"
import {
  Cause,
  Context,
  DefaultServices,
  Effect,
  FiberId,
  FiberRef,
  FiberRefs,
  HashMap,
  List,
  LogLevel,
  Option,
  type Runtime,
  Tracer
} from "effect"
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
export const makeSpans: Effect.Effect<Around> = Effect.map(
  Effect.tracer,
  (tracer): Around => (tracer === noTracer ? (self) => self : span)
)

const NANOS_PER_MILLI = 1_000_000

const REQUEST_ID = "request_id"

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
export const make = ({ logRequests }: { readonly logRequests: boolean }): Effect.Effect<RequestLog> =>
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
