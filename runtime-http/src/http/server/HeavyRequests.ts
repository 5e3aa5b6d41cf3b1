import { Duration, Effect } from "effect"
import * as Errors from "../../api/parts/Errors.js"

/** How many heavy requests of one key run at once, so that those of other keys find processor time and database connections. */
const AT_ONCE = 2

/** How many heavy requests of one key may run and wait together; each holds memory. */
const MAX_IN_FLIGHT = 32

/** A page above this size counts as heavy. */
const LIGHT_LIMIT = 100

/** A page behind this offset counts as heavy. */
const LIGHT_OFFSET = 1_000

/** What a request for records asks for. */
export interface Asked {
  readonly limit?: number
  readonly offset?: number
  /** How many fields and arrays of related records the request adds to each record. */
  readonly additions: number
}

/** Whether a request for records costs many times what a page of the default size does. */
export const isHeavy = ({ additions, limit = 0, offset = 0 }: Asked): boolean =>
  additions > 0 || limit > LIGHT_LIMIT || offset > LIGHT_OFFSET

/** As how many requests it counts: one for each page of the default size, and as many again for each addition. */
export const costOf = ({ additions, limit = LIGHT_LIMIT }: Asked): number =>
  Math.ceil(limit / LIGHT_LIMIT) * (1 + additions)

const tooMany = Errors.make("TooManyHeavyRequests", { retryAfterSecs: Duration.toSeconds("1 second") })

interface Line {
  readonly turns: Effect.Semaphore
  inFlight: number
}

/** Runs heavy requests of each key a few at a time. */
export interface HeavyRequests {
  /** Whether too many requests of the key wait already. */
  readonly isFull: (keyId: string) => boolean
  /** Waits for its turn; fails with 429 if too many requests of the key wait already. */
  readonly run: <A, E, R>(keyId: string, self: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Errors.ApiError, R>
}

/** Creates the lines of waiting requests, one per key that has heavy requests in flight. */
export const make = (): HeavyRequests => {
  const lines = new Map<string, Line>()

  const enter = (keyId: string): Effect.Effect<Line, Errors.ApiError> =>
    Effect.suspend(() => {
      const line = lines.get(keyId) ?? { turns: Effect.unsafeMakeSemaphore(AT_ONCE), inFlight: 0 }
      if (line.inFlight >= MAX_IN_FLIGHT) return Effect.fail(tooMany)
      line.inFlight++
      lines.set(keyId, line)
      return Effect.succeed(line)
    })

  const leave = (keyId: string, line: Line) =>
    Effect.sync(() => {
      line.inFlight--
      if (line.inFlight === 0) lines.delete(keyId)
    })

  return {
    isFull: (keyId) => (lines.get(keyId)?.inFlight ?? 0) >= MAX_IN_FLIGHT,
    run: (keyId, self) =>
      Effect.acquireUseRelease(
        enter(keyId),
        ({ turns }) => turns.withPermits(1)(self),
        (line) => leave(keyId, line)
      )
  }
}
