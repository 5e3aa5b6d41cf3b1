import { Effect, Fiber, Option } from "effect"
import { Urgency } from "./Urgency.js"

/** How long work may keep the event loop before other fibers, timers and sockets have their turn, in milliseconds. */
export const SLICE_MILLIS = 3

/** `setImmediate`, taken when the module loads, because a test may replace it for a while, and what waits meanwhile would never go on. */
export const inNextTurn = setImmediate
const inMillis = setTimeout

/** How long jobs leave the loop to a request after one of its steps, in milliseconds: the database usually answers within that time. */
const STEP_MILLIS = 5

/** How often the slice after one that was used up is put off by the length of a slice, so that jobs have about a third of the loop's time. */
const MAX_PUT_OFF = 2

let lastStepAt = Number.NEGATIVE_INFINITY

/** Notes that a request for which a person waits has come to its next step, such as a statement, so that it need not queue behind slices of jobs. */
export const noteStep = (): void => {
  lastStepAt = performance.now()
}

const isRequestAtWork = (): boolean => {
  const since = performance.now() - lastStepAt
  return since >= 0 && since < STEP_MILLIS
}

/** A fiber that pauses. */
interface Paused {
  readonly fiber: object | null
  readonly resume: () => void
}

/** How long fibers have worked in the slices that they got after their pauses, in milliseconds. */
const worked = new WeakMap<object, number>()

const workedOf = ({ fiber }: Paused): number => (fiber === null ? 0 : (worked.get(fiber) ?? 0))

/** Those whose work is equally urgent: together they get a slice of each turn of the loop. */
class Lane {
  /** When their slice began: the last pause ended, or somebody began to work in a turn of its own. */
  #begunAt = 0
  /** Whether the slice began in this turn. */
  #isFresh = false
  #turns = 0
  #isDealing = false
  /** Whether the last slice was used up: whoever soon waits for something else leaves the rest of it to the next. */
  #isUsedUp = false
  /** How often the next slice was put off. */
  #putOff = 0
  /** Who has the slice. */
  #working: object | null = null
  /** In the order in which they began to pause. */
  readonly #paused = new Set<Paused>()

  /** `startsFresh` if work that begins in a turn of the loop has a slice of its own, whatever others have done in turns before. */
  constructor(private readonly startsFresh: boolean) {}

  /** Whether those of the lane have used up their slice. */
  isDue(): boolean {
    if (isSync) return false
    const now = performance.now()
    if (!this.startsFresh || this.#isFresh) return now - this.#begunAt >= SLICE_MILLIS
    this.#begin(now)
    return false
  }

  /** Resumes one in each turn only: of all that pause, each would take a slice of the same turn. */
  readonly turn = Effect.suspend(() => {
    const fiber = Option.getOrNull(Fiber.getCurrentFiber())
    if (fiber !== null && fiber === this.#working) {
      worked.set(fiber, (worked.get(fiber) ?? 0) + performance.now() - this.#begunAt)
      this.#working = null
      this.#isUsedUp = true
    }
    const paused = Effect.async<void>((resume) => {
      const self: Paused = { fiber, resume: () => resume(Effect.void) }
      this.#paused.add(self)
      this.#dealLater()
      return Effect.sync(() => this.#paused.delete(self))
    })
    return Effect.map(paused, () => this.#goOn(fiber))
  })

  #dealLater(): void {
    if (this.#isDealing || this.#paused.size === 0) return
    this.#isDealing = true
    inNextTurn(this.#deal)
  }

  readonly #deal = (): void => {
    if (this.#isUsedUp && !this.startsFresh && this.#putOff < MAX_PUT_OFF && isRequestAtWork()) {
      this.#putOff += 1
      inMillis(this.#deal, SLICE_MILLIS)
      return
    }
    this.#putOff = 0
    this.#isUsedUp = false
    this.#isDealing = false
    const next = this.#next()
    if (next === undefined) return
    this.#paused.delete(next)
    next.resume()
    this.#dealLater()
  }

  /** Gives the slice to a fiber that goes on: its scheduler may have let others work since it was resumed. */
  #goOn(fiber: object | null): void {
    this.#begin(performance.now())
    this.#working = fiber
    // Whoever has not paused again by then waits for something else.
    inNextTurn(() => {
      if (this.#working === fiber) this.#working = null
    })
  }

  /** In turn whoever has waited longest, and whoever has worked least: what needs little is soon done, and what needs much comes to its end, too. */
  #next(): Paused | undefined {
    this.#turns += 1
    const [oldest, ...others] = this.#paused
    if (oldest === undefined || this.#turns % 2 === 0) return oldest
    return others.reduce((least, other) => (workedOf(other) < workedOf(least) ? other : least), oldest)
  }

  #begin(now: number): void {
    this.#begunAt = now
    if (!this.startsFresh || this.#isFresh) return
    this.#isFresh = true
    inNextTurn(() => {
      this.#isFresh = false
    })
  }
}

/** Whether the work must end before the event loop turns. */
let isSync = false

/** Whoever a person waits for does not queue behind jobs. */
const lanes: Readonly<Record<Urgency["Type"], Lane>> = {
  background: new Lane(false),
  interactive: new Lane(true)
}

const inLane = <A>(use: (lane: Lane) => Effect.Effect<A>): Effect.Effect<A> =>
  Effect.flatMap(Urgency, (urgency) => use(lanes[urgency]))

/**
 * Lets the event loop turn if this process has computed for some milliseconds since its last pause.
 *
 * Effect's own yielding lets only other fibers run: with it alone, a page with very many rows would delay heartbeats
 * and every other connection.
 */
export const pause: Effect.Effect<void> = inLane((lane) => (lane.isDue() ? lane.turn : Effect.void))

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
        if (lane.isDue()) return Effect.zipRight(lane.turn, proceed)
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
