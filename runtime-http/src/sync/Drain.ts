import { Effect, Fiber } from "effect"

const STEP_MILLIS = 20

/**
 * Waits for a fiber, but not for ever; tells whether it has ended.
 *
 * A plain loop: in a finalizer the fiber is uninterruptible or interrupted already, where a timeout would either wait
 * for the loser of its race or end at once.
 */
export const awaitAtMost = <A, E>(fiber: Fiber.RuntimeFiber<A, E>, millis: number): Effect.Effect<boolean> => {
  const hasEnded = Effect.map(Fiber.poll(fiber), (exit) => exit._tag === "Some")
  const wait = (left: number): Effect.Effect<boolean> =>
    Effect.flatMap(hasEnded, (ended) =>
      ended || left <= 0 ? Effect.succeed(ended) : Effect.zipRight(Effect.sleep(STEP_MILLIS), wait(left - STEP_MILLIS))
    )
  return wait(millis)
}

/** Lets a fiber end by itself for a while, then interrupts it and waits for that. */
export const drain = <A, E>(fiber: Fiber.RuntimeFiber<A, E>, millis: number): Effect.Effect<void> =>
  Effect.flatMap(awaitAtMost(fiber, millis), (ended) => (ended ? Effect.void : Effect.asVoid(Fiber.interrupt(fiber))))
