import { Effect } from "effect"
import { expect, it } from "vitest"
import { bundleBeside } from "./Bundle.js"
import * as Child from "./Child.js"

const collectionsOf = (how: string) =>
  Effect.gen(function* () {
    const program = yield* bundleBeside(import.meta.url, "HeapGrowthProgram")
    const child = Child.spawn(program, { args: [how], env: { NODE_OPTIONS: "--max-old-space-size=256" } })
    expect(yield* Effect.promise(() => child.ended), child.err()).toBe(0)
    return (JSON.parse(child.out()) as { readonly collections: number }).collections
  }).pipe(Effect.scoped, Effect.runPromise)

it("a heap of 256 MB is collected as a whole less than two thirds as often", async () => {
  const before = await collectionsOf("as V8 has it")
  expect(before).toBeGreaterThan(6)
  expect(await collectionsOf("widened")).toBeLessThan((before * 2) / 3)
})
