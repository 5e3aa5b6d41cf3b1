import { Clock, Duration, Effect } from "effect"
import type { RateState } from "./RateBudget.js"
import type { RawAnswer, VendorResponse } from "./Request.js"
import * as VendorError from "./VendorError.js"
import type { VendorHttpSettings } from "./VendorHttpSettings.js"

const parseBody = (endpoint: string, status: number, text: string) =>
  Effect.try({
    try: (): unknown => (text.trim() === "" ? null : JSON.parse(text)),
    catch: () => new VendorError.BadPayload({ endpoint, status, detail: "answered with something that is not JSON" })
  })

const resetOf = (rate: RateState | null, now: number): Duration.Duration | null =>
  rate === null || rate.remaining > 0 ? null : Duration.millis(Math.max(0, rate.resetAt - now))

/** Reads an answer: by what the connector says of it, else by its status; a success is JSON. */
export const classify = (
  settings: Pick<VendorHttpSettings, "classify" | "rate">,
  answer: RawAnswer
): Effect.Effect<VendorResponse, VendorError.VendorError> =>
  Effect.gen(function* () {
    const { endpoint, status, headers } = answer
    const now = yield* Clock.currentTimeMillis
    const special = settings.classify?.(answer) ?? null
    const detail = `answered ${status}`
    const failure =
      special ??
      VendorError.fromStatus(
        { endpoint, status, detail },
        VendorError.parseRetryAfter(headers["retry-after"], now) ?? resetOf(settings.rate?.(headers, now) ?? null, now)
      )
    if (failure !== null) return yield* Effect.fail(failure)
    return { status, headers, body: yield* parseBody(endpoint, status, answer.text) }
  })
