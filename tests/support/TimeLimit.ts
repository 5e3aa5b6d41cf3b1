import { relative } from "node:path"
import type { Reporter, TestModule, Vitest } from "vitest/node"

/** When a run starts no further test, in seconds since 1970; without it, a run goes on until all its tests have run. */
const until = Number(process.env["TEST_UNTIL"] || Number.POSITIVE_INFINITY)

/** What a run has in any case: Vitest hears of no end before it has begun. */
const LEAST_MILLIS = 60_000

/** Whether a file has tests that did not run: all of them, if the run did not reach it, or those after the one in which the time ended. */
const isCutShort = (module: TestModule): boolean => {
  const tests = [...module.children.allTests()]
  return tests.length === 0 || tests.some((test) => test.result().state === "pending")
}

/**
 * Ends a run whose time is over, and names the files that it leaves out, so that a slow machine still gets to the end. What has run decides
 * whether the run fails.
 */
export default class TimeLimit implements Reporter {
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  onInit(vitest: Vitest): void {
    if (until === Number.POSITIVE_INFINITY) return
    const end = () => {
      this.#isOver = true
      void vitest.cancelCurrentRun("keyboard-input")
    }
    this.#timer = setTimeout(end, Math.max(LEAST_MILLIS, until * 1_000 - Date.now()))
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    clearTimeout(this.#timer)
    if (!this.#isOver) return
    const files = modules.filter(isCutShort).map(({ moduleId }) => `  ${relative(process.cwd(), moduleId)}`)
    const summary = `The time of this run is over (TEST_UNTIL). Of its ${modules.length} files, ${files.length} did not run, or not to their end:`
    console.log(["", summary, ...files.toSorted()].join("\n"))
    // Vitest calls every run failed that ends early.
    if (errors.length === 0 && modules.every((module) => module.state() !== "failed")) process.exitCode = 0
  }
}
