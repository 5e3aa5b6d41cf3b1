import { type ChildProcess, spawn } from "node:child_process"
import { until } from "./Wait.js"

/** A command that still runs. */
export interface Running {
  /** Waits until the command has printed what the pattern finds, and returns the first group; fails if the command ends before. */
  readonly printed: (pattern: RegExp) => Promise<string>
  /** Ends the command and all that it has started. */
  readonly stop: () => Promise<void>
}

/** The commands that a person types in a shell, which are counted. */
export interface ShellCommands {
  /** Runs a command to its end and returns what it printed; fails with that if the command does. */
  readonly run: (line: ReadonlyArray<string>, cwd: string) => Promise<string>
  /** Starts a command that does not end by itself. */
  readonly start: (line: ReadonlyArray<string>, cwd: string) => Running
  readonly count: () => number
}

/** A shell with these environment variables. */
export const make = (env: Readonly<Record<string, string | undefined>>): ShellCommands => {
  let count = 0
  const open = ([program = "", ...args]: ReadonlyArray<string>, cwd: string) => {
    count += 1
    // A process group of its own, so that one signal reaches what npm starts.
    const child: ChildProcess = spawn(program, args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += String(data)))
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject)
      child.once("close", resolve)
    })
    return { child, ended, output: () => output }
  }
  return {
    count: () => count,
    run: async (line, cwd) => {
      const { ended, output } = open(line, cwd)
      const code = await ended
      if (code !== 0) throw new Error(`${line.join(" ")} ended with code ${code}:\n${output()}`)
      return output()
    },
    start: (line, cwd) => {
      const { child, ended, output } = open(line, cwd)
      return {
        printed: (pattern) =>
          until(async () => {
            const found = pattern.exec(output())
            if (found !== null) return found[1] ?? ""
            if (child.exitCode !== null) throw new Error(`${line.join(" ")} ended:\n${output()}`)
            return null
          }),
        stop: async () => {
          if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGTERM")
          await ended
        }
      }
    }
  }
}
