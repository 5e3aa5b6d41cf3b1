import { Duration, Option } from "effect"

/** How often one caller may do something. */
export interface BucketSettings {
  /** The sustained rate. */
  readonly perSecond: number
  /** How often at once after a pause. */
  readonly burst: number
}

interface Bucket {
  tokens: number
  /** A reading of the monotonic clock. */
  filledAt: number
}

/** The value of `Retry-After` for a caller who has to wait so long. */
export const retryAfterSecs = (wait: Duration.Duration): number => Math.max(1, Math.ceil(Duration.toSeconds(wait)))

/** The number of buckets at which full ones are dropped; a full bucket means the same as none. */
const MAX_BUCKETS = 10_000

/** A token bucket per caller. */
export class TokenBuckets {
  readonly #settings: BucketSettings
  readonly #buckets = new Map<string, Bucket>()

  constructor(settings: BucketSettings) {
    this.#settings = settings
  }

  /** Takes a token; returns how long to wait if there is none. */
  take(caller: string, now: number): Option.Option<Duration.Duration> {
    const { burst, perSecond } = this.#settings
    if (this.#buckets.size >= MAX_BUCKETS) this.#dropFull(now)
    const bucket = this.#buckets.get(caller) ?? { tokens: burst, filledAt: now }
    this.#buckets.set(caller, bucket)
    bucket.tokens = this.#tokensAt(bucket, now)
    bucket.filledAt = now
    if (bucket.tokens < 1) return Option.some(Duration.seconds((1 - bucket.tokens) / perSecond))
    bucket.tokens -= 1
    return Option.none()
  }

  /** Takes tokens that may not be there yet: until the bucket has made up for them, it has none. */
  charge(caller: string, tokens: number): void {
    const bucket = this.#buckets.get(caller)
    if (bucket !== undefined) bucket.tokens -= tokens
  }

  /** Returns a token that was taken. */
  giveBack(caller: string): void {
    const bucket = this.#buckets.get(caller)
    if (bucket !== undefined) bucket.tokens = Math.min(this.#settings.burst, bucket.tokens + 1)
  }

  #tokensAt({ filledAt, tokens }: Bucket, now: number): number {
    const { burst, perSecond } = this.#settings
    return Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond)
  }

  #dropFull(now: number): void {
    for (const [caller, bucket] of this.#buckets) {
      if (this.#tokensAt(bucket, now) >= this.#settings.burst) this.#buckets.delete(caller)
    }
  }
}
