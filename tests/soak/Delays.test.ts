import { describe, expect, it } from "vitest"
import { worstWaitOf } from "./Delays.js"

const SECOND = 1_000

/** How many of a second's moments, taken a hundred to each millisecond, wait longer than so many milliseconds for the end of their turn. */
const waitingLonger = (busy: ReadonlyArray<number>, wait: number): number =>
  busy.flatMap((turn) => Array.from({ length: turn * 100 }, (_, at) => turn - at / 100)).filter((each) => each > wait)
    .length

describe("worstWaitOf", () => {
  it.each([
    { turns: "one long turn among short ones", busy: [80, ...Array.from({ length: 100 }, () => 2)] },
    { turns: "several long turns", busy: [5, 40, 30, 5, 60, 1, 1, 20] },
    { turns: "turns of the same length", busy: Array.from({ length: 50 }, () => 10) }
  ])("is the wait that a hundredth of the moments exceeds: $turns", ({ busy }) => {
    const wait = worstWaitOf(busy, SECOND)

    expect(waitingLonger(busy, wait) / (SECOND * 100)).toBeCloseTo(0.01, 4)
  })

  it("is nothing while the loop is busy for less than a hundredth of the time", () => {
    expect(worstWaitOf([9], SECOND)).toBe(0)
    expect(worstWaitOf([], SECOND)).toBe(0)
  })
})
