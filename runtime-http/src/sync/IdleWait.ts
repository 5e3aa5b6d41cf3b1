import { MonotonicTime } from "@tributary/core"
import { Context, Effect, Queue } from "effect"

/** Wakes a loop that has nothing to do and polls less often meanwhile. */
export interface Bell {
  /** Ends the rest that is under way, or else the next one. */
  readonly ring: () => void
  /** Whether the bell will ring if there is something to do; without that, the loop must not rest. False at first. */
  readonly connect: (isConnected: boolean) => void
  readonly isConnected: () => boolean
  /** Rests until the bell rings, but no longer than this; does not rest unless the bell is connected. */
  readonly rest: (millis: number) => Effect.Effect<void>
}

/** A bell that is not connected yet. */
export const makeBell: Effect.Effect<Bell> = Effect.map(Queue.sliding<void>(1), (rings) => {
  let isConnected = false
  return {
    ring: () => void rings.unsafeOffer(undefined),
    connect: (now) => {
      isConnected = now
    },
    isConnected: () => isConnected,
    rest: (millis) =>
      Effect.suspend(() => (isConnected ? Effect.asVoid(Effect.timeoutOption(Queue.take(rings), millis)) : Effect.void))
  }
})

/** The bell for outbound jobs. A runtime has one of its own; without one, it never rings. */
export class OutboundBell extends Context.Reference<OutboundBell>()("@tributary/runtime-http/OutboundBell", {
  defaultValue: (): Bell => ({ ring: () => {}, connect: () => {}, isConnected: () => false, rest: () => Effect.void })
}) {}

/** The pauses of a loop that polls, for as long as it has nothing to do. */
export interface Rest {
  /** Plans a rest until something is due, in `dueIn` milliseconds from now; null if nothing will be. */
  readonly plan: <E, R>(dueIn: Effect.Effect<number | null, E, R>) => Effect.Effect<void, E, R>
  /** Rests as planned, but no longer than until the bell rings; does not rest without a plan. */
  readonly take: Effect.Effect<void>
}

/** The longest rest: what becomes due without an announcement, because somebody changed the database by hand, is found after this time. */
export const LONGEST_MILLIS = 5_000

/**
 * Rests while the bell is connected. A rest is `shortMillis` long if something is due already that cannot be done, because nothing announces
 * when it can: for example, the process that does it may die.
 */
export const makeRest = (bell: Bell, shortMillis: number): Rest => {
  let until = 0
  const lengthOf = (dueIn: number | null): number => {
    if (dueIn === null) return LONGEST_MILLIS
    return dueIn > 0 ? Math.min(dueIn, LONGEST_MILLIS) : shortMillis
  }
  return {
    plan: (dueIn) =>
      Effect.suspend(() =>
        bell.isConnected()
          ? Effect.zipWith(dueIn, MonotonicTime.millis, (millis, now) => {
              until = now + lengthOf(millis)
            })
          : Effect.void
      ),
    take: Effect.flatMap(MonotonicTime.millis, (now) => {
      const millis = until - now
      until = 0
      return millis > 0 ? bell.rest(millis) : Effect.void
    })
  }
}
