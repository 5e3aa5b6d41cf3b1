import { Context, Duration } from "effect"

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

/** Who this process is to the schedule, and how it proves that a shard is its own. */
export class RunnerIdentity extends Context.Tag("@tributary/runtime-http/RunnerIdentity")<
  RunnerIdentity,
  {
    /** `<address>/<incarnation>`: a process that was restarted under its old address is somebody else. */
    readonly runner: string
    /** `host:port` as in the engine's lock table, and when its locks expire; null where one process owns everything. */
    readonly lock: { readonly address: string; readonly expirationSecs: number } | null
  }
>() {}
