import { Context, Effect } from "effect"
import type { ProblemReason } from "../../contract/ProblemReason.js"

/** A request that waits before it is sent, or sent again. */
export interface Wait {
  /** The endpoint as the connector declares it. */
  readonly endpoint: string
  /** Why the request waits. */
  readonly reason: ProblemReason
  /** When the request is sent, in milliseconds since 1970. */
  readonly until: number
  /** How often the request was sent before; 0 if it waits for its turn within a rate limit. */
  readonly retries: number
}

/** Shorter waits are not told: most are over before anybody could see them. */
export const MIN_MILLIS = 1_500

/** A request that is not answered for so long counts as waiting for its answer. */
export const SLOW_MILLIS = 10_000

/** Hears which requests wait, so that whoever runs a job can show it. By default nobody listens. */
export class WaitListener extends Context.Reference<WaitListener>()("@tributary/core/WaitListener", {
  defaultValue: (): {
    /** The request waits; called again when it waits once more. `request` identifies it. */
    readonly waits: (request: object, wait: Wait) => Effect.Effect<void>
    /** The request that waited has ended, with success or without, or no longer waits for the vendor. This must return at once, because an interrupting fiber waits for it. */
    readonly ended: (request: object, isInterrupted: boolean) => Effect.Effect<void>
  } => ({ waits: () => Effect.void, ended: () => Effect.void })
}) {}
