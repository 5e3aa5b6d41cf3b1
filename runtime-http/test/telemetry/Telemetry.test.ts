import { Effect, Fiber, FiberRef, Layer } from "effect"
import { expect, it } from "vitest"
import * as SpanRecorder from "../../../tests/support/telemetry/SpanRecorder.js"
import * as Telemetry from "../../src/telemetry/Telemetry.js"

const silent: Telemetry.TelemetrySettings = {
  metricsPort: null,
  metricsHost: "127.0.0.1",
  otlpEndpoint: null,
  otlpHeaders: null,
  otlpServiceName: "tributary"
}

/** Whether a layer that is built with this telemetry makes spans, and whether a fiber that it starts does. */
const makesSpans = (settings: Telemetry.TelemetrySettings, around: Layer.Layer<never> = Layer.empty) => {
  const seen: Array<boolean> = []
  const look = Effect.map(FiberRef.get(FiberRef.currentTracerEnabled), (isEnabled) => seen.push(isEnabled))
  const looking = Layer.scopedDiscard(Effect.zipRight(look, Effect.flatMap(Effect.forkScoped(look), Fiber.join)))
  const telemetry = Layer.provideMerge(
    Telemetry.layer(settings, () => true),
    around
  )
  return Layer.build(Layer.provide(looking, telemetry)).pipe(Effect.scoped, Effect.as(seen), Effect.runPromise)
}

it("no spans are made if nobody sees them", async () => {
  expect(await makesSpans(silent)).toEqual([false, false])
  expect(await makesSpans({ ...silent, metricsPort: 0 })).toEqual([false, false])
})

it("spans are made for a collector, and for a tracer that the program has set", async () => {
  expect(await makesSpans({ ...silent, otlpEndpoint: "http://127.0.0.1:9" })).toEqual([true, true])
  expect(await makesSpans(silent, SpanRecorder.make().layer)).toEqual([true, true])
})
