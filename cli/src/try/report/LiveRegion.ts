import { Clock, Effect, Schedule, type Scope } from "effect"
import { createLogUpdate } from "log-update"

/** Lines at the end of the terminal that change. */
export interface LiveRegion {
  /** Writes lines above the region that stay. */
  readonly above: (write: Effect.Effect<void>) => Effect.Effect<void>
}

const EVERY = "100 millis"

/** Draws the lines again and again until the scope closes; then they are gone. */
export const make = (
  lines: (now: number) => ReadonlyArray<string>,
  stream: NodeJS.WriteStream
): Effect.Effect<LiveRegion, never, Scope.Scope> =>
  Effect.gen(function* () {
    const region = createLogUpdate(stream)
    const clear = Effect.sync(() => region.clear())
    const draw = Effect.map(Clock.currentTimeMillis, (now) => {
      const current = lines(now)
      if (current.length === 0) region.clear()
      else region(current.join("\n"))
    })
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        region.clear()
        region.done()
      })
    )
    yield* Effect.forkScoped(Effect.repeat(draw, Schedule.spaced(EVERY)))
    return { above: (write) => clear.pipe(Effect.andThen(write), Effect.andThen(draw)) }
  })
