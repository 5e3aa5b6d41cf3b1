import { readFileSync } from "node:fs"
import { hostname } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import * as Child from "../../../runtime-http/test/Child.js"

/** A Tributary server in a process of its own. */
export interface ServerProcess extends Child.Child {
  /** Such as `http://127.0.0.1:20000`. */
  readonly origin: string
  /** How the name of the process in the schedule begins. */
  readonly runner: string
  /** The most memory that it ever used, in megabytes; 0 where the system does not say. */
  readonly peakMegabytes: () => number
}

const BETWEEN_LOOKS_MILLIS = 50

const isReady = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
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

/**
 * Starts the bundle of a server, without waiting for it. On a new port each time: another program may have taken the old one while it was
 * down.
 */
export const spawn = async (
  file: string,
  env: Readonly<Record<string, string>>,
  settings: Child.Settings = {}
): Promise<ServerProcess> => {
  const port = await Child.freePort()
  const child = Child.spawn(file, {
    ...settings,
    env: { TRIBUTARY_ALLOW_LOOPBACK: "true", ...env, PORT: String(port) }
  })
  let peak = 0
  return {
    ...child,
    origin: `http://127.0.0.1:${port}`,
    runner: `${hostname()}:${child.pid}`,
    peakMegabytes: () => {
      peak = Math.max(peak, highWaterMegabytes(child.pid))
      return peak
    }
  }
}

/** Waits until the server takes requests; false if it ends before that. */
export const untilReady = async (server: ServerProcess): Promise<boolean> => {
  while (!server.hasEnded()) {
    if (await isReady(server.origin)) return true
    await sleep(BETWEEN_LOOKS_MILLIS)
  }
  return false
}

/** Starts the bundle of a server, and waits until it takes requests. */
export const start = async (
  file: string,
  env: Readonly<Record<string, string>>,
  settings: Child.Settings = {}
): Promise<ServerProcess> => {
  const server = await spawn(file, env, settings)
  if (await untilReady(server)) return server
  throw new Error(`The server ended with ${await server.ended} before it took requests:\n${server.output()}`)
}
