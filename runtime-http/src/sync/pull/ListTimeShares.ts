import { MonotonicTime } from "@tributary/core"
import { Deferred, Duration, Effect } from "effect"

/** How often the end of the time is checked if a pause put it off. */
const PAUSED_STEP_MILLIS = 100

/**
 * Runs tasks one after another within a time limit, unless one takes more than its share of the time: then the next one starts beside it,
 * so that a slow task never keeps the others from running. The share of a task is the remaining time divided by the number of tasks that
 * have not started yet, itself included. A task whose share is used up goes on.
 *
 * When the time is up, the unfinished tasks are interrupted. Returns whether all have ended in time; the first failure interrupts the others.
 * `pausedMillis` is how long the tasks could not work so far; the time limit does not count it.
 */
export const run = <E, R>(
  tasks: ReadonlyArray<Effect.Effect<void, E, R>>,
  limit: Duration.Duration,
  pausedMillis: Effect.Effect<number> = Effect.succeed(0)
): Effect.Effect<boolean, E, R> =>
  Effect.gen(function* () {
    const deadline = (yield* MonotonicTime.millis) + Duration.toMillis(limit)
    const timeLeft = Effect.zipWith(MonotonicTime.millis, pausedMillis, (now, paused) => deadline + paused - now)
    const timeIsUp = (stepMillis: number): Effect.Effect<false> =>
      Effect.flatMap(timeLeft, (left) =>
        left <= 0
          ? Effect.succeed(false)
          : Effect.zipRight(Effect.sleep(Math.max(left, stepMillis)), timeIsUp(PAUSED_STEP_MILLIS))
      )

    const startFrom = (index: number): Effect.Effect<void, E, R> =>
      Effect.gen(function* () {
        const task = tasks[index]
        if (task === undefined) return
        const left = Math.max(0, yield* timeLeft)
        const ended = yield* Deferred.make<void>()
        const shareIsOver = Effect.timeoutOption(Deferred.await(ended), Duration.millis(left / (tasks.length - index)))
        yield* Effect.all(
          [
            Effect.ensuring(task, Deferred.succeed(ended, undefined)),
            Effect.zipRight(shareIsOver, startFrom(index + 1))
          ],
          { concurrency: "unbounded", discard: true }
        )
      })

    return yield* Effect.raceFirst(Effect.as(startFrom(0), true), timeIsUp(0))
  })
