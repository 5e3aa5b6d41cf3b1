import { type ChildProcess, spawn as spawnProcess } from "node:child_process"
import { createServer } from "node:net"
import { Effect, type Scope } from "effect"

/** Systems give ports from 32768 on, or from 49152 on, to connections. */
const FIRST_PORT = 20_000
const PORTS = 12_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A free port. No connection gets it before the test listens there, however busy the machine is. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    if (await isFree(port)) return port
  }
}

/** A program that runs in a process of its own. */
export interface Child {
  readonly pid: number
  readonly process: ChildProcess
  readonly signal: (signal: NodeJS.Signals) => void
  /** Resolves with its exit code, or with the signal that ended it, when all that it printed has arrived. */
  readonly ended: Promise<number | string | null>
  readonly hasEnded: () => boolean
  /** What it has printed to both streams so far. */
  readonly output: () => string
  /** What it has printed to the standard output so far. */
  readonly out: () => string
  /** What it has printed to the standard error so far. */
  readonly err: () => string
  /** Kills it if it still runs, and waits until it has ended. */
  readonly release: () => Promise<void>
}

/** How to start a program; every field has a default. */
export interface Settings {
  /** Node by default. */
  readonly program?: string
  readonly args?: ReadonlyArray<string>
  /** The folder in which it runs; that of this process by default. */
  readonly cwd?: string
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Where its streams go; by default what it prints is kept. */
  readonly stdio?: ReadonlyArray<"ignore" | "inherit" | "ipc" | "pipe">
  /** Whether it begins a session, whose priority it can change without that of this process; no signal of a terminal reaches it then. */
  readonly hasOwnSession?: boolean
}

/** The environment without settings of the runtime, which a shell may have: a setting that is not given has its default. */
const withoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("TRIBUTARY_")))

/** Starts a program. Whoever starts it must release it. */
export const spawn = (
  file: string,
  {
    args = [],
    cwd,
    env = {},
    hasOwnSession = false,
    program = process.execPath,
    stdio = ["ignore", "pipe", "pipe"]
  }: Settings = {}
): Child => {
  const child = spawnProcess(program, [file, ...args], {
    cwd,
    env: { ...withoutSettings(), ...env },
    stdio: [...stdio],
    detached: hasOwnSession
  })
  const printed = { both: "", out: "", err: "" }
  for (const stream of ["out", "err"] as const) {
    child[`std${stream}`]?.setEncoding("utf8").on("data", (text: string) => {
      printed.both += text
      printed[stream] += text
    })
  }
  let hasEnded = false
  const ended = new Promise<number | string | null>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code, signal) => {
      hasEnded = true
      resolve(code ?? signal)
    })
  })
  return {
    pid: child.pid ?? 0,
    process: child,
    signal: (signal) => void child.kill(signal),
    ended,
    hasEnded: () => hasEnded,
    output: () => printed.both,
    out: () => printed.out,
    err: () => printed.err,
    release: async () => {
      // A stopped process keeps a signal until it goes on.
      child.kill("SIGCONT")
      child.kill("SIGKILL")
      await ended
    }
  }
}

/** Starts a program with Node, and kills it when the scope closes. */
export const start = (file: string, env: Readonly<Record<string, string>>): Effect.Effect<Child, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => spawn(file, { env })),
    ({ release }) => Effect.promise(release)
  )
