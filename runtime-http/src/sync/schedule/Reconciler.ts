import { Effect, type Scope } from "effect"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import { RunnerIdentity } from "./Engine.js"
import type { LocalRuns } from "./LocalRuns.js"
import type { SchedulerSettings } from "./SchedulerSettings.js"

/** How many checks in a row must find no job for a row that is marked as running here before the row is released. */
const TICKS = 3
/** Every so many checks, the jobs of paused connections are closed whose processes are gone. */
const CLOSING_TICKS = 5

/**
 * Compares the rows that are marked as running in this process with the jobs that are running, while the scope is open.
 *
 * A job without its row was deleted or taken over. It is interrupted, because its next write would be refused but may be a long time away.
 * A job whose connection is paused is told so, and ends at its next page. A row without its job is one whose end could not be stored. It is
 * released. The jobs of paused connections whose processes are gone are closed, because nobody takes them over.
 */
export const start = (
  runs: LocalRuns,
  settings: SchedulerSettings
): Effect.Effect<void, never, SyncSchedule | RunnerIdentity | Scope.Scope> =>
  Effect.gen(function* () {
    const schedule = yield* SyncSchedule
    const { runner } = yield* RunnerIdentity
    let missing: ReadonlyMap<number, number> = new Map()
    let checks = 0

    const reconcile = Effect.gen(function* () {
      // Taken before the rows are read: a job that starts after that is not in the rows, and must not be interrupted.
      const local = runs.running()
      const rows = yield* schedule.runningBy(runner)
      const fences = new Set(rows.map(({ fence }) => fence))
      for (const run of local) if (!fences.has(run.fence)) yield* runs.interrupt(run)

      for (const row of rows) if (row.isPaused) runs.pause(row)
      if (checks++ % CLOSING_TICKS === 0) yield* schedule.closePaused(runner)

      const counted = new Map<number, number>()
      for (const { connectionId, fence } of rows) {
        if (runs.has(connectionId)) continue
        const ticks = (missing.get(fence) ?? 0) + 1
        if (ticks < TICKS) {
          counted.set(fence, ticks)
          continue
        }
        yield* Effect.logWarning("Released a connection whose job had ended without releasing it.").pipe(
          Effect.annotateLogs({ connectionId })
        )
        yield* schedule.finish({ connectionId, fence }, "released")
      }
      missing = counted
    })

    yield* BackgroundLoop.start(
      { name: "The comparison of running jobs with the schedule", interval: settings.reconcileInterval },
      reconcile
    )
  })
