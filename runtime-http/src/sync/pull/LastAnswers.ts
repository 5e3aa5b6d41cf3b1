import { type AttemptListener, VendorError, type WaitListener } from "@tributary/core"
import type { Outcome } from "./ExtractorProgress.js"

/** A request that has not ended. */
interface Pending {
  readonly endpoint: string
  /** When its latest attempt left, by the monotonic clock. */
  readonly sentAt: number
  /** Why the attempt before failed; null if there was none. */
  readonly error: VendorError.VendorError | null
}

/** What the vendor last answered to the requests of one extractor. */
export interface LastAnswers {
  /** Hears the attempts. */
  readonly listener: AttemptListener.AttemptListener["Type"]
  /** Why the extractor did not get further, if its time is up at this reading of the monotonic clock; null if the vendor answered its last requests well. */
  readonly blame: (now: number, slowMillis: typeof WaitListener.SLOW_MILLIS) => Outcome | null
}

const RETRIED = "; the request was still repeated when the time of the job was up"

const seconds = (millis: number): number => Math.round(millis / 1_000)

/** The last answers of an extractor that has sent nothing yet. */
export const make = (): LastAnswers => {
  const pending = new Map<object, Pending>()
  let isAnswered = false
  const outcomeOf = (error: VendorError.VendorError): Outcome => {
    const { retryAt } = VendorError.pauseOf(error)
    return {
      reason: VendorError.reasonOf(error),
      endpoint: error.endpoint,
      message: `${VendorError.detailOf(error)}${RETRIED}`,
      ...(retryAt === null ? {} : { retryAt })
    }
  }
  return {
    listener: {
      sent: (request, endpoint, sentAt) => {
        pending.set(request, { endpoint, sentAt, error: pending.get(request)?.error ?? null })
      },
      failed: (request, error) => {
        const sent = pending.get(request)
        if (sent !== undefined) pending.set(request, { ...sent, error })
      },
      ended: (request, isGood) => {
        pending.delete(request)
        if (isGood) isAnswered = true
      }
    },
    blame: (now, slowMillis) => {
      const waiting = [...pending.values()]
      const failing = waiting.find(({ error }) => error !== null)?.error ?? null
      if (failing !== null) return outcomeOf(failing)
      // Without any good answer, even a request that left a moment ago is no sign that the vendor answers.
      const hanging = waiting.find(({ sentAt }) => !isAnswered || now - sentAt >= slowMillis)
      if (hanging === undefined) return null
      const { endpoint, sentAt } = hanging
      const detail = `did not answer within ${seconds(now - sentAt)} seconds, when the time of the job was up`
      return { reason: "VENDOR_DOWN", endpoint, message: detail }
    }
  }
}
