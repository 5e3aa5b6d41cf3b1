import { Cause, Exit, Layer, Logger, LogLevel, Tracer } from "effect"

/** Everything a run says to the outside: its log lines and its spans. */
export interface Recording {
  readonly lines: () => ReadonlyArray<string>
  readonly layer: Layer.Layer<never>
}

/** Catches log lines of every level and the attributes of every span. */
export const make = (): Recording => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message, annotations, cause }) => {
    const failure = Cause.isEmpty(cause) ? "" : Cause.pretty(cause)
    lines.push(`${JSON.stringify(message)} ${JSON.stringify([...annotations])} ${failure}`)
  })
  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const attributes = new Map<string, unknown>()
      const span: Tracer.Span = {
        _tag: "Span",
        name,
        spanId: "0000000000000001",
        traceId: "00000000000000000000000000000001",
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes,
        links: [...links],
        sampled: true,
        kind,
        end: (_endTime, exit) => {
          lines.push(
            `${name} ${JSON.stringify([...attributes])} ${Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""}`
          )
        },
        attribute: (key, value) => {
          attributes.set(key, value)
        },
        event: (event, _time, values) => {
          lines.push(`${event} ${JSON.stringify(values)}`)
        },
        addLinks: () => {}
      }
      return span
    },
    context: (f) => f()
  })
  return {
    lines: () => lines,
    layer: Layer.mergeAll(
      Logger.replace(Logger.defaultLogger, logger),
      Logger.minimumLogLevel(LogLevel.All),
      Layer.setTracer(tracer)
    )
  }
}
