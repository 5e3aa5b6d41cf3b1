import { Context } from "effect"

/** Until when a request may be written to its socket. */
export interface SendLimit {
  /** Whether it is too late now, by a clock that also goes on while the process is frozen. */
  readonly isOver: () => boolean
  /** Is called if the request was not written, because it was too late. */
  readonly onRefused: () => void
}

/** The limit of the requests of an effect; null without one. */
export class RequestSendLimit extends Context.Reference<RequestSendLimit>()(
  "@tributary/runtime-http/RequestSendLimit",
  { defaultValue: (): SendLimit | null => null }
) {}
