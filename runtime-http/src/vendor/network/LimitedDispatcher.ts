import { Undici } from "@effect/platform-node"
import type { SendLimit } from "../RequestSendLimit.js"

/*
 * A process can be frozen at any point, such as by a debugger or a machine that is paused, and its timers say nothing about it until it has gone
 * on: a connection that was made meanwhile is written to before the timer that would have ended the request. So a request that must not be late is
 * looked at again when its bytes would be written.
 */

const tooLate = () => new Error("The request was not sent, because its process was frozen for too long")

/** The same dispatcher for requests that are not written once the limit is over. */
export const within = (dispatcher: Undici.Dispatcher, { isOver, onRefused }: SendLimit): Undici.Dispatcher =>
  dispatcher.compose((dispatch) => (options, handler) => {
    const inner: Undici.Dispatcher.DispatchHandler = new Undici.DecoratorHandler(handler)
    return dispatch(options, {
      // The HTTP client calls this before it writes the head of the request, in the same turn.
      onRequestStart: (controller, context) => {
        if (!isOver()) return inner.onRequestStart?.(controller, context)
        onRefused()
        return controller.abort(tooLate())
      },
      onRequestUpgrade: (...args) => inner.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => inner.onResponseStart?.(...args),
      onResponseData: (...args) => inner.onResponseData?.(...args),
      onResponseEnd: (...args) => inner.onResponseEnd?.(...args),
      onResponseError: (...args) => inner.onResponseError?.(...args)
    })
  })
