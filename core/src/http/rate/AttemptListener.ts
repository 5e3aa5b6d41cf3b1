import { Context } from "effect"
import type { VendorError } from "../VendorError.js"

/** Hears what becomes of each attempt to send a request, so that whoever ends a run knows whether the vendor answered well. By default nobody listens. */
export class AttemptListener extends Context.Reference<AttemptListener>()("@tributary/core/AttemptListener", {
  defaultValue: (): {
    /** An attempt leaves, at this reading of the monotonic clock. `request` identifies all attempts of one request. */
    readonly sent: (request: object, endpoint: string, at: number) => void
    /** An attempt has failed, and the request is sent again. */
    readonly failed: (request: object, error: VendorError) => void
    /** The request has ended, or waits for something of this process; `isAnswered` says whether with a good answer. Not called if it was interrupted. */
    readonly ended: (request: object, isAnswered: boolean) => void
  } => ({ sent: () => {}, failed: () => {}, ended: () => {} })
}) {}
