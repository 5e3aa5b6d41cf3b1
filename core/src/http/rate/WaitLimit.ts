import { Clock, Effect, Fiber } from "effect"
import * as MonotonicTime from "../../MonotonicTime.js"
import type { VendorError } from "../VendorError.js"
import { AttemptListener } from "./AttemptListener.js"
import { Urgency } from "./RateBudget.js"
import { MIN_MILLIS, SLOW_MILLIS, type Wait, WaitListener } from "./WaitListener.js"

/**
 * How long a request may wait in all: for its turn in the rate budget, for pauses that the vendor asks for, and between retries.
 *
 * For a job it is a minute, which is the window of most vendors, and some seconds, because their clocks differ from ours. If a longer
 * wait is necessary, the job ends and a later run resumes it, so that what waits does not occupy a job slot.
 */
export const MAX_WAIT_MILLIS: Readonly<Record<Urgency["Type"], number>> = { background: 65_000, interactive: 5_000 }

/** What is left of the time that one request may wait. All its attempts share it. */
export interface WaitLimit {
  /** How many milliseconds are left. */
  readonly left: () => number
  /** Waits for so many milliseconds and returns true; returns false at once if that is too long. */
  readonly wait: (millis: number, why: Pick<Wait, "reason" | "retries">) => Effect.Effect<boolean>
  /** Waits for the answer to an attempt, and notifies the listener if the wait is long. */
  readonly awaiting: <A, E, R>(answer: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Notes that an attempt has failed, and that there will be another one. */
  readonly failed: (error: VendorError) => void
  /** Tells who listens that the request has ended, and how. */
  readonly end: (how: "answered" | "failed" | "interrupted") => Effect.Effect<void>
}

/** The wait limit of a request to this endpoint that begins now. */
export const make = (endpoint: string): Effect.Effect<WaitLimit> =>
  Effect.gen(function* () {
    let left = MAX_WAIT_MILLIS[yield* Urgency]
    const listener = yield* WaitListener
    const attempts = yield* AttemptListener
    const request = {}
    let isTold = false
    let failures = 0
    const tell = (millis: number, why: Pick<Wait, "reason" | "retries">) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        isTold = true
        return listener.waits(request, { endpoint, ...why, until: now + millis })
      })
    return {
      left: () => left,
      wait: (asked, why) =>
        Effect.gen(function* () {
          const millis = Math.max(0, asked)
          if (millis > left) return false
          left -= millis
          if (millis >= MIN_MILLIS) yield* tell(millis, why)
          yield* Effect.sleep(millis)
          return true
        }),
      awaiting: (answer) =>
        Effect.gen(function* () {
          attempts.sent(request, endpoint, yield* MonotonicTime.millis)
          const slow = Effect.sleep(SLOW_MILLIS).pipe(
            Effect.zipRight(Effect.suspend(() => tell(-SLOW_MILLIS, { reason: "VENDOR_DOWN", retries: failures })))
          )
          const fiber = yield* Effect.fork(slow)
          return yield* Effect.ensuring(answer, Fiber.interrupt(fiber))
        }),
      failed: (error) => {
        failures += 1
        attempts.failed(request, error)
      },
      end: (how) =>
        Effect.suspend(() => {
          if (how !== "interrupted") attempts.ended(request, how === "answered")
          return isTold ? listener.ended(request, how === "interrupted") : Effect.void
        })
    }
  })
