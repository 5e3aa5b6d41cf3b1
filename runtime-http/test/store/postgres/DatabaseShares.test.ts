import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import * as DatabaseShares from "../../../src/store/postgres/DatabaseShares.js"

const make = (connections = 4) => {
  const shares = DatabaseShares.make({ millisPerSecond: 100, connections, maxWaitMillis: 5_000 })
  const { turnsOf } = shares
  return { shares, turnsOf }
}

const never = () => {
  throw new Error("A statement expired.")
}

describe("the share of an account", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("is refused while the account pays for what its statements took beyond it, and that of others is not", () => {
    const { shares, turnsOf } = make()
    expect([shares.take("a", 0), shares.take("b", 0)]).toEqual([0, 0])
    turnsOf("a").enter(() => {}, never)
    turnsOf("a").leave(700)
    // 200 ms may be used at once; the debt of some 500 ms takes five seconds.
    const wait = shares.take("a", 0)
    expect([wait > 4_900, wait < 5_100, shares.take("b", 0)]).toEqual([true, true, 0])
    expect(shares.take("a", wait + 1)).toBe(0)
  })

  it("runs as many statements at once as it may, and the next when one of them ends", () => {
    const { turnsOf } = make()
    const begun: Array<string> = []
    for (const name of ["a1", "a2", "a3", "a4"]) turnsOf("a").enter(() => begun.push(name), never)
    turnsOf("b").enter(() => begun.push("b1"), never)
    expect(begun).toEqual(["a1", "a2", "b1"])
    turnsOf("a").leave(1)
    expect(begun).toEqual(["a1", "a2", "b1", "a3"])
    for (let each = 0; each < 3; each++) turnsOf("a").leave(1)
    turnsOf("a").enter(() => begun.push("a5"), never)
    expect(begun.slice(4)).toEqual(["a4", "a5"])
  })

  it("leaves a connection free for an account that runs nothing, however many others want all of them", () => {
    const { turnsOf } = make()
    const begun: Array<string> = []
    const enter = (account: string, name: string) => turnsOf(account).enter(() => begun.push(name), never)
    for (const name of ["a1", "a2"]) enter("a", name)
    for (const name of ["b1", "b2", "b3"]) enter("b", name)
    expect(begun).toEqual(["a1", "a2", "b1"])
    enter("c", "c1")
    expect(begun.slice(3)).toEqual(["c1"])
    turnsOf("c").leave(1)
    // The fourth connection stays free.
    expect(begun.slice(4)).toEqual([])
    enter("a", "a3")
    turnsOf("a").leave(1)
    turnsOf("a").leave(1)
    // Each account in turn; the one that has waited longest comes first.
    expect(begun.slice(4)).toEqual(["b2", "a3"])
  })

  it("goes on if a statement cannot even begin, and starts those of others that wait meanwhile", () => {
    const { turnsOf } = make(2)
    const begun: Array<string> = []
    const enter = (account: string, name: string) => turnsOf(account).enter(() => begun.push(name), never)
    enter("a", "a1")
    turnsOf("a").enter(() => {
      throw new Error("no client")
    }, never)
    enter("a", "a3")
    enter("b", "b1")
    enter("b", "b2")
    expect(() => turnsOf("a").leave(1)).toThrow("no client")
    turnsOf("b").leave(1)
    expect(begun).toEqual(["a1", "b1", "a3", "b2"])
  })

  it("ends all statements that wait if each ends at once, as when the pool is closed", () => {
    const { turnsOf } = make(2)
    let ended = 0
    const { enter, leave } = turnsOf("a")
    enter(() => {}, never)
    for (let each = 0; each < 20_000; each++) {
      enter(() => {
        ended += 1
        leave(0)
      }, never)
    }
    leave(1)
    expect([ended, vi.getTimerCount()]).toEqual([20_000, 0])
  })

  it("takes no further request while many of its statements wait", () => {
    const { shares, turnsOf } = make(1)
    for (let each = 0; each < 32; each++) turnsOf("a").enter(() => {}, never)
    expect(shares.take("a", 0)).toBe(0)
    turnsOf("a").enter(() => {}, never)
    expect([shares.take("a", 0), shares.take("b", 0)]).toEqual([1_000, 0])
    turnsOf("a").leave(1)
    expect(shares.take("a", 0)).toBe(0)
  })

  it("is paid for at most ten seconds, because a statement may have waited for a database that stood still", () => {
    const { shares, turnsOf } = make()
    shares.take("a", 0)
    turnsOf("a").enter(() => {}, never)
    turnsOf("a").leave(900_000)
    expect(Math.round(shares.take("a", 0) / 1_000)).toBe(10)
  })

  it("lets no statement wait for longer than five seconds", () => {
    const { turnsOf } = make(1)
    const said: Array<string> = []
    const enter = (name: string) =>
      turnsOf("a").enter(
        () => said.push(`${name} runs`),
        () => said.push(`${name} expires`)
      )
    enter("a1")
    enter("a2")
    vi.advanceTimersByTime(3_000)
    enter("a3")
    vi.advanceTimersByTime(2_000)
    // Also while none of those that run comes to its end.
    expect(said).toEqual(["a1 runs", "a2 expires"])
    turnsOf("a").leave(5_000)
    vi.advanceTimersByTime(10_000)
    turnsOf("a").leave(1)
    enter("a4")
    expect(said).toEqual(["a1 runs", "a2 expires", "a3 runs", "a4 runs"])
    expect(vi.getTimerCount()).toBe(0)
  })
})
