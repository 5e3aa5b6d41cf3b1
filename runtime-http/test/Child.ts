import { type ChildProcess, spawn } from "node:child_process"
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
export const freePort: Effect.Effect<number> = Effect.promise(async () => {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    if (await isFree(port)) return port
  }
})

/** A running child process. */
export interface Child {
  readonly pid: number
  readonly signal: (signal: NodeJS.Signals) => void
  /** Waits until the process has ended; returns its exit code or signal. */
  readonly ended: Effect.Effect<number | string | null>
  readonly output: () => string
}

/** Starts a program, and kills it when the scope closes. */
export const start = (file: string, env: Readonly<Record<string, string>>): Effect.Effect<Child, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child: ChildProcess = spawn(process.execPath, [file], {
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "pipe"]
      })
      let output = ""
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on("data", (data) => {
          output += String(data)
        })
      }
      const exit = new Promise<number | string | null>((resolve) => {
        child.on("exit", (code, signal) => resolve(code ?? signal))
      })
      return {
        pid: child.pid ?? 0,
        signal: (signal: NodeJS.Signals) => void child.kill(signal),
        ended: Effect.promise(() => exit),
        output: () => output
      }
    }),
    (child) =>
      Effect.suspend(() => {
        child.signal("SIGCONT")
        child.signal("SIGKILL")
        return child.ended
      })
  )
