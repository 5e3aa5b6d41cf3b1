import { MonotonicTime } from "@tributary/core"
import { Deferred, Effect } from "effect"

/** An effect that gives everybody who asks within so many milliseconds after its start the same result, and never runs twice at once. */
export const shared = <A>(self: Effect.Effect<A>, millis: number): Effect.Effect<A> => {
  let last: { readonly result: Deferred.Deferred<A>; readonly until: number } | null = null
  return Effect.gen(function* () {
    const now = yield* MonotonicTime.millis
    if (last !== null && (now < last.until || !(yield* Deferred.isDone(last.result)))) {
      return yield* Deferred.await(last.result)
    }
    const result = yield* Deferred.make<A>()
    last = { result, until: now + millis }
    // Whoever asked first may leave while others wait.
    yield* Effect.forkDaemon(Effect.intoDeferred(self, result))
    return yield* Deferred.await(result)
  })
}
