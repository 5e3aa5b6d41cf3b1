import { expect, it } from "@effect/vitest"
import { Effect } from "effect"

it.effect("concurrent fibers of tests do not take turns in the order in which they started", () =>
  Effect.gen(function* () {
    const started = Array.from({ length: 20 }, (_, index) => index)
    const ended: Array<number> = []
    const run = (index: number) =>
      Effect.zipRight(
        Effect.yieldNow(),
        Effect.sync(() => ended.push(index))
      )
    yield* Effect.forEach(started, run, { concurrency: "unbounded", discard: true })
    expect(ended.toSorted((one, two) => one - two)).toEqual(started)
    expect(ended).not.toEqual(started)
  })
)
