import { Layer, Tracer } from "effect"

/** A tracer that keeps every span that has ended in `spans`, and writes the name, attributes and events of each into `lines`. */
export const make = () => {
  const spans: Array<{ readonly name: string; readonly attributes: ReadonlyMap<string, unknown> }> = []
  const lines: Array<string> = []
  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const attributes = new Map<string, unknown>()
      return {
        _tag: "Span",
        name,
        spanId: "0000000000000001",
        traceId: "00000000000000000000000000000001",
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes,
        links,
        sampled: true,
        kind,
        end: (_time, exit) => {
          spans.push({ name, attributes })
          lines.push(`${name} ${JSON.stringify([...attributes])} ${exit._tag === "Failure" ? String(exit) : ""}`)
        },
        attribute: (key, value) => {
          attributes.set(key, value)
        },
        event: (event, _time, values) => {
          lines.push(`${event} ${JSON.stringify(values)}`)
        },
        addLinks: () => {}
      }
    },
    context: (f) => f()
  })
  return { lines, spans, layer: Layer.setTracer(tracer) }
}
