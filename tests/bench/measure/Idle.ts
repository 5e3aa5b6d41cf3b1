import { setTimeout as sleep } from "node:timers/promises"
import type { Meter } from "./ProcessorTime.js"

/** How long servers are watched while nobody asks, in seconds. */
const IDLE_SECS = 6

const pause = (): Promise<void> => sleep(IDLE_SECS * 1_000)

/** A meter that leaves out what the spender uses while nobody asks it. */
export interface BusyMeter {
  /** How much of a core the spender uses while nobody asks it. */
  readonly idleShare: number
  /** The processor time in microseconds that `run` costs, and what it returns. */
  readonly during: <A>(run: () => Promise<A>) => Promise<{ readonly micros: number; readonly result: A }>
}

/**
 * Watches the spenders while nobody asks them, all at the same time. Their background work costs 1 to 2 % of a core: without taking it
 * off, a slow machine would look like a slow server. `wait` ends the watch; after six seconds by default.
 */
export const settle = async (
  meters: ReadonlyArray<Meter>,
  wait: () => Promise<void> = pause
): Promise<ReadonlyArray<BusyMeter>> => {
  // One after another: all of them may ask over the same session of Postgres.
  const readAll = async () => {
    const all: Array<number> = []
    for (const meter of meters) all.push(await meter.read())
    return all
  }
  const startedAt = performance.now()
  const before = await readAll()
  await wait()
  const after = await readAll()
  const millis = performance.now() - startedAt
  return meters.map((meter, index) => {
    const idlePerMilli = ((after[index] ?? 0) - (before[index] ?? 0)) / millis
    return {
      idleShare: idlePerMilli / 1_000,
      during: async (run) => {
        const from = await meter.read()
        const begin = performance.now()
        const result = await run()
        const elapsed = performance.now() - begin
        return { micros: (await meter.read()) - from - elapsed * idlePerMilli, result }
      }
    }
  })
}
