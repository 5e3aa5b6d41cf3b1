import { createHash } from "node:crypto"
import { Context, Duration, Redacted } from "effect"

/** How many keys are remembered; without those beyond it, the database is only asked more often. */
const MAX_KEYS = 10_000

const digestOf = (key: Redacted.Redacted): string => createHash("sha256").update(Redacted.value(key)).digest("base64")

const make = () => {
  /** Until when each key has to wait, as a reading of the monotonic clock. */
  const until = new Map<string, number>()
  return {
    /** Remembers that the key has to wait. */
    add: (key: Redacted.Redacted, wait: Duration.Duration, now: number): void => {
      if (until.size >= MAX_KEYS) until.clear()
      until.set(digestOf(key), now + Duration.toMillis(wait))
    },
    /** How long the key still has to wait; null if it need not. */
    waitOf: (key: Redacted.Redacted, now: number): Duration.Duration | null => {
      if (until.size === 0) return null
      const digest = digestOf(key)
      const left = (until.get(digest) ?? now) - now
      if (left > 0) return Duration.millis(left)
      until.delete(digest)
      return null
    }
  }
}

/** The keys that are over their limit in this process, so that their requests are refused before anything else is done for them. */
export class ExhaustedKeys extends Context.Reference<ExhaustedKeys>()("@tributary/runtime-http/ExhaustedKeys", {
  defaultValue: make
}) {}
