import { Context, DefaultServices, Effect, FiberRef, Layer, type Redacted, Tracer } from "effect"
import * as MetricRegistry from "./Metrics.js"
import * as MetricsServer from "./MetricsServer.js"
import * as Otlp from "./Otlp.js"
import * as ProcessMetrics from "./ProcessMetrics.js"

/** To whom a process shows its metrics and traces. */
export interface TelemetrySettings {
  /** The port of `/metrics`; null for none. */
  readonly metricsPort: number | null
  /** The address that `/metrics` listens on. */
  readonly metricsHost: string
  /** The base address of an OTLP collector; null for none. */
  readonly otlpEndpoint: string | null
  /** Headers of every request to the collector, as `OtlpHeaders` reads them; null for none. */
  readonly otlpHeaders: Redacted.Redacted | null
  /** The name of the service in what the collector gets. */
  readonly otlpServiceName: string
}

/** The tracer that Effect uses by itself: it makes spans that nobody sees. */
const unseen = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** Makes no spans unless somebody has set a tracer that shows them: a job would make one for each of its statements, and each copies a map. */
const onlySeenSpans = Layer.unwrapEffect(
  Effect.map(Effect.tracer, (tracer) =>
    tracer === unseen ? Layer.scopedDiscard(Effect.locallyScoped(FiberRef.currentTracerEnabled, false)) : Layer.empty
  )
)

/**
 * Counts, and shows the counts, for whatever is built with this layer. Without a port and a collector it counts nothing and makes no span.
 * `isServing` says whether the process is past its start, and not at its end.
 */
export const layer = (
  settings: TelemetrySettings,
  isServing: () => boolean
): Layer.Layer<never, MetricsServer.MetricsServeError> => {
  const { metricsHost: host, metricsPort: port, otlpEndpoint: url, otlpHeaders: headers } = settings
  if (port === null && url === null) return onlySeenSpans
  const shown = Layer.mergeAll(
    ProcessMetrics.layer(isServing),
    port === null ? Layer.empty : MetricsServer.layer({ host, port }),
    url === null ? onlySeenSpans : Otlp.layer({ url, headers, serviceName: settings.otlpServiceName })
  )
  return Layer.provideMerge(shown, Layer.sync(MetricRegistry.Metrics, MetricRegistry.make))
}
