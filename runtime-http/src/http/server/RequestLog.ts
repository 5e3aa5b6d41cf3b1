import { Clock, Effect, FiberRef, LogLevel } from "effect"
import { type Incoming, templateOf } from "./Incoming.js"

const NANOS_PER_MILLI = 1_000_000

const line = (incoming: Incoming, status: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeNanos, (now) =>
    Effect.annotateLogs(Effect.logInfo("Request answered."), {
      method: incoming.method,
      route: templateOf(incoming),
      status,
      duration_ms: Math.round(Number(now - incoming.startedAt) / (NANOS_PER_MILLI / 100)) / 100
    })
  )

/** Writes the request's line to the log, unless the log shows no such lines. */
export const write = (incoming: Incoming, status: number): Effect.Effect<void> =>
  Effect.flatMap(FiberRef.get(FiberRef.currentMinimumLogLevel), (minimum) =>
    LogLevel.greaterThan(minimum, LogLevel.Info) ? Effect.void : line(incoming, status)
  )
