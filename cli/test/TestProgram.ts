import { format } from "node:util"
import { NodeContext } from "@effect/platform-node"
import { ConfigProvider, Effect } from "effect"
import { program } from "../src/Program.js"

/** How a command ended, and what it wrote. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in this process, with these environment variables for its settings. */
export const run = async (
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {}
): Promise<Ended> => {
  const out: Array<string> = []
  const err: Array<string> = []
  const into =
    (lines: Array<string>) =>
    (...values: ReadonlyArray<unknown>) =>
      Effect.sync(() => void lines.push(`${format(...values)}\n`))
  const code = await Effect.consoleWith((console) =>
    Effect.withConsole(program([process.execPath, "tributary", ...args]), {
      ...console,
      log: into(out),
      error: into(err)
    })
  ).pipe(
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))),
    Effect.provide(NodeContext.layer),
    Effect.runPromise
  )
  return { code, out: out.join(""), err: err.join("") }
}
