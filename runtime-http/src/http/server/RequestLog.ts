import { Clock, Effect, FiberRef, FiberRefs, HashMap, LogLevel, type Runtime } from "effect"
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

const REQUEST_ID = "request_id"

/** Adds the request's id to all lines that are logged for it. */
export const annotated = <A, E, R>(self: Effect.Effect<A, E, R>, { requestId }: Incoming): Effect.Effect<A, E, R> =>
  Effect.annotateLogs(self, REQUEST_ID, requestId)

/** The same for a fiber that is about to start, which costs less. */
export const annotating =
  ({ requestId }: Incoming): NonNullable<Runtime.RunForkOptions["updateRefs"]> =>
  (refs, fiberId) =>
    FiberRefs.updateAs(refs, {
      fiberId,
      fiberRef: FiberRef.currentLogAnnotations,
      value: HashMap.set(FiberRefs.getOrDefault(refs, FiberRef.currentLogAnnotations), REQUEST_ID, requestId as unknown)
    })

/** Writes the request's line to the log, unless the log shows no such lines. */
export const write = (incoming: Incoming, status: number): Effect.Effect<void> =>
  Effect.flatMap(FiberRef.get(FiberRef.currentMinimumLogLevel), (minimum) =>
    LogLevel.greaterThan(minimum, LogLevel.Info) ? Effect.void : line(incoming, status)
  )
