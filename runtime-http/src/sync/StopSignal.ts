import { Context } from "effect"

/** Asks a running job to end before it has read everything. What is true once stays true: a job that has begun to stop cannot go on. */
export interface Signal {
  /** Whether the process stops, so that the job ends where another process can continue it. */
  readonly isGiven: boolean
  /** Whether the connection was paused, so that the job ends at its next page. */
  readonly isPaused: boolean
  /** Whether an operator stopped the connector, so that the job ends at its next page. */
  readonly isStopped: boolean
}

/** The signal of the job that runs. */
export class StopSignal extends Context.Reference<StopSignal>()("@tributary/runtime-http/StopSignal", {
  defaultValue: (): Signal => ({ isGiven: false, isPaused: false, isStopped: false })
}) {}
