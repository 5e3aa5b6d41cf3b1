import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { bundleBeside } from "./Bundle.js"
import * as Child from "./Child.js"

const scope = Effect.runSync(Scope.make())
let file = ""
beforeAll(async () => {
  file = await Effect.runPromise(Scope.extend(bundleBeside(import.meta.url, "ProcessLinesProgram"), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const run = async (how: string) => {
  const child = Child.spawn(file, { args: [how] })
  const code = await child.ended
  return { code, err: child.err(), lines: child.out().trimEnd().split("\n") }
}

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
