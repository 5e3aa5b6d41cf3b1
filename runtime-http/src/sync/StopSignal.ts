import { Context } from "effect"

/** Tells the running jobs that their process stops, so that they end where another process can continue them. */
export class StopSignal extends Context.Reference<StopSignal>()("@tributary/runtime-http/StopSignal", {
  defaultValue: (): { isGiven: boolean } => ({ isGiven: false })
}) {}
