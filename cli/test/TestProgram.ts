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

/** How a command ended, and what a terminal shows of it. */
export interface Shown {
  readonly code: number
  readonly text: string
}

/** A command that runs. */
export interface Running {
  readonly ended: Promise<Ended>
  /** What it has written to the standard error so far. */
  readonly err: () => string
}

/** Starts a command in this process, with these environment variables for its settings. */
export const start = (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>> = {}): Running => {
  const out: Array<string> = []
  const err: Array<string> = []
  const ended = carryOut(args, settings, { out, err })
  return {
    ended: ended.then((code) => ({ code, out: out.join(""), err: err.join("") })),
    err: () => err.join("")
  }
}

/** Runs a command in this process, with these environment variables for its settings. */
export const run = (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  start(args, settings).ended

/** Runs a command in this process, with both its outputs in one text, in the order in which it writes them. */
export const show = async (
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {}
): Promise<Shown> => {
  const lines: Array<string> = []
  const code = await carryOut(args, settings, { out: lines, err: lines })
  return { code, text: lines.join("") }
}

const carryOut = (
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>>,
  { err, out }: { readonly out: Array<string>; readonly err: Array<string> }
): Promise<number> => {
  const into =
    (lines: Array<string>) =>
    (...values: ReadonlyArray<unknown>) =>
      Effect.sync(() => void lines.push(`${format(...values)}\n`))
  return Effect.consoleWith((console) =>
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
}
