import { relative } from "node:path"
import type { Reporter, TestModule } from "vitest/node"
import * as TimeLimit from "./TimeLimit.js"

/** Whether a file was not loaded, or has tests behind the one in which the time ended. */
const isCutShort = (module: TestModule): boolean =>
  [...module.children.allTests()].some((test) => test.name === TimeLimit.LEFT_OUT || test.result().state === "pending")

/** Names the files of which `TimedRunner` has left out tests. */
export default class LeftOut implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const files = modules.filter(isCutShort).map(({ moduleId }) => `  ${relative(process.cwd(), moduleId)}`)
    if (!TimeLimit.isOver() || files.length === 0) return
    const summary = `The time of this run was over (TEST_UNTIL). Of its ${modules.length} files, ${files.length} did not run, or not to their end:`
    console.log(["", summary, ...files.toSorted()].join("\n"))
  }
}
