import { Effect } from "effect"
import { Urgency } from "./Urgency.js"

/** How long work may keep the event loop before other fibers, timers and sockets have their turn, in milliseconds. */
const SLICE_MILLIS = 10

/** Taken when the module loads, because a test may replace `setImmediate` for a while, and a fiber that paused meanwhile would never resume. */
const inNextTurn = setImmediate

/** One that pauses. */
interface Paused {
  /** Whether another one has had this turn of the loop. */
  isLate: boolean
}

/** Those whose work is equally urgent: together they get a slice of each turn of the loop. */
interface Lane {
  /** When they began to work in this turn of the loop; null if they have not. */
  begunAt: number | null
  /** Those that pause, in the order in which they began to. */
  readonly paused: Set<Paused>
}

/** Whoever a person waits for does not queue behind jobs, each of which takes a slice when its turn comes. */
const lanes: Readonly<Record<Urgency["Type"], Lane>> = {
  background: { begunAt: null, paused: new Set() },
  interactive: { begunAt: null, paused: new Set() }
}

/** Whether the work must end before the event loop turns. */
let isSync = false

/** Whether those of the lane have used up their slice of this turn. */
const isDue = (lane: Lane): boolean => {
  if (isSync) return false
  const now = performance.now()
  if (lane.begunAt !== null) return now - lane.begunAt >= SLICE_MILLIS
  lane.begunAt = now
  inNextTurn(() => {
    lane.begunAt = null
  })
  return false
}

/** Resumes one of a lane in each turn only: of all that pause, each would take a slice of the same turn. */
const turn = ({ paused }: Lane): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    const self: Paused = { isLate: false }
    const attempt = () => {
      if (!paused.has(self)) return
      if (self.isLate) {
        self.isLate = false
        inNextTurn(attempt)
        return
      }
      paused.delete(self)
      for (const other of paused) other.isLate = true
      resume(Effect.void)
    }
    paused.add(self)
    inNextTurn(attempt)
    return Effect.sync(() => paused.delete(self))
  })

const inLane = <A>(use: (lane: Lane) => Effect.Effect<A>): Effect.Effect<A> =>
  Effect.flatMap(Urgency, (urgency) => use(lanes[urgency]))

/**
 * Lets the event loop turn if this process has computed for some milliseconds since the loop turned last.
 *
 * Effect's own yielding lets only other fibers run: with it alone, a page with very many rows would delay heartbeats
 * and every other connection.
 */
export const pause: Effect.Effect<void> = inLane((lane) => (isDue(lane) ? turn(lane) : Effect.void))

/** Runs an effect that only its pauses keep from ending at once, without them: for little work, whose result the caller cannot wait for. */
export const runSync = <A>(effect: Effect.Effect<A>): A => {
  const before = isSync
  isSync = true
  try {
    return Effect.runSync(effect)
  } finally {
    isSync = before
  }
}

/** The results for all items, with a pause before an item whenever one is due: an effect for each item would cost more than most results. */
export const map = <A, B>(
  items: ReadonlyArray<A>,
  toResult: (item: A, index: number) => B
): Effect.Effect<ReadonlyArray<B>> =>
  inLane((lane) => {
    const results: Array<B> = []
    const proceed: Effect.Effect<ReadonlyArray<B>> = Effect.suspend(() => {
      for (let index = results.length; index < items.length; index++) {
        if (isDue(lane)) return Effect.zipRight(turn(lane), proceed)
        // The index is within the list.
        results.push(toResult(items[index] as A, index))
      }
      return Effect.succeed(results)
    })
    return proceed
  })

/** All parts in one array. The event loop turns between them: to copy the longest answer at once takes about 40 milliseconds. */
export const joined = (parts: ReadonlyArray<Uint8Array>): Effect.Effect<Uint8Array> =>
  Effect.gen(function* () {
    const [only] = parts
    if (only !== undefined && parts.length === 1) return only
    const whole = Buffer.allocUnsafe(parts.reduce((size, { length }) => size + length, 0))
    let at = 0
    for (const part of parts) {
      yield* pause
      whole.set(part, at)
      at += part.length
    }
    return whole
  })
