import { Effect } from "effect"
import { expect, it } from "vitest"
import { bundleBeside } from "./Bundle.js"
import * as Child from "./Child.js"

const run = (how: string) =>
  Effect.gen(function* () {
    const child = Child.spawn(yield* bundleBeside(import.meta.url, "ProcessLinesProgram"), { args: [how] })
    const code = yield* Effect.promise(() => child.ended)
    return { code, err: child.err(), lines: child.out().trimEnd().split("\n") }
  }).pipe(Effect.scoped, Effect.runPromise)

it.each([
  ["throw", "thrown on purpose"],
  ["reject", "rejected on purpose"]
])("warnings of Node and an error that nobody catches are lines of the log: %s", async (how, message) => {
  const { code, err, lines } = await run(how)
  expect([code, err]).toEqual([1, ""])
  const [warning, end, ...rest] = lines.map((line) => JSON.parse(line))
  expect(warning).toMatchObject({
    logLevel: "WARN",
    message: "DeprecationWarning: the old way ends",
    annotations: { code: "PG_OLD" }
  })
  expect(end).toMatchObject({ logLevel: "FATAL" })
  expect(JSON.stringify(end)).toContain(message)
  expect(rest).toEqual([])
})
