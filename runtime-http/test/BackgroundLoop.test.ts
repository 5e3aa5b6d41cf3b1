import { SqlError } from "@effect/sql/SqlError"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger, LogLevel, TestClock } from "effect"
import * as BackgroundLoop from "../src/BackgroundLoop.js"

const settings = { name: "The poll for due rows", interval: "10 seconds" } as const

/** Runs a loop whose turn is replaced while it runs; gives its registry, and the lines logged at `Info` and above. */
const withLoop = <A>(
  use: (loop: {
    readonly turn: (next: Effect.Effect<unknown, unknown>) => void
    readonly turns: () => number
    readonly problem: Effect.Effect<string | null>
    readonly lines: ReadonlyArray<string>
  }) => Effect.Effect<A>
) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    if (LogLevel.greaterThanEqual(logLevel, LogLevel.Info)) lines.push(`${logLevel.label} ${String(message)}`)
  })
  let turn: Effect.Effect<unknown, unknown> = Effect.void
  let turns = 0
  const registry = BackgroundLoop.makeRegistry()
  return Effect.scoped(
    Effect.gen(function* () {
      yield* BackgroundLoop.start(
        settings,
        Effect.suspend(() => {
          turns += 1
          return turn
        })
      )
      yield* TestClock.adjust(0)
      return yield* use({
        turn: (next) => {
          turn = next
        },
        turns: () => turns,
        problem: registry.problem,
        lines
      })
    })
  ).pipe(
    Effect.provideService(BackgroundLoop.Registry, registry),
    Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
    Effect.map((result) => ({ result, loopsLeft: registry.loops.size }))
  )
}

const causes: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown>, string]> = [
  ["a failed statement", Effect.fail(new SqlError({ cause: { code: "57P01" } })), "the database reported 57P01"],
  [
    "a defect",
    Effect.sync(() => {
      throw new TypeError("token-4711 is not a function")
    }),
    "TypeError at"
  ],
  ["an interruption of something that it waits for", Effect.interrupt, "it was interrupted"]
]

describe("A background loop", () => {
  for (const [name, cause, reason] of causes) {
    it.effect(`goes on after ${name}, warns after the second in a row, and says when it works again`, () =>
      Effect.gen(function* () {
        const { loopsLeft } = yield* withLoop(({ turn, turns, lines }) =>
          Effect.gen(function* () {
            turn(cause)
            yield* TestClock.adjust("10 seconds")
            expect([turns(), lines.length]).toEqual([2, 0])
            yield* TestClock.adjust("10 seconds")
            expect(lines).toHaveLength(1)
            expect(lines[0]).toContain(`WARN The poll for due rows failed 2 times in a row, and goes on: ${reason}`)
            expect(lines[0]).not.toContain("token-4711")
            turn(Effect.void)
            yield* TestClock.adjust("10 seconds")
            expect(lines[1]).toBe("INFO The poll for due rows works again after 2 failures.")
            expect(turns()).toBe(4)
          })
        )
        expect(loopsLeft).toBe(0)
      })
    )
  }

  it.effect("that keeps failing warns once a minute, and makes the process unready until it works again", () =>
    withLoop(({ turn, problem, lines }) =>
      Effect.gen(function* () {
        turn(Effect.die(new Error("broken")))
        yield* TestClock.adjust("10 seconds")
        yield* TestClock.adjust("50 seconds")
        expect(yield* problem).toBeNull()
        yield* TestClock.adjust("70 seconds")
        expect(yield* problem).toBe("The poll for due rows has failed for 120 seconds. The log says why.")
        expect(lines).toHaveLength(2)
        turn(Effect.void)
        yield* TestClock.adjust("10 seconds")
        expect(yield* problem).toBeNull()
      })
    )
  )

  it.effect("whose turn does not end makes the process unready", () =>
    withLoop(({ turn, problem }) =>
      Effect.gen(function* () {
        turn(Effect.never)
        yield* TestClock.adjust("10 seconds")
        yield* TestClock.adjust("2 minutes")
        expect(yield* problem).toBeNull()
        yield* TestClock.adjust("1 seconds")
        expect(yield* problem).toBe("The poll for due rows has been stuck for 121 seconds. The log says why.")
      })
    )
  )
})
