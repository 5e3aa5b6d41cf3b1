import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import * as StopSignals from "../../../src/cli/start/StopSignals.js"

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Sends the process these signals, each after some milliseconds, and returns those that end it at once. */
const ending = (agent: string | undefined, ...signals: ReadonlyArray<readonly [number, "SIGINT" | "SIGTERM"]>) =>
  Effect.scoped(
    Effect.gen(function* () {
      vi.stubEnv("npm_config_user_agent", agent)
      const ended: Array<unknown> = []
      vi.spyOn(process, "kill").mockImplementation((_, signal) => {
        ended.push(signal)
        return true
      })
      yield* StopSignals.watch
      for (const [millis, signal] of signals) {
        yield* TestClock.adjust(millis)
        process.emit(signal, signal)
      }
      return ended
    })
  )

describe("A second signal", () => {
  it.effect("ends the process at once", () =>
    Effect.gen(function* () {
      expect(yield* ending(undefined, [0, "SIGINT"])).toEqual([])
      expect(yield* ending(undefined, [0, "SIGINT"], [1, "SIGINT"])).toEqual(["SIGINT"])
    })
  )

  it.effect("is a copy of the first one if npm can have passed it on", () =>
    Effect.gen(function* () {
      expect(yield* ending("npm/11", [0, "SIGINT"], [20, "SIGINT"])).toEqual([])
      expect(yield* ending("npm/11", [0, "SIGINT"], [20, "SIGINT"], [600, "SIGINT"])).toEqual(["SIGINT"])
      expect(yield* ending("npm/11", [0, "SIGINT"], [20, "SIGTERM"])).toEqual(["SIGTERM"])
    })
  )
})
