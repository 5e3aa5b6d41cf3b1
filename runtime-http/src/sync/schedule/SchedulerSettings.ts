import { Duration } from "effect"

/** How the scheduler of one process works. */
export interface SchedulerSettings {
  /** Jobs that run at once in this process. */
  readonly maxJobs: number
  /** How long running jobs may go on when the process ends or a shard moves away; then they are interrupted and given back. */
  readonly drain: Duration.DurationInput
  /** How often due connections are looked for. */
  readonly pollInterval: Duration.DurationInput
  /** How often the rows that say they run here are compared with what runs here. */
  readonly reconcileInterval: Duration.DurationInput
}

/** Ctrl-C ends within five seconds. */
export const defaults: SchedulerSettings = {
  maxJobs: 8,
  drain: Duration.seconds(3),
  pollInterval: Duration.millis(250),
  reconcileInterval: Duration.seconds(1)
}
