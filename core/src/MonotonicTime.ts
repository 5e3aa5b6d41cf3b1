import { type Clock, Effect } from "effect"

/*
 * A duration is the difference of two readings of this clock, because it goes on evenly while somebody sets the clock of the machine: with
 * that one, whoever waited until a certain time would wait an hour longer after it was set back by an hour. It says nothing about when
 * something happened. An instant that is shown, stored or sent comes from `Clock.currentTimeMillis`.
 */

/** The reading of this clock in milliseconds, to compare with other readings of this process. */
export const unsafeMillis = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos()) / 1e6

/** The reading now, in milliseconds, to compare with other readings of this process. */
export const millis: Effect.Effect<number> = Effect.clockWith((clock) => Effect.sync(() => unsafeMillis(clock)))
