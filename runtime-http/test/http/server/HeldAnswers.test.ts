import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { HeldAnswers, HOLD_MILLIS, MAX_HELD } from "../../../src/http/server/HeldAnswers.js"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Held answers, and the numbers of those that were sent. */
const holding = (count: number) => {
  const held = new HeldAnswers()
  const sent: Array<number> = []
  for (let index = 0; index < count; index += 1) held.add(() => void sent.push(index))
  return { held, sent }
}

it("sends an answer after the time to hold it", () => {
  const { sent } = holding(1)
  vi.advanceTimersByTime(HOLD_MILLIS - 1)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(6)
  expect(sent).toEqual([0])
  expect(vi.getTimerCount()).toBe(0)
})

it("sends a burst in order, a few answers at a time", () => {
  const { sent } = holding(100)
  vi.advanceTimersByTime(HOLD_MILLIS + 50)
  expect(sent.length).toBeGreaterThan(20)
  expect(sent.length).toBeLessThan(60)
  vi.advanceTimersByTime(500)
  expect(sent).toEqual(Array.from({ length: 100 }, (_, index) => index))
})

it("sends an answer at once if too many are held", () => {
  const { held, sent } = holding(MAX_HELD)
  held.add(() => void sent.push(-1))
  expect(sent).toEqual([-1])
})

it("sends all answers when the server closes", () => {
  const { held, sent } = holding(3)
  held.flush()
  expect(sent).toEqual([0, 1, 2])
  expect(vi.getTimerCount()).toBe(0)
})
