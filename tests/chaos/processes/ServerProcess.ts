import { readFileSync } from "node:fs"
import { hostname } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Exit, Scope } from "effect"
import * as Child from "../../../runtime-http/test/Child.js"

/** What a server needs to start. */
export interface Settings {
  /** The bundle of the program. */
  readonly file: string
  readonly env: Readonly<Record<string, string>>
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly pid: number
  readonly baseUrl: string
  /** How the name of the process in the schedule begins. */
  readonly runner: string
  readonly signal: (signal: NodeJS.Signals) => void
  /** Resolves with its exit code or signal. */
  readonly ended: Promise<number | string | null>
  readonly hasEnded: () => boolean
  readonly output: () => string
  /** The most memory that it ever used, in megabytes; 0 where the system does not say. */
  readonly peakMegabytes: () => number
  /** Kills it if it still runs. */
  readonly release: () => Promise<void>
}

const BETWEEN_LOOKS_MILLIS = 50

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}

/** Starts a server, without waiting for it. On a new port each time: another program may have taken the old one while it was down. */
export const spawn = async ({ env, file }: Settings): Promise<ServerProcess> => {
  const port = await Effect.runPromise(Child.freePort)
  const scope = Effect.runSync(Scope.make())
  const child = await Effect.runPromise(Scope.extend(Child.start(file, { ...env, PORT: String(port) }), scope))
  let isOver = false
  let peak = 0
  const ended = Effect.runPromise(child.ended).then((code) => {
    isOver = true
    return code
  })
  return {
    pid: child.pid,
    baseUrl: `http://127.0.0.1:${port}`,
    runner: `${hostname()}:${child.pid}`,
    signal: child.signal,
    ended,
    hasEnded: () => isOver,
    output: child.output,
    peakMegabytes: () => {
      peak = Math.max(peak, highWaterMegabytes(child.pid))
      return peak
    },
    release: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

const highWaterMegabytes = (pid: number): number => {
  try {
    const [, kilobytes = "0"] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return Math.round(Number(kilobytes) / 1_024)
  } catch {
    return 0
  }
}

/** Waits until the server takes requests; false if it ends before that. */
export const untilReady = async (server: ServerProcess): Promise<boolean> => {
  while (!server.hasEnded()) {
    if (await isReady(server.baseUrl)) return true
    await sleep(BETWEEN_LOOKS_MILLIS)
  }
  return false
}
