import { Context, Effect, type Scope } from "effect"

interface Gate {
  readonly semaphore: Effect.Semaphore
  /** How many requests are on their way, or wait. */
  users: number
}

/** Counts the requests on their way, by the limit that they count against. */
export interface Counter {
  /** Waits until fewer than so many requests of the key are on their way, and counts one more until the scope ends. */
  readonly enter: (key: string, most: number) => Effect.Effect<void, never, Scope.Scope>
}

/** A counter in the memory of this process. */
export const make = (): Counter => {
  const gates = new Map<string, Gate>()
  return {
    enter: (key, most) =>
      Effect.uninterruptibleMask((restore) => {
        const gate = gates.get(key) ?? { semaphore: Effect.unsafeMakeSemaphore(most), users: 0 }
        gates.set(key, gate)
        gate.users += 1
        const leave = Effect.sync(() => {
          gate.users -= 1
          if (gate.users === 0) gates.delete(key)
        })
        return restore(gate.semaphore.take(1)).pipe(
          Effect.onInterrupt(() => leave),
          Effect.zipRight(Effect.addFinalizer(() => Effect.zipRight(gate.semaphore.release(1), leave)))
        )
      })
  }
}

/** The counter of the process, which all connections share. */
export class InFlight extends Context.Reference<InFlight>()("@tributary/core/InFlight", { defaultValue: make }) {}
