import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import * as UnfinishedBodies from "../../../../src/http/server/access/UnfinishedBodies.js"

const bounds = { atOnce: 2, bytesOfCaller: 100, bytesInAll: 150, leastPerSecond: 10, graceMillis: 5_000 }

describe("bodies that are arriving", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const begin = (bodies: UnfinishedBodies.UnfinishedBodies, caller: string, tooSlow = () => {}) => {
    const arrival = bodies.begin(caller, tooSlow)
    if (arrival === null) throw new Error("The body was refused.")
    return arrival
  }

  it("are as many of one caller as the bound, until one ends", () => {
    const bodies = UnfinishedBodies.make(bounds)
    const first = begin(bodies, "a")
    begin(bodies, "a")
    expect(bodies.begin("a", () => {})).toBeNull()
    begin(bodies, "b")
    first.end()
    first.end()
    begin(bodies, "a")
    expect(bodies.begin("a", () => {})).toBeNull()
  })

  it("may keep as many bytes of one caller and of all as the bounds, until they end", () => {
    const bodies = UnfinishedBodies.make(bounds)
    const [one, other] = [begin(bodies, "a"), begin(bodies, "a")]
    expect([one.add(60), other.add(40), other.add(1)]).toEqual([true, true, false])
    one.end()
    other.end()
    const [a, b] = [begin(bodies, "a"), begin(bodies, "b")]
    expect([a.add(80), b.add(70), b.add(1)]).toEqual([true, true, false])
    a.end()
    expect(b.add(1)).toBe(true)
  })

  it("are told once that they are too slow, when the time of grace is over", () => {
    const bodies = UnfinishedBodies.make(bounds)
    const slow = vi.fn()
    const quick = vi.fn()
    begin(bodies, "a", slow).add(55)
    const other = begin(bodies, "a", quick)
    vi.advanceTimersByTime(5_000)
    expect(slow).not.toHaveBeenCalled()
    other.add(80)
    vi.advanceTimersByTime(3_000)
    expect([slow.mock.calls.length, quick.mock.calls.length]).toEqual([1, 0])
    other.end()
    vi.advanceTimersByTime(60_000)
    expect([slow.mock.calls.length, quick.mock.calls.length]).toEqual([1, 0])
  })

  it("need no timer when none is arriving", () => {
    const bodies = UnfinishedBodies.make(bounds)
    const body = begin(bodies, "a")
    expect(vi.getTimerCount()).toBe(1)
    body.end()
    expect(vi.getTimerCount()).toBe(0)
  })
})
