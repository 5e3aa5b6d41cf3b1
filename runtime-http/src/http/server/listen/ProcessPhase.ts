import { Context } from "effect"

/** Where a process is between its start and its end. It answers requests in the last two. */
export type Phase = "starting" | "serving" | "stopping"

/** The phase of this process, which changes while it runs. */
export class ProcessPhase extends Context.Reference<ProcessPhase>()("@tributary/runtime-http/ProcessPhase", {
  // A server that is not part of a runtime has nothing to wait for.
  defaultValue: (): { current: Phase } => ({ current: "serving" })
}) {}

/** Why a process is not ready; null if its phase does not keep it from that. */
export const problemIn: Readonly<Record<Phase, string | null>> = {
  starting: "The process is still starting.",
  serving: null,
  stopping: "The process is stopping."
}
