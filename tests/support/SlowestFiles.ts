import { relative } from "node:path"
import type { Reporter, TestModule } from "vitest/node"

const LISTED = 10

const millis = (module: TestModule): number => {
  const { collectDuration, duration } = module.diagnostic()
  return collectDuration + duration
}

/** Prints the slowest test files of a run. A file's time is that of loading it and of running its tests, hooks included. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    if (modules.length < 2) return
    const slowest = [...modules].sort((a, b) => millis(b) - millis(a)).slice(0, LISTED)
    const lines = slowest.map(
      (module) => `${(millis(module) / 1000).toFixed(1).padStart(7)} s  ${relative(process.cwd(), module.moduleId)}`
    )
    console.log(["", `The slowest ${slowest.length} of ${modules.length} test files:`, ...lines].join("\n"))
  }
}
