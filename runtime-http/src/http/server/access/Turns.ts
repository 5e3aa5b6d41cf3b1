import { Effect, Exit } from "effect"
import type * as Errors from "../../../api/parts/Errors.js"

/** Runs something once the answer to a request has left, or its client has disconnected. */
export type WhenSent = (run: () => void) => void

/** Does not wait for the answer, because it is short. */
export const immediately: WhenSent = (run) => run()

/** How many heavy requests of a key there may be. */
export interface Bounds {
  /** How many run at once. */
  readonly atOnce: number
  /** How many run or wait. */
  readonly inFlight: number
}

/** The lines of waiting requests, one per key that has heavy requests in flight. */
export const make = (
  { atOnce, inFlight }: Bounds,
  refusal: Errors.ApiError
): (<A, E, R>(
  keyId: string,
  self: Effect.Effect<A, E, R>,
  whenSent: WhenSent
) => Effect.Effect<A, E | Errors.ApiError, R>) => {
  const tooMany = Exit.fail(refusal)
  const lines = new Map<string, { readonly turns: Effect.Semaphore; inFlight: number }>()
  const isFull = (keyId: string): boolean => (lines.get(keyId)?.inFlight ?? 0) >= inFlight
  const enter = (keyId: string) =>
    Effect.suspend(() => {
      if (isFull(keyId)) return tooMany
      const line = lines.get(keyId) ?? { turns: Effect.unsafeMakeSemaphore(atOnce), inFlight: 0 }
      line.inFlight++
      lines.set(keyId, line)
      const leave = () => {
        line.inFlight--
        if (line.inFlight === 0) lines.delete(keyId)
      }
      return Effect.succeed({ turns: line.turns, leave })
    })
  return <A, E, R>(
    keyId: string,
    self: Effect.Effect<A, E, R>,
    whenSent: WhenSent
  ): Effect.Effect<A, E | Errors.ApiError, R> => {
    if (isFull(keyId)) return tooMany
    return Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(enter(keyId), ({ leave, turns }) => {
        const end = () => {
          Effect.runSync(turns.release(1))
          leave()
        }
        const turn = Effect.onInterrupt(restore(turns.take(1)), () => Effect.sync(leave))
        return Effect.zipRight(
          turn,
          Effect.onExit(restore(self), (exit) => Effect.sync(() => (Exit.isSuccess(exit) ? whenSent(end) : end())))
        )
      })
    )
  }
}
