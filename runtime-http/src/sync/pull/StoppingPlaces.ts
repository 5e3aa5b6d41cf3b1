import { Data, Deferred, Effect } from "effect"
import { StopSignal } from "../StopSignal.js"

/** The process stops, and the next run continues the job where this one ended. */
export class HandedOver extends Data.TaggedError("HandedOver") {}

/** Where the extractors of a job end if the process stops: before their first page, or after one that the next run does not read again. */
export interface StoppingPlaces {
  /** Runs an extractor, unless the process stops. */
  readonly enter: <A, E, R>(extractor: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** An extractor calls it at such a place. Never returns if the process stops. */
  readonly reached: Effect.Effect<void>
  /** Fails when the process stops and every extractor that runs has reached such a place. */
  readonly handover: Effect.Effect<never, HandedOver>
}

/** The stopping places of one job. */
export const make: Effect.Effect<StoppingPlaces> = Effect.gen(function* () {
  const signal = yield* StopSignal
  const handover = yield* Deferred.make<never, HandedOver>()
  let running = 0
  let waiting = 0

  const check = Effect.suspend(() =>
    waiting > 0 && waiting === running ? Deferred.fail(handover, new HandedOver()) : Effect.void
  )
  const reached = Effect.suspend(() => {
    if (!signal.isGiven) return Effect.void
    waiting += 1
    return Effect.zipRight(check, Effect.never)
  })
  return {
    enter: (extractor) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          running += 1
        }),
        () => Effect.zipRight(reached, extractor),
        () => {
          running -= 1
          return check
        }
      ),
    reached,
    handover: Deferred.await(handover)
  }
})
