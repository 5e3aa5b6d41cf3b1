import { Duration } from "effect"

/** Settings of the scheduler in one process. */
export interface SchedulerSettings {
  /** The most jobs that run at once in this process. */
  readonly maxJobs: number
  /** How long running jobs may take to reach the end of a page when the process stops, before they are interrupted and released. */
  readonly drain: Duration.DurationInput
  /** How often the scheduler polls for due connections. */
  readonly pollInterval: Duration.DurationInput
  /** How often the schedule is compared with the jobs that run in this process. */
  readonly reconcileInterval: Duration.DurationInput
}

/** The settings of a runtime that sets none. */
export const defaults: SchedulerSettings = {
  maxJobs: 8,
  drain: Duration.seconds(5),
  pollInterval: Duration.millis(250),
  reconcileInterval: Duration.seconds(1)
}
