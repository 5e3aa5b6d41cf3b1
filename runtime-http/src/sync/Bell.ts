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
export const make: Effect.Effect<Bell> = Effect.map(Queue.sliding<void>(1), (rings) => {
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
