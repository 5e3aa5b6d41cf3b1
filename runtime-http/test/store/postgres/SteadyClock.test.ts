import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as SteadyClock from "../../../src/store/postgres/SteadyClock.js"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A machine whose time passes by hand, and the clock of a database that can be set. */
const machine = () => {
  const time = { passed: 0, ahead: 0 }
  const clock = SteadyClock.make(() => time.passed)
  /** Reads the clock of the database, which takes so long. */
  const read = (millis = 0) =>
    clock
      .observe(
        Effect.sync(() => {
          time.passed += millis
          return { now: 1_000 * HOUR + time.passed + time.ahead }
        })
      )
      .pipe(Effect.map(({ steadySince }) => (steadySince === 0 ? null : steadySince - 1_000 * HOUR)))
  return { time, read }
}

it.effect(
  "The clock of a database is steady if it keeps pace with that of the process, however slow the database is",
  () =>
    Effect.gen(function* () {
      const { read, time } = machine()
      for (const [hours, millis] of [
        [0, 10 * MINUTE],
        [5, 0],
        [0, 10 * MINUTE],
        [100, 5]
      ] as const) {
        time.passed += hours * HOUR
        expect(yield* read(millis)).toBe(null)
      }
    })
)

it.effect("The clock of a database counts as steady from the first reading after it was put forward", () =>
  Effect.gen(function* () {
    const { read, time } = machine()
    yield* read()
    time.ahead = HOUR
    time.passed = 2 * HOUR
    expect(yield* read()).toBe(3 * HOUR)
    time.passed = 9 * HOUR
    expect(yield* read()).toBe(3 * HOUR)
  })
)

it.effect("The clock of a database counts as steady from the first reading after it was put forward and set back", () =>
  Effect.gen(function* () {
    const { read, time } = machine()
    yield* read()
    time.ahead = -HOUR
    expect(yield* read()).toBe(null)
    time.ahead = 24 * HOUR
    expect(yield* read()).toBe(24 * HOUR)
    time.ahead = 0
    time.passed = HOUR
    expect(yield* read()).toBe(HOUR)
    time.passed = 2 * HOUR
    expect(yield* read()).toBe(HOUR)
  })
)
