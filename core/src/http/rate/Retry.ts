import { Clock, Duration, Effect, Fiber, Random, type Redacted } from "effect"
import * as MonotonicTime from "../../MonotonicTime.js"
import type { Tokens } from "../Authentication.js"
import type { Outgoing, VendorResponse } from "../Request.js"
import * as VendorError from "../VendorError.js"
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
  /** Waits for something of this process, for which the vendor is not to blame, before the request is sent, or sent again. */
  readonly ofServer: <A, E, R>(wait: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Notes that an attempt has failed, and that there will be another one. */
  readonly failed: (error: VendorError.VendorError) => void
  /** Tells who listens that the request has ended, and how. */
  readonly end: (how: "answered" | "failed" | "interrupted") => Effect.Effect<void>
}

/** One attempt to send a request. */
export interface Attempt extends Outgoing {
  /** How long the request may still wait, in this attempt and the next ones. */
  readonly waitLimit: WaitLimit
}

/** The wait limit of a request to this endpoint that begins now. */
export const makeWaitLimit = (endpoint: string): Effect.Effect<WaitLimit> =>
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
      ofServer: (wait) =>
        Effect.suspend(() => {
          attempts.ended(request, false)
          const told = isTold ? listener.ended(request, false) : Effect.void
          isTold = false
          return Effect.zipRight(told, wait)
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

/** How many times one request is attempted, including the first. */
export const MAX_ATTEMPTS = 5
const FIRST_BACKOFF_MILLIS = 1_000

const isRefusedToken = (error: VendorError.VendorError): boolean =>
  error._tag === "Unauthorized" && error.status === 401

/** Whether the same request can succeed within seconds: not if the answer says that the operator has to mend something first. */
const mayPass = ({ _tag, isOfServer, status }: VendorError.VendorError): boolean =>
  VendorError.meaning[_tag].isRetryable && (isOfServer !== true || status === null)

/** In how many milliseconds the request may be sent again: when the vendor says, or after a pause that doubles with each attempt. */
const pauseBefore = (attempt: number, error: VendorError.VendorError) =>
  Effect.gen(function* () {
    const { retryAfter } = VendorError.pauseOf(error)
    const announced = retryAfter === null ? 0 : Duration.toMillis(retryAfter)
    if (announced > 0) return announced
    const jitter = yield* Random.nextRange(0.75, 1.25)
    return Math.round(FIRST_BACKOFF_MILLIS * 2 ** (attempt - 1) * jitter)
  })

/** Sends a request once; `header` is the `Authorization` header, null if the connector uses no tokens. */
export type SendOnce = (
  request: Attempt,
  url: URL,
  header: Redacted.Redacted | null
) => Effect.Effect<VendorResponse, VendorError.VendorError>

/** Retries a request until it succeeds or another attempt cannot help; renews a refused token once. */
export const make = (sendOnce: SendOnce, tokens: Tokens | null) => {
  const attempt = (
    request: Attempt,
    url: URL,
    count: number,
    isRenewed = false
  ): Effect.Effect<VendorResponse, VendorError.VendorError> =>
    Effect.gen(function* () {
      // No retry if fetching the token fails: the token request has its own retries.
      const header = tokens === null ? null : yield* tokens.header
      const repeatable = request.isRepeatable ?? (request.method ?? "GET") === "GET"
      const retryAfter = (error: VendorError.VendorError) =>
        Effect.gen(function* () {
          if (tokens !== null && header !== null && !isRenewed && isRefusedToken(error)) {
            yield* tokens.forget(header)
            return yield* attempt(request, url, count, true)
          }
          if (!repeatable || !mayPass(error) || count >= MAX_ATTEMPTS) {
            return yield* Effect.fail(error)
          }
          request.waitLimit.failed(error)
          const millis = yield* pauseBefore(count, error)
          const reason = VendorError.reasonOf(error)
          const hasWaited = yield* request.waitLimit.wait(millis, { reason, retries: count })
          if (!hasWaited) return yield* Effect.fail(error)
          yield* Effect.logDebug("retrying vendor request").pipe(
            Effect.annotateLogs({ endpoint: request.endpoint, error: error._tag, attempt: count })
          )
          return yield* attempt(request, url, count + 1, isRenewed)
        })
      return yield* Effect.catchAll(sendOnce(request, url, header), retryAfter)
    })
  return (request: Outgoing, url: URL) =>
    Effect.flatMap(makeWaitLimit(request.endpoint), (waitLimit) =>
      attempt({ ...request, waitLimit }, url, 1).pipe(
        Effect.tapBoth({ onFailure: () => waitLimit.end("failed"), onSuccess: () => waitLimit.end("answered") }),
        Effect.onInterrupt(() => waitLimit.end("interrupted"))
      )
    )
}
