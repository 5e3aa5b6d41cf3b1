import { Effect, Schedule, type Scope } from "effect"
import { reasonOf } from "../../store/postgres/DatabaseFailure.js"
import { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import { RunnerIdentity } from "./Engine.js"
import type { LocalRuns } from "./LocalRuns.js"
import type { SchedulerSettings } from "./SchedulerSettings.js"

/** So often a row may say that it runs here while nothing does, before it is given back. */
const TICKS = 3

/**
 * Compares the rows that say they run here with what runs here, for as long as the scope is open.
 *
 * A run without its row was paused, deleted or taken over, and is interrupted: its next write would be refused anyway,
 * but it may be far away. A row without its run is one whose end could not be stored, and is given back.
 */
export const start = (
  runs: LocalRuns,
  settings: SchedulerSettings
): Effect.Effect<void, never, SyncSchedule | RunnerIdentity | Scope.Scope> =>
  Effect.gen(function* () {
    const schedule = yield* SyncSchedule
    const { runner } = yield* RunnerIdentity
    let missing: ReadonlyMap<number, number> = new Map()

    const reconcile = Effect.gen(function* () {
      // Before the rows are read: a run that begins after the read is not in it, and must not be taken for a stray.
      const local = runs.running()
      const rows = yield* schedule.runningBy(runner)
      const fences = new Set(rows.map(({ fence }) => fence))
      for (const run of local) if (!fences.has(run.fence)) yield* runs.interrupt(run)

      const counted = new Map<number, number>()
      for (const { connectionId, fence } of rows) {
        if (runs.has(connectionId)) continue
        const ticks = (missing.get(fence) ?? 0) + 1
        if (ticks < TICKS) {
          counted.set(fence, ticks)
          continue
        }
        yield* Effect.logWarning("A row was given back whose job had ended.").pipe(
          Effect.annotateLogs({ connectionId })
        )
        yield* schedule.finish({ connectionId, fence, timeoutSecs: 0 }, "released")
      }
      missing = counted
    })

    yield* reconcile.pipe(
      Effect.catchAll((error) => Effect.logDebug(`Running jobs could not be compared: ${reasonOf(error)}.`)),
      Effect.repeat(Schedule.spaced(settings.reconcileInterval)),
      Effect.withTracerEnabled(false),
      Effect.forkScoped
    )
  })
