import { expect, it } from "@effect/vitest"
import { AnswerMemory } from "@tributary/core"
import { Effect, Fiber } from "effect"
import { LongAnswer } from "../../src/http/answer/LongAnswer.js"

const MIB = 1_048_576

it.effect("of two packed answers, each waits for what it becomes without keeping the other from it", () =>
  Effect.gen(function* () {
    const { pages } = AnswerMemory.make(256 * MIB)("one")
    const answers = ["/a", "/b"].map(
      (endpoint) =>
        new LongAnswer(pages, new Map(), { endpoint, max: 64 * MIB, isLazy: false, mayWait: true, mayClose: true })
    )
    for (const answer of answers) expect(answer.admits(5 * MIB, { "content-length": String(5 * MIB) })).toBe(true)
    const [first, second] = yield* Effect.forEach(answers, (answer) =>
      Effect.fork(
        Effect.zipRight(
          answer.unpacks(15 * MIB),
          Effect.sync(() => answer.letGo())
        )
      )
    )
    yield* Fiber.join(first as Fiber.Fiber<void, string>)
    yield* Fiber.join(second as Fiber.Fiber<void, string>)
    expect(pages.takeNow(64 * MIB, new AnswerMemory.Held())).toBe(true)
  })
)
