import { Clock, Effect } from "effect"

/** The clock of a machine that somebody sets. Time passes as on the clock beneath it. */
export interface SetClock {
  /** Puts the clock forward by so many milliseconds; back if they are negative. */
  readonly set: (millis: number) => void
  /** Runs an effect on that machine. */
  readonly on: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** A machine on the clock of the caller, which nobody has set yet. */
export const make: Effect.Effect<SetClock> = Effect.map(Effect.clock, (beneath) => {
  let offset = 0
  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => beneath.unsafeCurrentTimeMillis() + offset,
    unsafeCurrentTimeNanos: () => beneath.unsafeCurrentTimeNanos(),
    currentTimeMillis: Effect.map(beneath.currentTimeMillis, (millis) => millis + offset),
    currentTimeNanos: beneath.currentTimeNanos,
    sleep: (duration) => beneath.sleep(duration)
  }
  return {
    set: (millis) => {
      offset += millis
    },
    on: (self) => Effect.withClock(self, clock)
  }
})
