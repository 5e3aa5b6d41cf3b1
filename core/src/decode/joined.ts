import { Effect } from "effect"
import * as EventLoop from "../EventLoop.js"

/** All parts in one array. The event loop turns between them: to copy the longest answer at once takes about 40 milliseconds. */
export const joined = (parts: ReadonlyArray<Uint8Array>): Effect.Effect<Uint8Array> =>
  Effect.gen(function* () {
    const [only] = parts
    if (only !== undefined && parts.length === 1) return only
    const whole = Buffer.allocUnsafe(parts.reduce((size, { length }) => size + length, 0))
    let at = 0
    for (const part of parts) {
      yield* EventLoop.pause
      whole.set(part, at)
      at += part.length
    }
    return whole
  })
