import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import * as HeavyRequests from "./HeavyRequests.js"

/** How many requests one API key may send to this process. */
export interface RequestLimitSettings {
  /** The sustained rate. */
  readonly requestsPerSecond: number
  /** How many requests a key may send at once after a pause. */
  readonly burst: number
}

/** High enough for a client that reads page after page as fast as it can. */
export const defaultSettings: RequestLimitSettings = { requestsPerSecond: 100, burst: 500 }

/** Limits the requests of each API key; every process counts for itself. */
export class RequestLimit extends Context.Tag("@tributary/runtime-http/RequestLimit")<
  RequestLimit,
  {
    /** Counts one request; returns how long to wait when the key is over its limit. */
    readonly take: (keyId: string) => Effect.Effect<Option.Option<Duration.Duration>>
    /** The requests of each key that take long. */
    readonly heavy: HeavyRequests.HeavyRequests
  }
>() {}

interface Bucket {
  tokens: number
  /** Clock time in milliseconds. */
  filledAt: number
}

/** The number of buckets at which full ones are dropped; a full bucket means the same as none. */
const MAX_BUCKETS = 10_000

/** Creates a token bucket per key. */
export const make = (settings: RequestLimitSettings): RequestLimit["Type"] => {
  const { requestsPerSecond, burst } = settings
  const buckets = new Map<string, Bucket>()

  const tokensAt = (bucket: Bucket, now: number): number =>
    Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * requestsPerSecond)

  const dropFull = (now: number): void => {
    for (const [keyId, bucket] of buckets) {
      if (tokensAt(bucket, now) >= burst) buckets.delete(keyId)
    }
  }

  const take = (keyId: string, now: number): Option.Option<Duration.Duration> => {
    if (buckets.size >= MAX_BUCKETS) dropFull(now)
    const bucket = buckets.get(keyId) ?? { tokens: burst, filledAt: now }
    buckets.set(keyId, bucket)
    bucket.tokens = tokensAt(bucket, now)
    bucket.filledAt = now
    if (bucket.tokens < 1) return Option.some(Duration.seconds((1 - bucket.tokens) / requestsPerSecond))
    bucket.tokens -= 1
    return Option.none()
  }

  return RequestLimit.of({
    take: (keyId) => Effect.map(Clock.currentTimeMillis, (now) => take(keyId, now)),
    heavy: HeavyRequests.make()
  })
}

/** The request limit of this process. */
export const layer = (settings: RequestLimitSettings): Layer.Layer<RequestLimit> =>
  Layer.sync(RequestLimit, () => make(settings))
