import { Effect } from "effect"

/** How long work may keep the event loop before other fibers, timers and sockets have their turn, in milliseconds. */
const SLICE_MILLIS = 10

let lastPause = 0

const turn = Effect.async<void>((resume) => {
  const turned = setImmediate(() => {
    lastPause = performance.now()
    resume(Effect.void)
  })
  return Effect.sync(() => clearImmediate(turned))
})

/**
 * Lets the event loop turn if this process has computed for some milliseconds since its last pause.
 *
 * Effect's own yielding lets only other fibers run: with it alone, a page with very many rows would delay heartbeats
 * and every other connection.
 */
export const pause: Effect.Effect<void> = Effect.suspend(() =>
  performance.now() - lastPause < SLICE_MILLIS ? Effect.void : turn
)
