import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as AccountFairness from "../../../src/sync/schedule/AccountFairness.js"

/** Due connections, named after their accounts: `a1` is one of account `a`. */
const due = (...names: ReadonlyArray<string>) =>
  names.map((connectionId) => ({ connectionId, accountId: connectionId.slice(0, 1) }))

const open = (slots: AccountFairness.JobSlots, ...accounts: ReadonlyArray<string>) =>
  accounts.map((account) => {
    const slot = slots.open(account)
    if (slot === null) throw new Error(`no slot for ${account}`)
    return slot
  })

const dealt = (slots: AccountFairness.JobSlots, ...names: ReadonlyArray<string>) =>
  slots.deal(due(...names)).map(({ connectionId }) => connectionId)

/** Slots for four jobs, of which these accounts have some. */
const fourSlots = (...accounts: ReadonlyArray<string>) => {
  const slots = AccountFairness.make(4)
  return { slots, taken: open(slots, ...accounts) }
}

describe("a free slot", () => {
  it.each([
    ["is for whoever is due", "", ["a1", "a2", "a3"], ["a1", "a2", "a3"]],
    ["is for the account with the fewest jobs", "aa", ["a1", "c1", "b1"], ["c1", "b1"]],
    [
      "is for the connection that is due longest if the accounts are equal",
      "",
      ["b1", "b2", "a1", "b3", "a2", "c1"],
      ["b1", "a1", "c1", "b2"]
    ],
    ["is an additional one for an account without a job", "aaaa", ["a1", "b1", "b2", "c1"], ["b1"]],
    ["is not additional if every account has a job", "abcd", ["e1", "a1"], []],
    ["does not exist if all are taken, including the additional one", "aaaab", ["a1", "b1", "c1"], []]
  ] as const)("%s", (_, accounts, names, expected) => {
    const { slots } = fourSlots(...accounts)
    expect(dealt(slots, ...names)).toEqual(expected)
    // Whoever asks again gets the same answer, because nobody has taken a slot yet.
    expect(dealt(slots, ...names)).toEqual(expected)
  })

  it("is refused to a job that starts without being chosen", () => {
    const { slots } = fourSlots("a", "a", "a", "a")
    expect(slots.open("a")).toBeNull()
    expect(slots.open("b")?.isHeld()).toBe(true)
    expect([slots.open("b"), slots.open("c")]).toEqual([null, null])
  })

  it("comes back when a job ends, however often its end is reported", () => {
    const { slots, taken } = fourSlots("a", "a", "a", "a")
    taken[0]?.close()
    taken[0]?.close()
    expect([...slots.held()]).toEqual([["a", 3]])
  })
})

describe("the jobs of an account", () => {
  it.each([
    ["are asked for slots that accounts with fewer jobs should have", "aaaab", ["c1", "b1"], "aa"],
    ["keep their slots if nobody has fewer jobs", "aabb", ["a1", "b1"], ""],
    ["keep their slots if an exchange would only reverse the difference", "aab", ["b1", "a1"], ""],
    ["are asked only as long as the difference lasts", "aaab", ["c1", "d1", "e1", "a1"], "aa"]
  ] as const)("%s", (_, accounts, names, expected) => {
    const { slots, taken } = fourSlots(...accounts)
    slots.deal(due(...names))
    const asked = taken.filter((slot) => slot.isAsked() && slot.release())
    expect(asked.map((slot) => accounts[taken.indexOf(slot)]).join("")).toBe(expected)
  })

  it.effect("take turns with jobs that wait for a slot again after passing theirs on", () =>
    Effect.gen(function* () {
      const { slots, taken } = fourSlots("a", "a", "a", "a", "b")
      const [first, second] = taken
      slots.deal(due("c1"))
      expect(first?.isAsked() && first.release()).toBe(true)
      const fiber = yield* Effect.fork(first?.take ?? Effect.void)
      yield* Effect.yieldNow()
      // The slot is not free for the job that has passed it on.
      expect(first?.isHeld()).toBe(false)
      expect(dealt(slots, "c1")).toEqual(["c1"])
      open(slots, "c")
      slots.deal([])
      expect(second?.isAsked() && second.release()).toBe(true)
      slots.deal([])
      yield* Fiber.join(fiber)
      expect([first?.isHeld(), second?.isHeld()]).toEqual([true, false])
    })
  )
})

describe("a job that has lent its slot", () => {
  it.effect("takes it back at once if one is free", () =>
    Effect.gen(function* () {
      const { slots, taken } = fourSlots("a", "a", "a", "a")
      const [slot = taken[1]] = taken
      expect(slot?.release()).toBe(true)
      expect([slot?.isHeld(), slots.held().get("a")]).toEqual([false, 3])
      yield* slot?.take ?? Effect.void
      expect([slot?.isHeld(), slots.held().get("a")]).toEqual([true, 4])
    })
  )

  it.effect("waits for one after accounts with fewer jobs, but before due connections of accounts with as many", () =>
    Effect.gen(function* () {
      const { slots, taken } = fourSlots("a", "b", "b", "c")
      const [lender] = taken
      lender?.release()
      const [other] = open(slots, "a")
      const fiber = yield* Effect.fork(lender?.take ?? Effect.void)
      yield* Effect.yieldNow()
      expect(dealt(slots, "d1", "a1")).toEqual(["d1"])
      expect(lender?.isHeld()).toBe(false)
      other?.close()
      expect(dealt(slots, "a1", "b1")).toEqual([])
      yield* Fiber.join(fiber)
      expect(lender?.isHeld()).toBe(true)
    })
  )

  it.effect("gets none after it was interrupted", () =>
    Effect.gen(function* () {
      const { slots, taken } = fourSlots("a", "a", "a", "a")
      const [lender] = taken
      lender?.release()
      const [other] = open(slots, "a")
      const fiber = yield* Effect.fork(lender?.take ?? Effect.void)
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(fiber)
      other?.close()
      expect(dealt(slots, "a1")).toEqual(["a1"])
    })
  )

  it("is one of at most 16 per slot, of which half belong to other accounts", () => {
    const { slots } = fourSlots()
    const lend = (account: string) => slots.open(account)?.release()
    const lent = (account: string) =>
      Array.from({ length: 100 }, () => lend(account)).filter((hasLent) => hasLent).length
    expect(lent("a")).toBe(32)
    expect(lent("b")).toBe(32)
    expect(lent("c")).toBe(0)
  })
})
