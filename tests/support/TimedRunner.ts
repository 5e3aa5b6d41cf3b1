import { test } from "vitest"
import { VitestTestRunner } from "vitest/runners"

/** When a run starts no further test, in seconds since 1970; without it, a run goes on until all its tests have run. */
const until = Number(process.env["TEST_UNTIL"] || Number.POSITIVE_INFINITY)

/** A test may set its own clock. */
const { now } = Date

const isOver = (): boolean => now() >= until * 1_000

/**
 * Skips what begins when the time of the run is over, whole files with their hooks included. Tests that already run are not interrupted, as they
 * would be if the run was cancelled: that is why this calls the `cancel` of the class, which Vitest replaces on the object.
 */
export default class TimedRunner extends VitestTestRunner {
  override importFile(...[file, source]: Parameters<VitestTestRunner["importFile"]>): unknown {
    if (source !== "collect" || !isOver()) return super.importFile(file, source)
    // A file without a test would fail. This one says why nothing of it ran.
    test.skip("is left out, because the time of the run was over before its turn (TEST_UNTIL)", () => undefined)
    return undefined
  }

  override onBeforeRunSuite(...[suite]: Parameters<VitestTestRunner["onBeforeRunSuite"]>): Promise<void> {
    if (isOver()) super.cancel("keyboard-input")
    return super.onBeforeRunSuite(suite)
  }

  override onBeforeRunTask(...[task]: Parameters<VitestTestRunner["onBeforeRunTask"]>): Promise<void> {
    if (isOver()) super.cancel("keyboard-input")
    return super.onBeforeRunTask(task)
  }
}
