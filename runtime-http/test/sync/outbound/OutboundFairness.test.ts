import { describe, expect, it } from "vitest"
import { OutboundFairness } from "../../../src/sync/outbound/OutboundFairness.js"

/** The connections of accounts: `A1` is the first connection of the account `A`. */
const of = (...names: ReadonlyArray<string>) =>
  names.map((name) => ({ accountId: name.slice(0, 1), connectionId: name }))

const shown = (turns: ReturnType<OutboundFairness["choose"]>): Readonly<Record<string, number>> =>
  Object.fromEntries(turns.map(({ connectionId, jobs }) => [connectionId, jobs]))

describe("OutboundFairness", () => {
  it("gives an account at most half of the places, and a connection at most a quarter", () => {
    expect(shown(new OutboundFairness(16).choose(of("A1"), []))).toEqual({ A1: 4 })
    expect(shown(new OutboundFairness(16).choose(of("A1", "A2", "A3"), []))).toEqual({ A1: 3, A2: 3, A3: 2 })
    expect(shown(new OutboundFairness(1).choose(of("A1", "A2"), []))).toEqual({ A1: 1 })
  })

  it("gives accounts equal shares, however many connections they have", () => {
    expect(shown(new OutboundFairness(8).choose(of("A1", "A2", "A3", "B1", "B2"), []))).toEqual({
      A1: 2,
      A2: 1,
      A3: 1,
      B1: 2,
      B2: 2
    })
  })

  it("counts the jobs that are already running", () => {
    const shares = new OutboundFairness(8)
    expect(shown(shares.choose(of("A1", "A2", "B1"), of("A1", "A1", "A3")))).toEqual({ A2: 1, B1: 2 })
    expect(shown(shares.choose(of("A1", "A2"), of("A3", "A3", "A4", "A4")))).toEqual({})
  })

  it("lets accounts take turns if there is a single place", () => {
    const shares = new OutboundFairness(1)
    const due = of("A1", "A2", "B1", "C1")
    const turns = Array.from({ length: 8 }, () => Object.keys(shown(shares.choose(due, []))).join())
    expect(turns).toEqual(["A1", "B1", "C1", "A2", "B1", "C1", "A1", "B1"])
  })
})
