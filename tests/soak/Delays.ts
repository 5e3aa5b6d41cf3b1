import { readFileSync } from "node:fs"
import { constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks"

/** Collections of garbage that stopped the main thread. */
export interface Collections {
  readonly count: number
  readonly millis: number
  readonly longestMillis: number
}

/** What kept the main thread of a process from its work in some time. */
export interface Delays {
  readonly secs: number
  /** Collections of young objects. */
  readonly minor: Collections
  /** Collections of all objects, without the steps that prepare them. */
  readonly major: Collections
  /** How long the thread could have worked while others had the processors, in milliseconds; 0 where the system does not say. */
  readonly waitedMillis: number
  /** How long the loop would have kept a request waiting that arrives at the worst of a hundred moments, in milliseconds. */
  readonly lateMillis: number
}

/** A collection, as Node reports it; the types of Node leave out the detail. */
type Entry = PerformanceEntry & { readonly detail?: NodeGCPerformanceDetail }

const NONE: Collections = { count: 0, millis: 0, longestMillis: 0 }

const added = ({ count, longestMillis, millis }: Collections, duration: number): Collections => ({
  count: count + 1,
  millis: millis + duration,
  longestMillis: Math.max(longestMillis, duration)
})

const NANOS = 1_000_000
const SECOND = 1_000
const TURN_MILLIS = 5

/** How long the main thread has waited for a processor since it began, in milliseconds. */
const waited = (): number => {
  try {
    const [, nanos = "0"] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")
    return Number(nanos) / NANOS
  } catch {
    return 0
  }
}

/**
 * How long a request waits for the loop if it arrives at the worst hundredth of all moments, from how long the loop was busy at once. Moments count,
 * and not turns of the loop: one turn of 80 ms among a hundred short ones is a hundredth of the turns, but a sixth of half a second.
 */
export const worstWaitOf = (busy: ReadonlyArray<number>, millis: number): number => {
  const share = millis / 100
  let sum = 0
  let wait = 0
  // A moment waits for the end of the turn in which it is, so of each turn that is longer than the wait, only the excess counts.
  for (const [index, turn] of [...busy].sort((one, other) => other - one).entries()) {
    sum += turn
    wait = Math.max(wait, (sum - share) / (index + 1))
  }
  return wait
}

/** Watches this process. Each call returns what it saw since the one before. */
export const watch = (): (() => Delays) => {
  let minor = NONE
  let major = NONE
  let waitedBefore = waited()
  let began = performance.now()
  let busy: Array<number> = []
  let turnBegan = began
  setInterval(() => {
    const now = performance.now()
    busy.push(Math.max(0, now - turnBegan - TURN_MILLIS))
    turnBegan = now
  }, TURN_MILLIS).unref()
  new PerformanceObserver((list) => {
    const entries: ReadonlyArray<Entry> = list.getEntries()
    for (const { detail, duration } of entries) {
      if (detail?.kind === constants.NODE_PERFORMANCE_GC_MINOR) minor = added(minor, duration)
      if (detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) major = added(major, duration)
    }
  }).observe({ entryTypes: ["gc"] })
  return () => {
    const secs = (performance.now() - began) / SECOND
    const waitedNow = waited()
    const lateMillis = worstWaitOf(busy, secs * SECOND)
    const delays: Delays = { secs, minor, major, waitedMillis: waitedNow - waitedBefore, lateMillis }
    minor = NONE
    major = NONE
    waitedBefore = waitedNow
    began = performance.now()
    busy = []
    return delays
  }
}

const shown = (name: string, { count, longestMillis, millis }: Collections, secs: number): string =>
  `${(count / secs).toFixed(1)} ${name} collections a second (${((millis / secs / SECOND) * 100).toFixed(1)} % of the time, the longest ${longestMillis.toFixed(0)} ms)`

/** The figures in words. */
export const describe = ({ lateMillis, major, minor, secs, waitedMillis }: Delays): string =>
  `${shown("minor", minor, secs)}, ${shown("major", major, secs)}; the server waited for a processor ${((waitedMillis / secs / SECOND) * 100).toFixed(0)} % of the time; at one of a hundred moments, its loop kept a request waiting for ${lateMillis.toFixed(0)} ms`
