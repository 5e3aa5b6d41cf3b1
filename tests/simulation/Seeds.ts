import fc from "fast-check"
import { history } from "./history/arbitrary.js"
import type { History } from "./history/History.js"
import { tell } from "./history/Story.js"
import { type Result, simulate } from "./Simulation.js"

/** A seed whose history breaks something. */
export interface Failure {
  readonly seed: number
  /** The shortest history that was found to break the same. */
  readonly history: History
  /** What it breaks. */
  readonly violation: string
}

/** What the history of one seed did. */
export interface Outcome extends Pick<Result, "jobs" | "requests"> {
  readonly seed: number
  /** Null if nothing was wrong. */
  readonly failure: Failure | null
}

/** Violations that differ only in ids and numbers are the same. */
export const classOf = (violation: string): string => violation.replace(/"[^"]*"|\[[^\]]*\]|\b[ico]?\d+\b/g, "#")

/** How many histories are run at most in order to make one that breaks something shorter. */
const MOST_RUNS = 120

/** The history of a seed. */
export const historyOf = (seed: number): History => fc.sample(history, { seed, numRuns: 1 })[0] as History

/** Runs the history of a seed; makes it as short as possible if it breaks something. */
export const run = async (seed: number): Promise<Outcome> => {
  let first: (Pick<Result, "jobs" | "requests"> & { readonly sort: string | null }) | null = null
  let violation = ""
  let runs = 0
  const property = fc.asyncProperty(history, async (it) => {
    runs += 1
    if (runs > MOST_RUNS) return true
    const { jobs, requests, violation: found } = await simulate(it)
    const sort = found === null ? null : classOf(found)
    first ??= { jobs, requests, sort }
    if (found === null || sort !== first.sort) return true
    violation = found
    return false
  })
  const { counterexample } = await fc.check(property, { seed, numRuns: 1 })
  const { jobs = 0, requests = 0 } = (first ?? {}) as Partial<Result>
  const [shortest] = counterexample ?? []
  return { seed, jobs, requests, failure: shortest === undefined ? null : { seed, history: shortest, violation } }
}

/** The history of a failure and what it breaks, for people. */
export const describe = ({ history: it, seed, violation }: Failure): string =>
  [`Seed ${seed}:`, ...tell(it), `Wrong: ${violation}.`].join("\n")
