import { Clock, Context, Effect, Layer, Ref } from "effect"

/** What a vendor's headers say of its limit. */
export interface RateState {
  /** Requests in one window; null where the vendor does not say. */
  readonly limit: number | null
  /** Requests left in this window, for all clients of the tenant together. */
  readonly remaining: number
  /** When the window ends, in milliseconds since 1970. */
  readonly resetAt: number
}

/** The share of a tenant's window that is left to the customer's own tools. */
export const RESERVED_SHARE = 0.1

/** No window is waited for longer than this; a vendor whose clock is wrong would stop us for ever. */
export const MAX_WAIT_MILLIS = 15 * 60_000

/**
 * One rate budget per vendor tenant, shared by all connections of this process.
 *
 * Other processes and the customer's own tools are seen through the vendor's `remaining`, which counts them all.
 */
export class RateBudget extends Context.Tag("@tributary/core/RateBudget")<
  RateBudget,
  {
    /** Waits until the tenant has room for one request. */
    readonly acquire: (tenant: string) => Effect.Effect<void>
    /** Takes over what the vendor said; what is no number is not believed. */
    readonly update: (tenant: string, state: RateState) => Effect.Effect<void>
  }
>() {}

const reserve = (state: RateState): number => (state.limit === null ? 0 : Math.floor(state.limit * RESERVED_SHARE))

/** A budget that knows nothing of any tenant yet. */
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

/** One budget for all that are given this layer: give it once, so that connections of one tenant share it. */
export const layer: Layer.Layer<RateBudget> = Layer.effect(RateBudget, make)
