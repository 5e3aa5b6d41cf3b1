import { Effect } from "effect"
import { Metrics } from "../../telemetry/Metrics.js"
import { type Incoming, templateOf } from "./request/Incoming.js"

/** Counts an answered request. */
export type CountRequest = (incoming: Incoming, status: number) => void

/** The status under which a request counts whose client left before the answer: nginx shows them as this, too. */
export const CLIENT_LEFT = 499

const NANOS = 1e9

/** Counts requests by route and status, and how long they took. Nothing else here happens to every request, so it does not look for a fiber. */
export const make: Effect.Effect<CountRequest> = Effect.gen(function* () {
  const metrics = yield* Metrics
  const clock = yield* Effect.clock
  return (incoming, status) => {
    const { method } = incoming
    const route = templateOf(incoming)
    metrics.add("tributary_http_requests_total", [method, route, String(status)])
    const seconds = Number(clock.unsafeCurrentTimeNanos() - incoming.startedAt) / NANOS
    metrics.observe("tributary_http_request_duration_seconds", [method, route], seconds)
  }
})
