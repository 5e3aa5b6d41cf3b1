import type { Journal } from "../support/run/Journal.js"
import type { Memory } from "./Memory.js"

/** What was measured in one phase. */
export interface Phase {
  /** The milliseconds of each request of the polite customer. */
  readonly millis: ReadonlyArray<number>
  /** How many seconds late each job of a well-behaved connection began. */
  readonly lateSecs: ReadonlyArray<number>
  /** The memory of the server. */
  readonly memory: Memory
}

/** What was measured in a run. */
export interface Comparison {
  readonly quiet: Phase
  readonly disturbed: Phase
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
const LEAST_SECS = 1
const MAX_MEGABYTES = 700
const MAX_GROWTH = 1.3

/** The value below which 99 of 100 values are. */
export const p99 = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0

const shown = (value: number): string => value.toFixed(value < 10 ? 2 : 0)

/** The figures of a phase, in words. */
export const describe = ({ lateSecs, millis }: Phase): string =>
  `${millis.length} requests, p99 ${shown(p99(millis))} ms; ${lateSecs.length} jobs began, p99 ${shown(p99(lateSecs))} s late`

/** Notes every promise that the figures break. */
export const judge = ({ connections, differences, disturbed, quiet, refused }: Comparison, journal: Journal): void => {
  const compare = (promise: string, before: number, after: number, least: number, unit: string): void => {
    const limit = Math.max(before, least) * MOST
    journal.event(
      `${promise}: ${shown(before)} ${unit} without noise, ${shown(after)} ${unit} with it, ${shown(limit)} ${unit} allowed`
    )
    if (after > limit) journal.broken(promise, `${shown(after)} ${unit} instead of ${shown(before)} ${unit}`)
  }
  compare("the p99 of the polite customer's requests", p99(quiet.millis), p99(disturbed.millis), LEAST_MILLIS, "ms")
  compare("the p99 of the delay of well-behaved jobs", p99(quiet.lateSecs), p99(disturbed.lateSecs), LEAST_SECS, "s")
  const { memory } = disturbed
  const [early, late] = memory.trend
  journal.event(`memory with noise: ${shown(early)} MB early, ${shown(late)} MB late, ${shown(memory.peak)} MB at most`)
  if (memory.peak > MAX_MEGABYTES) journal.broken("the memory is bounded", `${shown(memory.peak)} MB`)
  if (late > early * MAX_GROWTH)
    journal.broken("the memory is flat", `it grew from ${shown(early)} to ${shown(late)} MB`)
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
