import { MonotonicTime } from "@tributary/core"
import { Effect, Option } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import { type BucketSettings, retryAfterSecs, TokenBuckets } from "./TokenBuckets.js"

/** How many requests with an unknown key one address may send to this process; each asks the database. */
const ALLOWED: BucketSettings = { perSecond: 20, burst: 100 }

/** Keeps guesses of keys away from the database. */
export interface UnknownKeys {
  /**
   * Runs a look-up of a key, and counts it if it fails. Beyond the limit of the address the look-up runs only if `isKnown`, so that nobody
   * who shares an address with a guesser, such as that of a proxy, is locked out.
   */
  readonly guard: <A, E, E2, R>(
    address: string,
    isKnown: Effect.Effect<boolean, E2>,
    lookUp: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | E2 | Errors.ApiError, R>
}

/** One customer has a whole /64 network of IPv6 addresses, whose first four groups are the same. */
const callerOf = (address: string): string =>
  address.includes(".") ? address : address.split(":").slice(0, 4).join(":")

/** Creates the limits, one per address. */
export const make = (): UnknownKeys => {
  const buckets = new TokenBuckets(ALLOWED)

  return {
    guard: (address, isKnown, lookUp) =>
      Effect.gen(function* () {
        const caller = callerOf(address)
        const wait = buckets.take(caller, yield* MonotonicTime.millis)
        if (Option.isNone(wait)) return yield* Effect.tap(lookUp, () => buckets.giveBack(caller))
        if (yield* isKnown) return yield* lookUp
        return yield* Errors.make("TooManyUnknownKeys", { retryAfterSecs: retryAfterSecs(wait.value) })
      })
  }
}
