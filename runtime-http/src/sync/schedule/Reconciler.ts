import { MonotonicTime } from "@tributary/core"
import { Effect, type Scope } from "effect"
import type { Bell } from "../../BackgroundLoop.js"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import * as Engine from "./Engine.js"
import type { LocalRuns } from "./LocalRuns.js"
import type { SchedulerSettings } from "./SchedulerSettings.js"

/** How many checks in a row must find no job for a row that is marked as running here before the row is released. */
const TICKS = 3
/** How often the jobs of paused connections and stopped connectors are closed whose processes are gone, in milliseconds. */
const CLOSING_INTERVAL_MILLIS = 5_000
/** How much longer the process waits before the next check if it runs no job; the bell ends that. */
const REST_MILLIS = 4_000

/**
 * Compares the rows that are marked as running in this process with the jobs that are running, while the scope is open.
 *
 * A job without its row was deleted or taken over. It is interrupted, because its next write would be refused but may be a long time away.
 * A job whose connection is paused, or whose connector an operator has stopped, ends at its next page. A row without its job is one whose end could not be stored. It is
 * released. Such jobs whose processes are gone are closed, because nobody takes them over. The bell rings when a job
 * starts.
 */
export const start = (
  runs: LocalRuns,
  settings: SchedulerSettings,
  bell: Bell
): Effect.Effect<void, never, Engine.Sharding.Sharding | SyncSchedule | Engine.RunnerIdentity | Scope.Scope> =>
  Effect.gen(function* () {
    const schedule = yield* SyncSchedule
    const ownShards = yield* Engine.ownShards
    const { runner } = yield* Engine.RunnerIdentity
    let missing: ReadonlyMap<number, number> = new Map()
    let closedAt = 0
    let isIdle = false

    const reconcile = Effect.gen(function* () {
      if (isIdle) yield* bell.rest(REST_MILLIS)
      const now = yield* MonotonicTime.millis
      // Taken before the rows are read: a job that starts after that is not in the rows, and must not be interrupted.
      const local = runs.running()
      const rows = yield* schedule.runningBy(runner)
      const fences = new Set(rows.map(({ fence }) => fence))
      for (const run of local) if (!fences.has(run.fence)) yield* runs.interrupt(run)

      for (const row of rows) {
        if (row.isPaused) runs.endAtPage(row, "paused")
        else if (row.isStopped) runs.endAtPage(row, "stopped")
      }
      if (now - closedAt >= CLOSING_INTERVAL_MILLIS) {
        yield* schedule.closePaused(runner, ownShards())
        closedAt = now
      }

      const counted = new Map<number, number>()
      for (const { connectionId, fence } of rows) {
        if (runs.has(connectionId)) continue
        const ticks = (missing.get(fence) ?? 0) + 1
        if (ticks < TICKS) {
          counted.set(fence, ticks)
          continue
        }
        yield* Effect.logWarning("Released a connection whose job had ended without releasing it.").pipe(
          Effect.annotateLogs({ connection_id: connectionId })
        )
        yield* schedule.finish({ connectionId, fence }, "released")
      }
      missing = counted
      isIdle = local.length === 0 && rows.length === 0
    })

    yield* BackgroundLoop.start(
      { name: "The comparison of running jobs with the schedule", interval: settings.reconcileInterval },
      reconcile
    )
  })
