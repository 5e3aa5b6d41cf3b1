import { Clock, Context, Effect, Layer, Ref } from "effect"

/** A vendor's rate limit, as the headers of a response describe it. */
export interface RateState {
  /** Requests allowed per window; null if the vendor does not say. */
  readonly limit: number | null
  /** Requests left in the current window, shared by all clients of the tenant. */
  readonly remaining: number
  /** When the window ends, in milliseconds since 1970. */
  readonly resetAt: number
}

/** The share of each window that requests leave free for the customer's other tools. */
export const RESERVED_SHARE = 0.1

/** The longest wait for a window to end; without it, a vendor whose clock is wrong could stall a run indefinitely. */
export const MAX_WAIT_MILLIS = 15 * 60_000

/**
 * Tracks one rate budget per vendor tenant, shared by all connections of this process.
 *
 * Other processes and the customer's tools need no tracking: the vendor's `remaining` counts their requests as well.
 */
export class RateBudget extends Context.Tag("@tributary/core/RateBudget")<
  RateBudget,
  {
    /** Waits until the tenant has room for one request. */
    readonly acquire: (tenant: string) => Effect.Effect<void>
    /** Replaces the tenant's budget with what the vendor just reported; non-numeric values are ignored. */
    readonly update: (tenant: string, state: RateState) => Effect.Effect<void>
  }
>() {}

const reserve = (state: RateState): number => (state.limit === null ? 0 : Math.floor(state.limit * RESERVED_SHARE))

/** An empty budget: requests to a tenant pass freely until its first `update`. */
export const make = Effect.gen(function* () {
  const states = yield* Ref.make<ReadonlyMap<string, RateState>>(new Map())
  const acquire = (tenant: string): Effect.Effect<void> =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const wait = yield* Ref.modify(states, (all): readonly [number, ReadonlyMap<string, RateState>] => {
        const state = all.get(tenant)
        if (state === undefined) return [0, all]
        const next = new Map(all)
        if (state.resetAt <= now) {
          next.delete(tenant)
          return [0, next]
        }
        if (state.remaining > reserve(state)) {
          next.set(tenant, { ...state, remaining: state.remaining - 1 })
          return [0, next]
        }
        const resetAt = Math.min(state.resetAt, now + MAX_WAIT_MILLIS)
        next.set(tenant, { ...state, resetAt })
        return [resetAt - now, next]
      })
      if (wait <= 0) return
      yield* Effect.annotateCurrentSpan("tributary.rate.wait_ms", wait)
      yield* Effect.sleep(wait)
      yield* acquire(tenant)
    })
  const update = (tenant: string, state: RateState): Effect.Effect<void> =>
    Number.isFinite(state.remaining) && Number.isFinite(state.resetAt)
      ? Ref.update(states, (all) => new Map(all).set(tenant, state))
      : Effect.void
  return RateBudget.of({ acquire, update })
})

/** One budget for everything built on this layer; provide it once, so that connections to the same tenant share it. */
export const layer: Layer.Layer<RateBudget> = Layer.effect(RateBudget, make)
