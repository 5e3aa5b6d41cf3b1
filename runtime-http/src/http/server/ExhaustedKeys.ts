import { createHash } from "node:crypto"
import { Duration, Redacted } from "effect"

/** The keys that are over their limit, so that their requests are refused without asking the database who they are. */
export interface ExhaustedKeys {
  /** Remembers that the key has to wait. */
  readonly add: (key: Redacted.Redacted, wait: Duration.Duration, now: number) => void
  /** How long the key still has to wait; null if it need not. */
  readonly waitOf: (key: Redacted.Redacted, now: number) => Duration.Duration | null
}

/** How many keys are remembered; without those beyond it, the database is only asked more often. */
const MAX_KEYS = 10_000

const digestOf = (key: Redacted.Redacted): string => createHash("sha256").update(Redacted.value(key)).digest("base64")

/** No key at first. */
export const make = (): ExhaustedKeys => {
  /** Until when each key has to wait, in clock time in milliseconds. */
  const until = new Map<string, number>()
  return {
    add: (key, wait, now) => {
      if (until.size >= MAX_KEYS) until.clear()
      until.set(digestOf(key), now + Duration.toMillis(wait))
    },
    waitOf: (key, now) => {
      if (until.size === 0) return null
      const digest = digestOf(key)
      const left = (until.get(digest) ?? now) - now
      if (left > 0) return Duration.millis(left)
      until.delete(digest)
      return null
    }
  }
}
