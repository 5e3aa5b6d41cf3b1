import { expect, it } from "@effect/vitest"
import { vi } from "vitest"
import * as Idle from "./Idle.js"

it("subtracts what a consumer uses while idle, for as long as the round takes", async () => {
  vi.useFakeTimers({ toFake: ["performance"] })
  try {
    // Ten microseconds of background work in each millisecond.
    let asked = 0
    const meter = { read: async () => performance.now() * 10 + asked }
    const [busy] = await Idle.settle([meter], async () => void vi.advanceTimersByTime(6_000))
    const round = busy?.during(async () => {
      asked += 500
      vi.advanceTimersByTime(2_000)
      return "answer"
    })
    expect(busy?.idleShare).toBeCloseTo(0.01)
    expect(await round).toEqual({ micros: 500, result: "answer" })
  } finally {
    vi.useRealTimers()
  }
})
