import { it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { describe, expect } from "vitest"
import * as UnknownKeys from "../../../src/http/server/UnknownKeys.js"

describe("UnknownKeys", () => {
  const setUp = () => {
    const { guard } = UnknownKeys.make()
    let asked = 0
    const lookUp = (isValid: boolean) =>
      Effect.suspend(() => {
        asked++
        return isValid ? Effect.succeed("valid") : Effect.fail("unknown")
      })
    const send = (address: string, isValid: boolean) =>
      guard(address, Effect.succeed(isValid), lookUp(isValid)).pipe(
        Effect.catchAll((error) => Effect.succeed(typeof error === "string" ? error : error.code))
      )
    return { send, asked: () => asked }
  }

  it.effect("asks the database no more once an address has sent 100 unknown keys, and then 20 times per second", () =>
    Effect.gen(function* () {
      const { asked, send } = setUp()
      const guesses = Effect.replicateEffect(send("192.0.2.1", false), 500)
      const answers = yield* guesses
      expect(new Set(answers.slice(0, 100))).toEqual(new Set(["unknown"]))
      expect(new Set(answers.slice(100))).toEqual(new Set(["TOO_MANY_UNKNOWN_KEYS"]))
      expect(asked()).toBe(100)
      yield* TestClock.adjust("1 second")
      yield* guesses
      expect(asked()).toBe(120)
    })
  )

  it.effect("lets valid keys of the same address and all keys of other addresses through", () =>
    Effect.gen(function* () {
      const { send } = setUp()
      expect(new Set(yield* Effect.replicateEffect(send("192.0.2.1", true), 500))).toEqual(new Set(["valid"]))
      yield* Effect.replicateEffect(send("192.0.2.1", false), 200)
      expect([yield* send("192.0.2.1", true), yield* send("192.0.2.2", false)]).toEqual(["valid", "unknown"])
    })
  )

  it.effect("counts the addresses of a /64 network together", () =>
    Effect.gen(function* () {
      const { send } = setUp()
      yield* Effect.replicateEffect(send("2001:db8:1:2:3::1", false), 100)
      expect(yield* send("2001:db8:1:2:4::9", false)).toBe("TOO_MANY_UNKNOWN_KEYS")
      expect(yield* send("2001:db8:1:3:3::1", false)).toBe("unknown")
    })
  )
})
