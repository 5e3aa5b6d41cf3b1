import { describe, expect, it } from "@effect/vitest"
import { AnswerMemory } from "@tributary/core"
import { Effect, Fiber, TestClock } from "effect"

const MIB = 1_048_576
const SIZE = 64 * MIB

/** Takes memory without waiting for it; tells whether it has it. */
const taking = (take: AnswerMemory.Take, isPage = true) =>
  Effect.gen(function* () {
    const held = new AnswerMemory.Held()
    const fiber = yield* Effect.fork(take(SIZE, held, isPage))
    yield* TestClock.adjust(0)
    return { held, fiber, has: Effect.map(fiber.status, ({ _tag }) => _tag === "Done") }
  })

const make = () => AnswerMemory.make(4 * SIZE)

describe("AnswerMemory", () => {
  it.effect("gives one account half of the memory for pages, so that another one finds room", () =>
    Effect.gen(function* () {
      const of = make()
      const [first, second] = [yield* taking(of("a")), yield* taking(of("a"))]
      const other = yield* taking(of("b"))
      expect([yield* first.has, yield* second.has, yield* other.has]).toEqual([true, false, true])
      // All of it is held now.
      const third = yield* taking(of("c"))
      expect(yield* third.has).toBe(false)
      other.held.release()
      yield* TestClock.adjust(0)
      expect([yield* second.has, yield* third.has]).toEqual([false, true])
    })
  )

  it.effect("gives what an account returns to whoever holds least, and then to whoever has waited longest", () =>
    Effect.gen(function* () {
      const of = AnswerMemory.make(8 * SIZE)
      const held = [yield* taking(of("a")), yield* taking(of("a")), yield* taking(of("b")), yield* taking(of("c"))]
      const again = yield* taking(of("b"))
      const [fresh, later] = [yield* taking(of("d")), yield* taking(of("e"))]
      for (const [index, expected] of [
        [0, [false, true, false]],
        [1, [false, true, true]],
        [3, [true, true, true]]
      ] as const) {
        held[index]?.held.release()
        yield* TestClock.adjust(0)
        expect([yield* again.has, yield* fresh.has, yield* later.has]).toEqual(expected)
      }
    })
  )

  it.effect("reads answers about the rows of a page while pages hold all memory that pages may have", () =>
    Effect.gen(function* () {
      const of = make()
      for (const share of ["a", "b"]) yield* taking(of(share))
      expect(yield* (yield* taking(of("a"), false)).has).toBe(true)
    })
  )

  it.effect("refuses an answer for which there was no memory for minutes, and names the setting", () =>
    Effect.gen(function* () {
      const of = AnswerMemory.make(4 * SIZE, "SETTING")
      yield* taking(of("a"))
      const waiting = yield* Effect.fork(Effect.flip(of("a")(SIZE, new AnswerMemory.Held(), true)))
      yield* TestClock.adjust("5 minutes")
      expect(yield* Fiber.join(waiting)).toBe(
        "the answer is long, and for 5 minutes others held the memory for such answers (SETTING)"
      )
    })
  )

  it.effect("forgets whoever is interrupted while it waits, and takes back what was granted only once", () =>
    Effect.gen(function* () {
      const of = make()
      const first = yield* taking(of("a"))
      const gone = yield* taking(of("a"))
      yield* Fiber.interrupt(gone.fiber)
      const grant = yield* Fiber.join(first.fiber)
      grant.keep(SIZE / 2)
      grant.keep(SIZE)
      const second = yield* taking(of("a"))
      expect(yield* second.has).toBe(false)
      first.held.release()
      first.held.release()
      grant.keep(0)
      yield* TestClock.adjust(0)
      expect(yield* second.has).toBe(true)
      expect(yield* (yield* taking(of("a"))).has).toBe(false)
    })
  )
})
