import { MonotonicTime } from "@tributary/core"
import { Cause, Context, Duration, Effect, Option, Schedule, type Scope } from "effect"
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
