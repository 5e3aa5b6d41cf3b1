import type { Journal } from "../support/run/Journal.js"
import * as Delays from "./Delays.js"
import type { Kept, Memory } from "./Memory.js"

/** What was measured in one phase. */
export interface Phase {
  /** The milliseconds of each request of the polite customer. */
  readonly millis: ReadonlyArray<number>
  /** The milliseconds of each check of credentials that the polite customer asked for. */
  readonly checkMillis: ReadonlyArray<number>
  /** Answers that the polite customer should not have got. */
  readonly refused: ReadonlyArray<string>
  /** How many seconds late each job of a well-behaved connection began. */
  readonly lateSecs: ReadonlyArray<number>
  /** The memory of the server. */
  readonly memory: Memory
  /** What delayed the server. */
  readonly delays: Delays.Delays
}

/** What was measured in a run. */
export interface Comparison {
  readonly quiet: Phase
  readonly disturbed: Phase
  /** What the server kept after a short time of noise, and after the long one, each when the noise was over. */
  readonly kept: readonly [early: Kept, late: Kept]
  /** The most heap that the server may have, in megabytes; null for what Node takes by itself. */
  readonly heapMegabytes: number | null
  /** What is different, for each well-behaved connection that has other records than its vendor. */
  readonly differences: ReadonlyArray<string>
  /** What the polite customer was refused. */
  readonly refused: ReadonlyArray<string>
  readonly connections: number
}

/** With noise, everything may take twice as long. */
const MOST = 2
/** Below these, a ratio tells more about the machine than about the server. */
const LEAST_MILLIS = 20
const LEAST_CHECK_MILLIS = 100
const LEAST_SECS = 1
const MAX_MEGABYTES = 700
/** Memory besides the heap: the code, buffers, and the stacks of threads. */
const MEGABYTES_BESIDE_HEAP = 300
const MAX_GROWTH = 1.3
/** What is kept after a collection may grow by a fifth, or by a few buffers. */
const MAX_KEPT_GROWTH = 1.2
const LEAST_KEPT_MEGABYTES = 20

/** The value below which 99 of 100 values are. */
export const p99 = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0

const shown = (value: number): string => value.toFixed(value < 10 ? 2 : 0)

/** The figures of a phase, in words. */
export const describe = ({ checkMillis, delays, lateSecs, millis }: Phase): string =>
  `${millis.length} requests, p99 ${shown(p99(millis))} ms; ${checkMillis.length} checks, p99 ${shown(p99(checkMillis))} ms; ${lateSecs.length} jobs began, p99 ${shown(p99(lateSecs))} s late; ${Delays.describe(delays)}`

/** Notes every promise that the figures break. */
export const judge = (
  { connections, differences, disturbed, heapMegabytes, kept, quiet, refused }: Comparison,
  journal: Journal
): void => {
  const compare = (promise: string, before: number, after: number, least: number, unit: string): void => {
    const limit = Math.max(before, least) * MOST
    journal.event(
      `${promise}: ${shown(before)} ${unit} without noise, ${shown(after)} ${unit} with it, ${shown(limit)} ${unit} allowed`
    )
    if (after > limit) journal.broken(promise, `${shown(after)} ${unit} instead of ${shown(before)} ${unit}`)
  }
  compare("the p99 of the polite customer's requests", p99(quiet.millis), p99(disturbed.millis), LEAST_MILLIS, "ms")
  const checks = [p99(quiet.checkMillis), p99(disturbed.checkMillis)] as const
  compare("the p99 of the polite customer's checks", ...checks, LEAST_CHECK_MILLIS, "ms")
  compare("the p99 of the delay of well-behaved jobs", p99(quiet.lateSecs), p99(disturbed.lateSecs), LEAST_SECS, "s")
  const { memory } = disturbed
  const [early, late] = memory.trend
  journal.event(`memory with noise: ${shown(early)} MB early, ${shown(late)} MB late, ${shown(memory.peak)} MB at most`)
  const mostMegabytes = Math.min(MAX_MEGABYTES, (heapMegabytes ?? MAX_MEGABYTES) + MEGABYTES_BESIDE_HEAP)
  if (memory.peak > mostMegabytes) journal.broken("the memory is bounded", `${shown(memory.peak)} MB`)
  if (late > early * MAX_GROWTH)
    journal.broken("the memory is flat", `it grew from ${shown(early)} to ${shown(late)} MB`)
  for (const name of ["old", "external"] as const) {
    const [before, after] = kept.map((each) => each[name]) as [number, number]
    const limit = Math.max(before, LEAST_KEPT_MEGABYTES) * MAX_KEPT_GROWTH
    journal.event(`kept, ${name}: ${shown(before)} MB early, ${shown(after)} MB late, ${shown(limit)} MB allowed`)
    if (after > limit)
      journal.broken(`the ${name} memory comes back`, `${shown(after)} MB instead of ${shown(before)} MB`)
  }
  journal.event(
    `${connections - differences.length} of ${connections} well-behaved connections have what their vendor has`
  )
  for (const text of differences) journal.broken("nothing is lost", text)
  for (const text of refused) journal.broken("the polite customer is never refused", text)
  // A phase in which little happened proves nothing.
  if (Math.min(quiet.millis.length, disturbed.millis.length) < 100)
    journal.broken("the customer reads", "too few requests")
  if (Math.min(quiet.lateSecs.length, disturbed.lateSecs.length) < connections / 2) {
    journal.broken("jobs begin", "fewer than half of the connections in one phase; take more minutes")
  }
}
