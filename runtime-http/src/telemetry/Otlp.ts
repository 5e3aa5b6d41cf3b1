import * as OtlpExport from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import { FetchHttpClient, HttpBody, HttpClient, HttpClientError } from "@effect/platform"
import { Duration, Effect, Layer, Option, type Redacted, Schedule, Tracer } from "effect"
import { Metrics } from "./Metrics.js"
import * as OtlpHeaders from "./OtlpHeaders.js"
import * as OtlpMetrics from "./OtlpMetrics.js"

/** Where traces and metrics are sent, and as whose. */
export interface OtlpSettings {
  /** The base address of the collector, such as `http://127.0.0.1:4318`. */
  readonly url: string
  /** Headers of every request to it, such as one with a key, as `OtlpHeaders` reads them; null if there are none. */
  readonly headers: Redacted.Redacted | null
  /** The name of the service. */
  readonly serviceName: string
}

const INTERVAL = Duration.seconds(10)
/** How long a collector may take for an answer. The exporter then drops what it has for a minute, so that nothing piles up. */
const ANSWER_LIMIT = Duration.seconds(5)
/** How long the end of the process waits for the last export of traces, and as long again for that of metrics. */
const SHUTDOWN_LIMIT = Duration.millis(1_200)

/**
 * A client that gives up a request which the collector refuses or does not answer. The exporter would repeat it as often, and wait as long, as
 * the collector says, and keep every span meanwhile; with this reason it drops what it has at once. No redirect gets the headers, in which
 * is a key.
 */
export const impatient = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    HttpClient.transform((answer, request) => {
      const failed = (description: string) =>
        new HttpClientError.RequestError({ request, reason: "Encode", description })
      return Effect.filterOrFail(
        Effect.timeoutFail(answer, {
          duration: ANSWER_LIMIT,
          onTimeout: () => failed("The collector did not answer.")
        }),
        ({ status }) => status >= 200 && status < 300,
        ({ status }) => failed(`The collector answered ${status}.`)
      )
    })
  )
).pipe(
  Layer.provide(FetchHttpClient.layer),
  Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" }))
)

/** What the exporter makes of the metrics that Effect itself keeps, of which only the names of the service are used. */
interface Envelope {
  readonly resourceMetrics: ReadonlyArray<{
    readonly resource: unknown
    readonly scopeMetrics: ReadonlyArray<{ readonly scope: unknown }>
  }>
}

/** Puts the metrics of the registry into what the exporter sends. */
const serialization: Layer.Layer<OtlpSerialization.OtlpSerialization> = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.gen(function* () {
    const json = yield* OtlpSerialization.OtlpSerialization
    const metrics = yield* Metrics
    const clock = yield* Effect.clock
    const start = String(clock.unsafeCurrentTimeNanos())
    return {
      ...json,
      metrics: (data) => {
        const times = { start, now: String(clock.unsafeCurrentTimeNanos()) }
        const families = OtlpMetrics.of(metrics.latest(), times)
        const { resourceMetrics } = data as Envelope
        return HttpBody.unsafeJson({
          resourceMetrics: resourceMetrics.map(({ resource, scopeMetrics }) => ({
            resource,
            scopeMetrics: scopeMetrics.map(({ scope }) => ({ scope, metrics: families }))
          }))
        })
      }
    }
  })
).pipe(Layer.provide(OtlpSerialization.layerJson))

/**
 * The tracer without the spans of SQL statements: they would be nine of ten spans of a job, and the metrics show what the database does. What
 * is inside of one belongs to the span around it.
 */
const withoutSql = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (name, parent, context, links, startTime, kind, options) => {
      if (!name.startsWith("sql.")) return tracer.span(name, parent, context, links, startTime, kind, options)
      const { spanId = "", traceId = "" } = Option.getOrElse(parent, (): Partial<Tracer.AnySpan> => ({}))
      return {
        _tag: "Span",
        name,
        spanId,
        traceId,
        parent,
        context,
        links,
        kind,
        status: { _tag: "Started", startTime },
        sampled: false,
        attributes: new Map(),
        attribute: () => {},
        event: () => {},
        addLinks: () => {},
        end: () => {}
      }
    },
    context: tracer.context
  })

/** Asks the sources of the metrics as often as they are sent. */
const reading = Layer.scopedDiscard(
  Effect.flatMap(Metrics, ({ read }) => Effect.forkScoped(Effect.repeat(read, Schedule.spaced(INTERVAL))))
)

/** Sends the spans of whatever is built with this layer, and the metrics, to a collector. One that is down or slow costs nothing. */
export const layer = ({ headers, serviceName, url }: OtlpSettings): Layer.Layer<never> => {
  const base = url.endsWith("/") ? url.slice(0, -1) : url
  const options = {
    resource: { serviceName },
    headers: headers === null ? {} : (OtlpHeaders.parse(headers) ?? {}),
    exportInterval: INTERVAL,
    shutdownTimeout: SHUTDOWN_LIMIT
  }
  return Layer.mergeAll(
    Layer.unwrapScoped(
      Effect.map(OtlpTracer.make({ ...options, url: `${base}/v1/traces` }), (tracer) =>
        Layer.setTracer(withoutSql(tracer))
      )
    ),
    OtlpExport.layer({ ...options, url: `${base}/v1/metrics` }),
    reading
  ).pipe(Layer.provide([impatient, serialization]))
}
