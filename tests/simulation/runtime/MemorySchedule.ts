import { Effect } from "effect"
import * as StoredInstant from "../../../runtime-http/src/store/postgres/StoredInstant.js"
import * as ClosedJob from "../../../runtime-http/src/store/schedule/ClosedJob.js"
import { CONFIRMED_TOGETHER_SECS, type Ending, JITTER } from "../../../runtime-http/src/store/schedule/Ending.js"
import * as RetrySchedule from "../../../runtime-http/src/store/schedule/RetrySchedule.js"
import type { SyncSchedule } from "../../../runtime-http/src/store/schedule/SyncSchedule.js"
import type { MemoryDatabase, ScheduleRow } from "./MemoryDatabase.js"

/** As in the schedule on Postgres. */
const MAX_CRASHES = 5
const CRASH_BACKOFF_SECS = 60
const MIN_LIMITED_SECS = 60
const SUSPENSION_SECS = 3_600
const UNFINISHED_SECS = 20
const INTERRUPTED_SECS = 20

/** How many seconds after the end of a run the next one is due. */
const waitSecs = (
  { failures, intervalSecs }: ScheduleRow,
  ending: "failed" | "unauthorized" | "suspended" | "unfinished",
  retryAfterSecs: number | null
): number => {
  if (ending === "suspended") return SUSPENSION_SECS
  if (ending === "unfinished") return UNFINISHED_SECS
  const failed: RetrySchedule.Failures = { count: failures + 1, intervalSecs, retryAfterSecs }
  return ending === "failed" ? RetrySchedule.afterFailure(failed) : RetrySchedule.afterRefusal(failed, false)
}

const nextRunAt = (
  row: ScheduleRow,
  ending: Ending,
  limitedSecs: number | null,
  now: number,
  planned: ReadonlyArray<number>
): number => {
  if (ending === "released" || ending === "paused") return Math.min(row.nextRunAt, now)
  if (ending === "interrupted") return now + INTERRUPTED_SECS * 1_000
  if (row.requestedAt > row.startedAt) return now
  const allowed = now + Math.max(limitedSecs ?? 0, MIN_LIMITED_SECS) * 1_000
  if (ending === "limited") return allowed
  if (ending !== "succeeded" && ending !== "partly") return now + waitSecs(row, ending, limitedSecs) * 1_000
  const interval = row.intervalSecs * 1_000
  const from = Math.min(row.nextRunAt + interval > row.startedAt ? row.nextRunAt : row.startedAt, now)
  const together = Math.min(...planned) + Math.min(row.timeoutSecs, CONFIRMED_TOGETHER_SECS) * 1_000
  const confirming = planned.filter((at) => at <= together && at <= from + interval * (1 + JITTER))
  const regular = Math.max(confirming.length > 0 ? Math.max(...confirming) : from + interval, now)
  return limitedSecs === null ? regular : Math.min(regular, allowed)
}

/** Mends what was stored while the clock of the database was ahead, as `ClockCorrection` does on Postgres. */
export const correct = ({ now, schedule }: MemoryDatabase): void => {
  const at = now()
  if (StoredInstant.isAheadOf(schedule.plannedAt, at)) {
    Object.assign(schedule, { nextRunAt: at + schedule.nextRunAt - schedule.plannedAt, plannedAt: at })
  }
  if (StoredInstant.isAheadOf(schedule.requestedAt, at)) {
    Object.assign(schedule, { nextRunAt: Math.min(schedule.nextRunAt, at), requestedAt: at })
  }
  if (StoredInstant.isAheadOf(schedule.startedAt, at)) schedule.startedAt = at
}

/** The schedule of a database in memory. */
export const make = (database: MemoryDatabase): SyncSchedule["Type"] => {
  const row = database.schedule
  const { now } = database
  const closeRunningJob = (failureReason: string) => {
    for (const job of database.jobs) {
      if (job.status === "RUNNING") Object.assign(job, { status: "FAILED", failureReason })
    }
  }
  return {
    add: () => Effect.void,
    edit: () => Effect.void,
    remove: () => Effect.void,
    pause: () =>
      Effect.sync(() => {
        row.isPaused = true
      }),
    resume: () =>
      Effect.sync(() => {
        row.isPaused = false
      }),
    replace: () =>
      Effect.sync(() => {
        Object.assign(row, { fence: database.nextFence(), runBy: null, requestedAt: now() })
        row.nextRunAt = Math.min(row.nextRunAt, now())
        closeRunningJob("replaced")
      }),
    request: () =>
      Effect.sync(() => {
        row.requestedAt = now()
        row.nextRunAt = Math.min(row.nextRunAt, now())
      }),
    closePaused: (runner) =>
      Effect.sync(() => {
        if (!row.isPaused || row.runBy === runner || !database.jobs.some(({ status }) => status === "RUNNING")) return
        Object.assign(row, { fence: database.nextFence(), runBy: null })
        closeRunningJob(ClosedJob.PAUSED)
      }),
    due: (_, runner) =>
      Effect.sync(() =>
        !row.isPaused && row.nextRunAt <= now() && row.runBy !== runner
          ? [{ connectionId: database.connectionId, accountId: database.connectionId }]
          : []
      ),
    dueIn: () => Effect.sync(() => (row.isPaused ? null : row.nextRunAt - now())),
    accountOf: (connectionId) => Effect.succeed(connectionId),
    claim: (connectionId, { runner }) =>
      Effect.sync(() => {
        if (row.isPaused || row.nextRunAt > now() || row.runBy === runner) return null
        const crash = row.runBy === null ? 0 : 1
        const mustWait = crash === 1 && row.crashes > 0 && row.crashes + 1 < MAX_CRASHES
        if (mustWait) {
          row.nextRunAt = now() + CRASH_BACKOFF_SECS * 1_000 * 2 ** (row.crashes - 1)
          row.plannedAt = now()
          for (const job of database.jobs) if (job.status === "RUNNING") job.status = "QUEUED"
        }
        row.fence = database.nextFence()
        row.crashes += crash
        row.runBy = mustWait ? null : runner
        if (mustWait) return null
        row.startedAt = now()
        const crashes = crash === 1 ? row.crashes : 0
        const crashLoop = crashes >= MAX_CRASHES ? crashes : null
        return { connectionId, fence: row.fence, timeoutSecs: row.timeoutSecs, crashLoop }
      }),
    finish: ({ fence }, ending, limitedSecs = null) =>
      Effect.sync(() => {
        if (row.fence !== fence || row.runBy === null) return
        row.nextRunAt = nextRunAt(row, ending, limitedSecs, now(), database.plannedAfter(row.startedAt))
        row.plannedAt = now()
        row.runBy = null
        if (ending === "succeeded" || ending === "partly" || ending === "unfinished") row.failures = 0
        if (ending === "failed" || ending === "unauthorized") row.failures += 1
        if (ending !== "released" && ending !== "interrupted" && ending !== "suspended") row.crashes = 0
      }),
    runningBy: (runner) =>
      Effect.sync(() =>
        row.runBy === runner
          ? [{ connectionId: database.connectionId, fence: row.fence, isPaused: row.isPaused, isStopped: false }]
          : []
      )
  }
}
