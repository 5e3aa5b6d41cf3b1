import { Context, type Duration, Effect, Layer, type Option } from "effect"
import * as HeavyRequests from "./HeavyRequests.js"
import { TokenBuckets } from "./TokenBuckets.js"
import * as UnknownKeys from "./UnknownKeys.js"

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
    /** Counts one request, at a reading of the monotonic clock; returns how long to wait if the key is over its limit. */
    readonly take: (keyId: string, now: number) => Option.Option<Duration.Duration>
    /** Counts requests that the key may not have left; its next ones wait for them. */
    readonly charge: (keyId: string, requests: number) => Effect.Effect<void>
    /** The requests of each address whose keys turn out to be unknown. */
    readonly unknownKeys: UnknownKeys.UnknownKeys
    /** The requests of each key that take long. */
    readonly heavy: HeavyRequests.HeavyRequests
  }
>() {}

/** Creates the limits of this process. */
export const make = ({ requestsPerSecond, burst }: RequestLimitSettings): RequestLimit["Type"] => {
  const buckets = new TokenBuckets({ perSecond: requestsPerSecond, burst })
  return RequestLimit.of({
    take: (keyId, now) => buckets.take(keyId, now),
    charge: (keyId, requests) => Effect.sync(() => buckets.charge(keyId, requests)),
    unknownKeys: UnknownKeys.make(),
    heavy: HeavyRequests.make()
  })
}

/** The request limit of this process. */
export const layer = (settings: RequestLimitSettings): Layer.Layer<RequestLimit> =>
  Layer.sync(RequestLimit, () => make(settings))
