import { Context } from "effect"

/** How far the start of this process has come. */
export interface StartupProgress {
  /** Whether all parts of the process run; it answers requests a little earlier. */
  isComplete: boolean
}

/** The start of this process. A server that is not part of a runtime has nothing else to wait for. */
export class Startup extends Context.Reference<Startup>()("@tributary/runtime-http/Startup", {
  defaultValue: (): StartupProgress => ({ isComplete: true })
}) {}
