/** How often one caller may do something. */
export interface Rate {
  /** The sustained rate. */
  readonly perSecond: number
  /** How often at once after a pause. */
  readonly burst: number
  /** How many seconds it takes at most to make up for a charge; by default as many as the charge is worth. */
  readonly maxDebtSecs?: number
}

interface Bucket {
  tokens: number
  /** A reading of the monotonic clock. */
  filledAt: number
}

/** The number of buckets at which full ones are dropped; a full bucket means the same as no bucket. */
const MAX_BUCKETS = 10_000

/** A token bucket per caller. */
export class TokenBuckets {
  readonly #rate: Rate
  readonly #buckets = new Map<string, Bucket>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** Takes a token, and returns 0; if the bucket is empty, returns how many milliseconds to wait for one. */
  take(caller: string, now: number): number {
    const { burst, perSecond } = this.#rate
    if (this.#buckets.size >= MAX_BUCKETS) this.#dropFull(now)
    const bucket = this.#buckets.get(caller) ?? { tokens: burst, filledAt: now }
    this.#buckets.set(caller, bucket)
    bucket.tokens = this.#tokensAt(bucket, now)
    bucket.filledAt = now
    if (bucket.tokens < 1) return ((1 - bucket.tokens) / perSecond) * 1_000
    bucket.tokens -= 1
    return 0
  }

  /** Takes tokens that may not be there yet: until the bucket has made up for them, it has none. */
  charge(caller: string, tokens: number): void {
    const { maxDebtSecs = Number.POSITIVE_INFINITY, perSecond } = this.#rate
    const bucket = this.#buckets.get(caller)
    if (bucket !== undefined) bucket.tokens = Math.max(-maxDebtSecs * perSecond, bucket.tokens - tokens)
  }

  /** Returns a token that was taken. */
  giveBack(caller: string): void {
    const bucket = this.#buckets.get(caller)
    if (bucket !== undefined) bucket.tokens = Math.min(this.#rate.burst, bucket.tokens + 1)
  }

  #tokensAt({ filledAt, tokens }: Bucket, now: number): number {
    const { burst, perSecond } = this.#rate
    return Math.min(burst, tokens + ((now - filledAt) / 1_000) * perSecond)
  }

  #dropFull(now: number): void {
    for (const [caller, bucket] of this.#buckets) {
      if (this.#tokensAt(bucket, now) >= this.#rate.burst) this.#buckets.delete(caller)
    }
  }
}
