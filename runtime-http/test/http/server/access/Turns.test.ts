import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import * as Errors from "../../../../src/api/parts/Errors.js"
import * as Turns from "../../../../src/http/server/access/Turns.js"

const refusal = Errors.make("TooManyHeavyRequests", { retryAfterSecs: 1 })

describe("heavy requests of a key", () => {
  it("keep their turn until their answer has left", async () => {
    const inTurn = Turns.make({ atOnce: 1, inFlight: 2 }, refusal)
    const sent: Array<() => void> = []
    const begun: Array<string> = []
    const ask = (name: string) =>
      inTurn(
        "key",
        Effect.sync(() => begun.push(name)),
        (run) => sent.push(run)
      )
    await Effect.runPromise(ask("first"))
    const second = Effect.runFork(ask("second"))
    // Both are in flight: one whose answer has not left, and one that waits.
    expect(await Effect.runPromise(Effect.flip(ask("third")))).toBe(refusal)
    expect(begun).toEqual(["first"])
    sent[0]?.()
    await Effect.runPromise(Fiber.join(second))
    expect(begun).toEqual(["first", "second"])
    sent[1]?.()
    await Effect.runPromise(ask("fourth"))
  })

  it("give their turn back at once if they fail, and if their client disconnects while they wait or run", async () => {
    const inTurn = Turns.make({ atOnce: 1, inFlight: 2 }, refusal)
    const never = () => {
      throw new Error("There is no answer that could leave.")
    }
    await Effect.runPromise(Effect.flip(inTurn("key", Effect.fail("failed"), never)))
    const running = Effect.runFork(inTurn("key", Effect.never, never))
    const waiting = Effect.runFork(inTurn("key", Effect.void, never))
    await Effect.runPromise(Effect.zipRight(Fiber.interrupt(waiting), Fiber.interrupt(running)))
    await Effect.runPromise(inTurn("key", Effect.void, Turns.immediately))
  })
})
