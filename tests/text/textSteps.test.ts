import { Effect } from "effect"
import { expect, it } from "vitest"
import type { TextStep } from "./TextStep.js"
import { recordingSteps, textSteps } from "./textSteps.js"

/** The most that twice the text may cost. */
const MOST = 2.3

/** Long enough for a measure: shorter ones are repeated. */
const LEAST_MICROS = 3_000

/** A step whose longest text costs less is repeated for as long as this: of a few milliseconds, a tenth may be the machine's. */
const REPEATED_MICROS = 10_000

const ROUNDS = 2
const MOST_ROUNDS = 4
const ATTEMPTS = 6

/** The processor time of a run. Unlike the time of a clock, it is the same on a busy machine. */
const cost = async (run: () => unknown, times: number): Promise<number> => {
  // Otherwise the runner takes this process for dead.
  await new Promise((resolve) => setImmediate(resolve))
  const before = process.cpuUsage()
  for (let time = 0; time < times; time++) {
    const result = run()
    if (Effect.isEffect(result)) await Effect.runPromiseExit(result as Effect.Effect<unknown, unknown>)
  }
  const { system, user } = process.cpuUsage(before)
  return user + system
}

/** How often a short step runs to take long enough: counted while it runs, because its first runs are slower than those that are measured. */
const timesFor = async (run: () => unknown): Promise<number> => {
  for (let times = 1; ; times *= 2) {
    if ((await cost(run, times)) >= REPEATED_MICROS) return times
  }
}

/** A length whose run takes long enough, and how often it runs if the step has no text that long. */
const measurable = async ({ make, max }: TextStep) => {
  const most = max / 2
  let length = Math.min(1_024, most)
  for (;;) {
    const run = make(length)
    await cost(run, 1)
    const micros = Math.max(1, await cost(run, 1))
    if (micros >= LEAST_MICROS) return { length, times: 1 }
    if (length >= most) return { length, times: await timesFor(run) }
    length = Math.min(most, length * 4)
  }
}

/** By how much the cost grows from a length to twice it: of the quickest runs, because others only add to them. */
const growthFrom = async ({ make }: TextStep, length: number, times: number, rounds: number): Promise<number> => {
  const [once, twice] = [make(length), make(2 * length)]
  let [least, leastTwice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < MOST_ROUNDS; round++) {
    least = Math.min(least, await cost(once, times))
    leastTwice = Math.min(leastTwice, await cost(twice, times))
    if (round + 1 >= rounds && leastTwice / least <= MOST) break
  }
  return leastTwice / least
}

/**
 * By how much the cost grows with twice the text, from any of these lengths.
 *
 * At some lengths it can be more, because arrays and texts of some sizes are kept elsewhere in memory, and because the process collects
 * garbage; quadratic growth is at every length. So another length is tried before one is measured again.
 */
const leastGrowth = async (step: TextStep, lengths: ReadonlyArray<number>, times: number, rounds: number) => {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    for (const length of lengths.filter((one) => 2 * one <= step.max)) {
      least = Math.min(least, await growthFrom(step, length, times, rounds))
      if (least <= MOST) return least
    }
  }
  return least
}

/**
 * By how much the cost grows with twice the text: where it can be measured first, and up to a quarter of the longest text, where slow growth
 * shows. What does not show there at most doubles the cost of the longest text, whose measure would take four times as long.
 */
const growthOf = async (step: TextStep): Promise<number> => {
  const { length, times } = await measurable(step)
  const first = await leastGrowth(
    step,
    [1, 2, 4, 8, 0.5, 0.25].map((multiple) => multiple * length),
    times,
    ROUNDS
  )
  const longest = step.max / 8
  if (first > MOST || longest <= length) return first
  return leastGrowth(step, [longest, longest / 2, longest / 4], times, 1)
}

it.each([...textSteps, ...recordingSteps].map((step) => [step.name, step] as const))(
  "doubling the text costs at most 2.3 times the processor time for %s",
  async (_, step) => {
    expect(await growthOf(step)).toBeLessThanOrEqual(MOST)
  }
)
