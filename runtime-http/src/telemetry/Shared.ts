import { MonotonicTime } from "@tributary/core"
import { Deferred, Effect } from "effect"

/**
 * An effect that gives everybody who asks within so many milliseconds after its start the same result, and never runs twice at once. `rest`
 * lets it also rest for so many times as long as it took, by what it gave.
 */
export const shared = <A>(
  self: Effect.Effect<A>,
  millis: number,
  rest: (given: A) => number = () => 0
): Effect.Effect<A> => {
  let last: { readonly result: Deferred.Deferred<A>; until: number } | null = null
  return Effect.gen(function* () {
    const now = yield* MonotonicTime.millis
    if (last !== null && (now < last.until || !(yield* Deferred.isDone(last.result)))) {
      return yield* Deferred.await(last.result)
    }
    const result = yield* Deferred.make<A>()
    const run = { result, until: now + millis }
    last = run
    const resting = Effect.tap(self, (given) =>
      Effect.map(MonotonicTime.millis, (end) => {
        run.until = Math.max(run.until, end + rest(given) * (end - now))
      })
    )
    // Whoever asked first may leave while others wait.
    yield* Effect.forkDaemon(Effect.intoDeferred(resting, result))
    return yield* Deferred.await(result)
  })
}
