import { expect, it } from "@effect/vitest"
import { alternate } from "./alternate.js"

it("both sides take turns, in the reverse order in every second round", async () => {
  const order: Array<string> = []
  const side = (name: string) => async (round: number) => {
    order.push(`${name}${round}`)
    return name
  }
  expect(await alternate(3, side("a"), side("b"))).toEqual([
    ["a", "b"],
    ["a", "b"],
    ["a", "b"]
  ])
  expect(order).toEqual(["a0", "b0", "b1", "a1", "a2", "b2"])
})
