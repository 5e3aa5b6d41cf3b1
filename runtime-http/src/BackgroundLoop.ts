import { MonotonicTime } from "@tributary/core"
import { Cause, Context, Duration, Effect, Option, Queue, Schedule, type Scope } from "effect"
import * as Defect from "./Defect.js"
import { isSqlError, reasonOf } from "./store/postgres/DatabaseFailure.js"

/** What a process does again and again until it stops. */
export interface LoopSettings {
  /** What the loop does, as the subject of a sentence: `The poll for due connections`. */
  readonly name: string
  /** The time between the end of a turn and the start of the next one. */
  readonly interval: Duration.DurationInput
  /** A turn that runs for longer than this counts as failing. Default two minutes. */
  readonly patience?: Duration.DurationInput
}

/** From this failure in a row on, an operator should know: a single one may be a restart of the database. */
const WARN_FROM = 2
/** A loop that keeps failing warns again after this time. */
const WARN_INTERVAL_MILLIS = 60_000
/** A process whose loop has failed for this long is not ready. */
const UNREADY_AFTER_MILLIS = 60_000
const PATIENCE = Duration.minutes(2)

/** The state of a loop between its turns and during one. */
interface LoopState {
  readonly name: string
  readonly patienceMillis: number
  /** When the running turn started; null between turns. Instants are readings of the monotonic clock. */
  turnSince: number | null
  /** How many turns in a row have failed. */
  failures: number
  /** When the first of those failures happened. */
  failingSince: number
  /** When the last warning about them was logged. */
  warnedAt: number
}

/** The loops of one runtime. */
export interface LoopRegistry {
  readonly loops: Set<LoopState>
  /** Null if every loop works, otherwise which ones do not, and for how long. */
  readonly problem: Effect.Effect<string | null>
}

const isStuck = ({ turnSince, patienceMillis }: LoopState, now: number): boolean =>
  turnSince !== null && now - turnSince > patienceMillis

const hasFailed = ({ failures, failingSince }: LoopState, now: number): boolean =>
  failures >= WARN_FROM && now - failingSince > UNREADY_AFTER_MILLIS

const seconds = (millis: number): string => `${Math.round(millis / 1_000)} seconds`

const problemOf = (loop: LoopState, now: number): ReadonlyArray<string> => {
  if (isStuck(loop, now)) return [`${loop.name} has been stuck for ${seconds(now - (loop.turnSince ?? now))}.`]
  if (hasFailed(loop, now)) return [`${loop.name} has failed for ${seconds(now - loop.failingSince)}.`]
  return []
}

/** An empty registry. */
export const makeRegistry = (): LoopRegistry => {
  const loops = new Set<LoopState>()
  const problem = Effect.map(MonotonicTime.millis, (now) => {
    const problems = [...loops].flatMap((loop) => problemOf(loop, now))
    return problems.length === 0 ? null : `${problems.join(" ")} The log says why.`
  })
  return { loops, problem }
}

/** Where loops report how they are. A runtime has a registry of its own; without one, nobody asks. */
export class Registry extends Context.Reference<Registry>()("@tributary/runtime-http/BackgroundLoop/Registry", {
  defaultValue: (): LoopRegistry => ({ loops: new Set<LoopState>(), problem: Effect.succeed(null) })
}) {}

const reasonFor = (cause: Cause.Cause<unknown>): string => {
  const failure = Option.getOrNull(Cause.failureOption(cause))
  return isSqlError(failure) ? reasonOf(failure) : Defect.describe(cause)
}

const failed = (loop: LoopState, cause: Cause.Cause<unknown>) =>
  Effect.flatMap(MonotonicTime.millis, (now) => {
    if (loop.failures === 0) loop.failingSince = now
    loop.failures += 1
    const message = `${loop.name} failed ${loop.failures === 1 ? "once" : `${loop.failures} times in a row`}, and goes on: ${reasonFor(cause)}.`
    if (loop.failures < WARN_FROM || (loop.failures > WARN_FROM && now - loop.warnedAt < WARN_INTERVAL_MILLIS)) {
      return Effect.logDebug(message)
    }
    loop.warnedAt = now
    return Effect.logWarning(message)
  })

const succeeded = (loop: LoopState) =>
  Effect.suspend(() => {
    const { failures } = loop
    loop.failures = 0
    return failures < WARN_FROM ? Effect.void : Effect.logInfo(`${loop.name} works again after ${failures} failures.`)
  })

/**
 * Runs turns while the scope is open, one after the other.
 *
 * No turn ends the loop, whatever its cause of failure, a defect included. From the second failure in a row on the log has a warning, and
 * after a minute the process is not ready.
 */
export const start = <E, R>(
  { name, interval, patience = PATIENCE }: LoopSettings,
  turn: Effect.Effect<unknown, E, R>
): Effect.Effect<void, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const { loops } = yield* Registry
    const loop: LoopState = {
      name,
      patienceMillis: Duration.toMillis(patience),
      turnSince: null,
      failures: 0,
      failingSince: 0,
      warnedAt: 0
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => loops.add(loop)),
      () => Effect.sync(() => loops.delete(loop))
    )
    yield* Effect.flatMap(MonotonicTime.millis, (now) => {
      loop.turnSince = now
      return turn
    }).pipe(
      Effect.matchCauseEffect({
        onFailure: (cause) => failed(loop, cause),
        onSuccess: () => succeeded(loop)
      }),
      Effect.ensuring(
        Effect.sync(() => {
          loop.turnSince = null
        })
      ),
      Effect.withTracerEnabled(false),
      Effect.repeat(Schedule.spaced(interval)),
      Effect.forkScoped
    )
  })

/** Wakes a loop that has nothing to do and polls less often meanwhile. */
export interface Bell {
  /** Ends the rest that is under way, or else the next one. */
  readonly ring: () => void
  /** Whether the bell will ring if there is something to do; without that, the loop must not rest. False at first. */
  readonly connect: (isConnected: boolean) => void
  readonly isConnected: () => boolean
  /** Rests until the bell rings, but no longer than this; does not rest unless the bell is connected. */
  readonly rest: (millis: number) => Effect.Effect<void>
}

/** A bell that is not connected yet. */
export const makeBell: Effect.Effect<Bell> = Effect.map(Queue.sliding<void>(1), (rings) => {
  let isConnected = false
  return {
    ring: () => void rings.unsafeOffer(undefined),
    connect: (now) => {
      isConnected = now
    },
    isConnected: () => isConnected,
    rest: (millis) =>
      Effect.suspend(() => (isConnected ? Effect.asVoid(Effect.timeoutOption(Queue.take(rings), millis)) : Effect.void))
  }
})

const silent = (): Bell => ({
  ring: () => {},
  connect: () => {},
  isConnected: () => false,
  rest: () => Effect.void
})

/** The bell for outbound jobs. A runtime has one of its own; without one, it never rings. */
export class OutboundBell extends Context.Reference<OutboundBell>()("@tributary/runtime-http/OutboundBell", {
  defaultValue: silent
}) {}

/** The same for deliveries to webhooks. */
export class WebhookBell extends Context.Reference<WebhookBell>()("@tributary/runtime-http/WebhookBell", {
  defaultValue: silent
}) {}

/** The pauses of a loop that polls, for as long as it has nothing to do. */
export interface Rest {
  /** Plans a rest until something is due, in `dueIn` milliseconds from now; null if nothing will be. */
  readonly plan: <E, R>(dueIn: Effect.Effect<number | null, E, R>) => Effect.Effect<void, E, R>
  /** Rests as planned, but no longer than until the bell rings; does not rest without a plan. */
  readonly take: Effect.Effect<void>
}

/** The longest rest: what becomes due without an announcement, because somebody changed the database by hand, is found after this time. */
export const LONGEST_MILLIS = 5_000

/**
 * Rests while the bell is connected. A rest is `shortMillis` long if something is due already that cannot be done, because nothing announces
 * when it can: for example, the process that does it may die.
 */
export const makeRest = (bell: Bell, shortMillis: number): Rest => {
  let until = 0
  const lengthOf = (dueIn: number | null): number => {
    if (dueIn === null) return LONGEST_MILLIS
    return dueIn > 0 ? Math.min(dueIn, LONGEST_MILLIS) : shortMillis
  }
  return {
    plan: (dueIn) =>
      Effect.suspend(() =>
        bell.isConnected()
          ? Effect.zipWith(dueIn, MonotonicTime.millis, (millis, now) => {
              until = now + lengthOf(millis)
            })
          : Effect.void
      ),
    take: Effect.flatMap(MonotonicTime.millis, (now) => {
      const millis = until - now
      until = 0
      return millis > 0 ? bell.rest(millis) : Effect.void
    })
  }
}
