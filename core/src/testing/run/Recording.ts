import { Cause, Effect, Exit, FiberRef, HashSet, Logger, LogLevel, Tracer } from "effect"

/** What a run emits: its log lines and its spans. */
export interface Recording {
  readonly lines: () => ReadonlyArray<string>
  /** Runs an effect with its log lines and spans recorded here, and nowhere else. */
  readonly record: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Records log lines of every level, and the attributes, events and errors of every span. */
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
    record: (effect) =>
      effect.pipe(
        Effect.withTracer(tracer),
        Logger.withMinimumLogLevel(LogLevel.All),
        Effect.locally(FiberRef.currentLoggers, HashSet.make(logger))
      )
  }
}
