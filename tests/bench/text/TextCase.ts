import { existsSync, readFileSync } from "node:fs"
import { Effect } from "effect"
import type { TextStep } from "../../text/TextStep.js"
import { textSteps } from "../../text/textSteps.js"
import * as Case from "../Case.js"

/** How long the event loop may be held, in milliseconds. */
const MOST = 50

/** How often a step runs that holds it longer: the first run also compiles the code. */
const ROUNDS = 3

/** The lengths of texts, as shares of the longest: a bound may refuse the longest, so that a shorter one holds the event loop longer. */
const SHARES = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32]

/** A shorter text is of no interest. */
const LEAST_LENGTH = 4_096

const CLOCK = `/proc/self/task/${process.pid}/schedstat`

/** The processor time of the thread in milliseconds, which is the same on a busy machine; where the system does not count it, that of a clock. */
const time = (): number =>
  existsSync(CLOCK) ? Number(readFileSync(CLOCK, "utf8").split(" ", 1)[0]) / 1e6 : performance.now()

/** The longest time between two turns of the event loop while the step runs. */
const heldBy = async (run: () => unknown): Promise<number> => {
  let longest = 0
  let last = time()
  let isDone = false
  const turn = () => {
    const now = time()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const result = run()
  if (Effect.isEffect(result)) await Effect.runPromiseExit(result as Effect.Effect<unknown, unknown>)
  isDone = true
  await new Promise((resolve) => setImmediate(resolve))
  return longest
}

/** The longest time for which the step holds the event loop, of the best rounds of each length. */
const longestOf = async ({ make, max }: TextStep): Promise<number> => {
  let longest = 0
  for (const share of SHARES.filter((each) => each === 1 || each * max >= LEAST_LENGTH)) {
    const run = make(Math.floor(share * max))
    let held = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS && held > MOST; round++) held = Math.min(held, await heldBy(run))
    longest = Math.max(longest, held)
  }
  return longest
}

/** The measure of all steps together, beside those of each. */
const LONGEST = "longest"

const measure = (name: string, bar: Case.Bar | null): Case.Measure => ({ name, unit: "ms", versus: null, bar })

/** How long each step on a text from outside holds the event loop, with the texts that reach it and are worst for it. */
export const textCase = Case.make({
  name: "texts",
  title: "The event loop held by a step on a text from outside, at its longest",
  usesDatabase: false,
  measures: {
    [LONGEST]: measure(`longest of ${textSteps.length} steps`, { sense: "at most", limit: MOST, reach: "best" }),
    ...Object.fromEntries(textSteps.map(({ name }) => [name, measure(name, null)]))
  },
  run: async ({ say }) => {
    const rounds: Record<string, Array<Case.Round>> = {}
    for (const step of textSteps) {
      const held = await longestOf(step)
      if (held > MOST) say(`${step.name}: ${held.toFixed(1)} ms`)
      rounds[step.name] = [{ ours: held, reference: 1 }]
    }
    const all = Object.values(rounds).flatMap((found) => found.map(({ ours }) => ours))
    return { ...rounds, [LONGEST]: [{ ours: Math.max(...all), reference: 1 }] }
  }
})
