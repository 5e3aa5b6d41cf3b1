import { describe, expect, it } from "@effect/vitest"
import { AnswerMemory, RateBudget } from "@tributary/core"
import { Effect, Fiber, TestClock } from "effect"

const MIB = 1_048_576
const SIZE = 64 * MIB

/** Takes memory without waiting for it; tells whether it has it. */
const taking = (room: AnswerMemory.Room, bytes = SIZE, held = new AnswerMemory.Held()) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(room.take(bytes, held))
    yield* TestClock.adjust(0)
    return { held, fiber, has: Effect.map(fiber.status, ({ _tag }) => _tag === "Done") }
  })

const make = () => AnswerMemory.make(4 * SIZE)

describe("AnswerMemory", () => {
  it.effect("gives one account half of the memory for pages", () =>
    Effect.gen(function* () {
      const { pages } = make()("a")
      const [first, second] = [yield* taking(pages), yield* taking(pages, 5 * MIB)]
      expect([yield* first.has, yield* second.has]).toEqual([true, false])
      first.held.release()
      yield* TestClock.adjust(0)
      expect(yield* second.has).toBe(true)
    })
  )

  it.effect("keeps a quarter for accounts that have at most an eighth, whatever the others hold", () =>
    Effect.gen(function* () {
      const of = make()
      const [first, second] = [yield* taking(of("a").pages), yield* taking(of("b").pages)]
      expect([yield* first.has, yield* second.has]).toEqual([true, false])
      // Two lists of one account, which together have more than an eighth.
      const large = [yield* taking(of("c").pages, 16 * MIB), yield* taking(of("c").pages, 17 * MIB)]
      const small = [yield* taking(of("d").pages, 16 * MIB), yield* taking(of("e").pages, 16 * MIB)]
      expect(yield* Effect.all([...large, ...small].map(({ has }) => has))).toEqual([true, false, true, true])
    })
  )

  it.effect("counts what an answer has already when it needs more", () =>
    Effect.gen(function* () {
      const { pages } = make()("a")
      const first = yield* taking(pages, 40 * MIB)
      expect(pages.takeNow(SIZE, first.held)).toBe(true)
      expect(pages.takeNow(1, new AnswerMemory.Held())).toBe(false)
      first.held.release()
      expect(pages.takeNow(SIZE, new AnswerMemory.Held())).toBe(true)
    })
  )

  it.effect("gives what an account returns to whoever holds least, and then to whoever has waited longest", () =>
    Effect.gen(function* () {
      const of = AnswerMemory.make(8 * SIZE)
      const held = [yield* taking(of("a").pages), yield* taking(of("a").pages), yield* taking(of("b").pages)]
      const again = yield* taking(of("b").pages)
      const [fresh, later] = [yield* taking(of("e").pages), yield* taking(of("f").pages)]
      for (const [index, expected] of [
        [0, [false, true, false]],
        [1, [false, true, true]],
        [2, [true, true, true]]
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
      yield* taking(of("a").pages)
      expect(yield* (yield* taking(of("a").others)).has).toBe(true)
    })
  )

  it.effect.each([
    ["background", 300],
    ["interactive", 5]
  ] as const)(
    "refuses an answer for which there was no memory for so long, and names the setting: %j",
    ([urgency, secs]) =>
      Effect.gen(function* () {
        const { pages } = AnswerMemory.make(4 * SIZE, "SETTING")("a")
        yield* taking(pages)
        const take = Effect.provideService(pages.take(SIZE, new AnswerMemory.Held()), RateBudget.Urgency, urgency)
        const waiting = yield* Effect.fork(Effect.flip(take))
        yield* TestClock.adjust(`${secs} seconds`)
        expect(yield* Fiber.join(waiting)).toBe(
          `the answer is long, and this server is busy: for ${secs} seconds, others held the memory for such answers (SETTING)`
        )
      })
  )

  it.effect("forgets whoever is interrupted while it waits, and takes back what was granted only once", () =>
    Effect.gen(function* () {
      const { pages } = make()("a")
      const first = yield* taking(pages)
      const gone = yield* taking(pages)
      yield* Fiber.interrupt(gone.fiber)
      pages.keep(SIZE / 2, first.held)
      const second = yield* taking(pages)
      expect(yield* second.has).toBe(false)
      first.held.release()
      first.held.release()
      pages.keep(0, first.held)
      yield* TestClock.adjust(0)
      expect(yield* second.has).toBe(true)
      expect(yield* (yield* taking(pages)).has).toBe(false)
    })
  )
})
