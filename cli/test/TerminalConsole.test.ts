import { NodeContext } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { expect, it } from "vitest"
import { program } from "../src/Program.js"
import * as TerminalConsole from "../src/TerminalConsole.js"

const terminal = { isTTY: true }
const file = {}

/** What the console prints of a coloured text. */
const printed = async (streams: TerminalConsole.Streams, noColor?: string): Promise<ReadonlyArray<unknown>> => {
  const lines: Array<unknown> = []
  const note = (...values: ReadonlyArray<unknown>) => Effect.sync(() => void lines.push(...values))
  await Effect.consoleWith((console) => {
    const own = TerminalConsole.make({ ...console, log: note, error: note }, streams, noColor)
    return Effect.withConsole(
      Effect.zipRight(Console.log("\u001b[1mout\u001b[0m", 1), Console.error("\u001b[1merr\u001b[0m")),
      own
    )
  }).pipe(Effect.runPromise)
  return lines
}

it("A terminal gets colours, and a file or a pipe gets none", async () => {
  expect(await printed({ stdout: terminal, stderr: terminal })).toEqual([
    "\u001b[1mout\u001b[0m",
    1,
    "\u001b[1merr\u001b[0m"
  ])
  expect(await printed({ stdout: file, stderr: terminal })).toEqual(["out", 1, "\u001b[1merr\u001b[0m"])
  expect(await printed({ stdout: terminal, stderr: file })).toEqual(["\u001b[1mout\u001b[0m", 1, "err"])
  expect(await printed({ stdout: terminal, stderr: terminal }, "1")).toEqual(["out", 1, "err"])
})

it.each([["--help"], ["nothing"], ["keys", "--help"], ["keys", "create"]])(
  "tributary %s prints no colours into a pipe",
  async (...args) => {
    const lines: Array<unknown> = []
    const note = (...values: ReadonlyArray<unknown>) => Effect.sync(() => void lines.push(...values))
    await Effect.consoleWith((console) =>
      Effect.withConsole(program([process.execPath, "tributary", ...args]), { ...console, log: note, error: note })
    ).pipe(Effect.provide(NodeContext.layer), Effect.runPromise)
    expect(lines.join("\n")).toMatch(/\w/)
    expect(lines.join("\n")).not.toContain("\u001b")
  }
)
