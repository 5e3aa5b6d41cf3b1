import { test } from "vitest"
import { VitestTestRunner } from "vitest/runners"
import * as TimeLimit from "./TimeLimit.js"

/**
 * Skips what begins when the time of the run is over, whole files with their hooks included. The tests that run at that time end as they would
 * otherwise: a run that is cancelled interrupts them. For the same reason this calls the method of the class, not the one that Vitest puts before it.
 */
export default class TimedRunner extends VitestTestRunner {
  override importFile(...[file, source]: Parameters<VitestTestRunner["importFile"]>): unknown {
    if (source !== "collect" || !TimeLimit.isOver()) return super.importFile(file, source)
    test.skip(TimeLimit.LEFT_OUT, () => undefined)
    return undefined
  }

  override onBeforeRunSuite(...[suite]: Parameters<VitestTestRunner["onBeforeRunSuite"]>): Promise<void> {
    if (TimeLimit.isOver()) super.cancel("keyboard-input")
    return super.onBeforeRunSuite(suite)
  }

  override onBeforeRunTask(...[task]: Parameters<VitestTestRunner["onBeforeRunTask"]>): Promise<void> {
    if (TimeLimit.isOver()) super.cancel("keyboard-input")
    return super.onBeforeRunTask(task)
  }
}
