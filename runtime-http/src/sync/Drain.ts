import { Effect, Fiber } from "effect"

/** How often the loop checks the fiber. */
const STEP_MILLIS = 20

/**
 * Waits up to `millis` for a fiber to end; returns whether it has ended.
 *
 * This is a plain loop because it runs in finalizers. Their fiber is uninterruptible or already interrupted, so a timeout would either wait
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

/** Gives a fiber some time to end by itself, then interrupts it and waits until it has ended. */
export const drain = <A, E>(fiber: Fiber.RuntimeFiber<A, E>, millis: number): Effect.Effect<void> =>
  Effect.flatMap(awaitAtMost(fiber, millis), (ended) => (ended ? Effect.void : Effect.asVoid(Fiber.interrupt(fiber))))
