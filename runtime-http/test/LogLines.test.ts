import { it } from "@effect/vitest"
import { Cause, Effect, Exit, Logger, Redacted, Scope } from "effect"
import { expect, vi } from "vitest"
import * as LogLines from "../src/LogLines.js"

interface Line {
  readonly message: string
  readonly logLevel: string
}

const messages = (writes: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  writes.map((text) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as Line).message)
  )

it.effect("lines are written together with the next warning, after a short while, or when the scope closes", () =>
  Effect.gen(function* () {
    vi.useFakeTimers()
    const writes: Array<string> = []
    const scope = yield* Scope.make()
    const logger = yield* Scope.extend(LogLines.make({ write: (text) => writes.push(text) }), scope)
    const logged = (effect: Effect.Effect<void>) => Effect.provide(effect, Logger.replace(Logger.defaultLogger, logger))

    yield* logged(Effect.zipRight(Effect.logInfo("a"), Effect.logInfo("b")))
    expect(writes).toEqual([])
    yield* logged(Effect.logWarning("c"))
    expect(messages(writes)).toEqual([["a", "b", "c"]])

    yield* logged(Effect.logInfo("d"))
    vi.advanceTimersByTime(50)
    expect(messages(writes)).toEqual([["a", "b", "c"], ["d"]])
    vi.advanceTimersByTime(1_000)

    yield* logged(Effect.logInfo("e"))
    yield* Scope.close(scope, Exit.void)
    expect(messages(writes)).toEqual([["a", "b", "c"], ["d"], ["e"]])
  }).pipe(Effect.ensuring(Effect.sync(() => vi.useRealTimers())))
)

it.scoped("many lines are written without a wait", () =>
  Effect.gen(function* () {
    const writes: Array<string> = []
    const logger = yield* LogLines.make({ write: (text) => writes.push(text) })
    const line = Effect.provide(Effect.logInfo("a"), Logger.replace(Logger.defaultLogger, logger))
    yield* Effect.repeatN(line, 499)
    expect(messages(writes).map((lines) => lines.length)).toEqual([500])
  })
)

it.effect("a line equals that of Effect's own JSON logger, whatever it says", () =>
  Effect.gen(function* () {
    const writes: Array<string> = []
    const expected: Array<string> = []
    const scope = yield* Scope.make()
    const logger = yield* Scope.extend(LogLines.make({ write: (text) => writes.push(text) }), scope)
    const both = Logger.make<unknown, void>((options) => {
      expected.push(Logger.jsonLogger.log(options))
      logger.log(options)
    })
    const circular: Record<string, unknown> = { name: "circle" }
    circular["itself"] = circular
    const annotated = Effect.annotateLogs(Effect.logInfo("answered"), { status: 200, route: "/v1", key: null, big: 1n })
    const lines = [
      annotated,
      Effect.logInfo("one", "two"),
      Effect.logInfo({ key: Redacted.make("secret") }),
      Effect.annotateLogs(Effect.logInfo("circular"), { circular, key: Redacted.make("secret") }),
      Effect.logInfo(new Error("broken")),
      Effect.logInfo("caused", Cause.fail(new Error("cause"))),
      Effect.withLogSpan(Effect.logInfo("in a span"), "span")
    ]
    yield* Effect.forEach(lines, (line) => Effect.provide(line, Logger.replace(Logger.defaultLogger, both)))
    yield* Scope.close(scope, Exit.void)
    expect(writes.join("").trimEnd().split("\n")).toEqual(expected)
    expect(expected).toHaveLength(lines.length)
    expect(writes.join("")).not.toContain("secret")
  })
)

it.scoped("a line has escapes in place of the characters that a terminal obeys, and is the same JSON", () =>
  Effect.gen(function* () {
    const writes: Array<string> = []
    const logger = yield* LogLines.make({ write: (text) => writes.push(text) })
    const message = "row \x1b[2J \u009b2J \u202e \x7f"
    yield* Effect.provide(Effect.logWarning(message), Logger.replace(Logger.defaultLogger, logger))
    expect(messages(writes)).toEqual([[message]])
    expect(writes.join("").trimEnd()).toMatch(/^[\x20-\x7e]*$/)
  })
)
