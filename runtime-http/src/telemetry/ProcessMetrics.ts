import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { Effect, Layer } from "effect"
import { asking, type Told, told } from "./Metrics.js"

/** How often the delay of the event loop is looked at, in milliseconds. */
const RESOLUTION_MILLIS = 10
const WINDOW_MILLIS = 10_000
const NANOS = 1e9

const quantiles = [0.5, 0.99, 1]

/** How late the event loop was in the last window and in the one that is under way. */
const loopLag = Effect.acquireRelease(
  Effect.sync(() => {
    const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLIS })
    delays.enable()
    // What is measured is the time between two looks.
    const lagsNow = () =>
      quantiles.map((quantile) =>
        Math.max(
          0,
          (quantile === 1 ? delays.max : delays.percentile(quantile * 100)) / NANOS - RESOLUTION_MILLIS / 1_000
        )
      )
    let before = quantiles.map(() => 0)
    const timer = setInterval(() => {
      before = lagsNow()
      delays.reset()
    }, WINDOW_MILLIS).unref()
    const read = (): ReadonlyArray<Told> => {
      const now = lagsNow()
      return quantiles.map((quantile, index) =>
        told("tributary_event_loop_lag_seconds", [String(quantile)], Math.max(before[index] ?? 0, now[index] ?? 0))
      )
    }
    return { read, delays, timer }
  }),
  ({ delays, timer }) =>
    Effect.sync(() => {
      clearInterval(timer)
      delays.disable()
    })
)

const usage = (): ReadonlyArray<Told> => {
  const { system, user } = process.cpuUsage()
  return [
    told("process_cpu_seconds_total", [], (system + user) / 1e6),
    told("process_resident_memory_bytes", [], process.memoryUsage.rss()),
    told("process_start_time_seconds", [], performance.timeOrigin / 1_000),
    told("tributary_event_loop_busy_seconds_total", [], performance.eventLoopUtilization().active / 1_000)
  ]
}

/** What the process knows of itself at any time. It is not ready unless it serves; whether it is while it does, others know. */
export const layer = (isServing: () => boolean): Layer.Layer<never> =>
  Layer.scopedDiscard(
    Effect.flatMap(loopLag, ({ read }) =>
      asking(Effect.sync(() => [...(isServing() ? [] : [told("tributary_ready", [], 0)]), ...read(), ...usage()]))
    )
  )
