import { Effect } from "effect"
import { expect, it } from "vitest"
import { bundleBeside } from "./Bundle.js"
import * as Child from "./Child.js"

interface Seen {
  readonly collections: number
  readonly megabytes: number
}

const seenOf = (how: string): Promise<Seen> =>
  Effect.gen(function* () {
    const program = yield* bundleBeside(import.meta.url, "HeapGrowthProgram")
    const child = Child.spawn(program, { args: [how], env: { NODE_OPTIONS: "--max-old-space-size=256" } })
    expect(yield* Effect.promise(() => child.ended), child.err()).toBe(0)
    return JSON.parse(child.out()) as Seen
  }).pipe(Effect.scoped, Effect.runPromise)

it("a heap of 256 MB is collected as a whole less often, but stays clear of its limit", async () => {
  const before = await seenOf("as V8 has it")
  const { collections, megabytes } = await seenOf("widened")
  expect(collections).toBeLessThan(before.collections * 0.9)
  expect(megabytes).toBeLessThan(150)
})
