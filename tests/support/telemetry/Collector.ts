import * as VendorServer from "../vendor/VendorServer.js"

/** A span as a collector gets it. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
}

/** A metric as a collector gets it. */
export interface Metric {
  readonly name: string
  readonly unit: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into the points as into any JSON
  readonly [kind: string]: any
}

/** A collector that keeps what it gets. */
export interface Collector {
  readonly url: string
  readonly spans: ReadonlyArray<Span>
  /** The metrics of the last export. */
  readonly metrics: () => ReadonlyArray<Metric>
  /** The attributes of the resource of the last export. */
  readonly resource: () => Readonly<Record<string, unknown>>
  /** All that it got, as texts. */
  readonly bodies: ReadonlyArray<string>
  readonly headers: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly stop: () => Promise<void>
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

const attributesOf = (all: ReadonlyArray<Attribute>) =>
  Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Starts a collector that throws away what it gets. */
export const startSilent = (): Promise<VendorServer.VendorServer> => VendorServer.start(() => ({ body: {} }))

/** Starts a collector of OTLP over HTTP, which gets JSON. */
export const start = async (): Promise<Collector> => {
  const spans: Array<Span> = []
  const bodies: Array<string> = []
  const headers: Array<Readonly<Record<string, unknown>>> = []
  let metrics: ReadonlyArray<Metric> = []
  let resource: Readonly<Record<string, unknown>> = {}
  const server = await VendorServer.start((asked) => {
    bodies.push(asked.body)
    headers.push(asked.headers)
    const sent = JSON.parse(asked.body)
    for (const group of sent.resourceSpans ?? []) {
      resource = attributesOf(group.resource.attributes)
      for (const { spans: some } of group.scopeSpans) {
        for (const span of some) spans.push({ ...span, attributes: attributesOf(span.attributes) })
      }
    }
    for (const group of sent.resourceMetrics ?? []) {
      metrics = group.scopeMetrics.flatMap((scope: { readonly metrics: ReadonlyArray<Metric> }) => scope.metrics)
    }
    return { body: {} }
  })
  return {
    url: server.url,
    spans,
    metrics: () => metrics,
    resource: () => resource,
    bodies,
    headers,
    stop: server.stop
  }
}
