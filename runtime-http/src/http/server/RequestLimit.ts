import { Clock, Context, Duration, Effect, Layer, Option } from "effect"

/** How many requests a key may send. */
export interface RequestLimitSettings {
  /** The rate that a key can keep up. */
  readonly requestsPerSecond: number
  /** How many requests a key may send at once after a rest. */
  readonly burst: number
}

/** Generous: a client that walks pages as fast as it can stays below it. */
export const defaultSettings: RequestLimitSettings = { requestsPerSecond: 100, burst: 500 }

/** A limit of each key's requests, counted by this process alone. */
export class RequestLimit extends Context.Tag("@tributary/runtime-http/RequestLimit")<
  RequestLimit,
  {
    /** Counts one request; gives the time to wait where it is one too many. */
    readonly take: (keyId: string) => Effect.Effect<Option.Option<Duration.Duration>>
  }
>() {}

interface Bucket {
  tokens: number
  /** Milliseconds of the clock. */
  filledAt: number
}

/** A bucket that has refilled says nothing more than no bucket; they are dropped when there are this many. */
const MAX_BUCKETS = 10_000

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

  return RequestLimit.of({ take: (keyId) => Effect.map(Clock.currentTimeMillis, (now) => take(keyId, now)) })
}

export const layer = (settings: RequestLimitSettings): Layer.Layer<RequestLimit> =>
  Layer.sync(RequestLimit, () => make(settings))
