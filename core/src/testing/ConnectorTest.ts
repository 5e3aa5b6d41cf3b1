import { readFile } from "node:fs/promises"
import { describe, it, type TestContext } from "vitest"
import type { Connector } from "../Connector.js"
import { render } from "./ConnectorReadme.js"
import { checks } from "./checks/Conformance.js"
import type { ConformanceOptions } from "./checks/Subject.js"

export { ConformanceError } from "./checks/Assertions.js"
export { checks } from "./checks/Conformance.js"
export type { Check } from "./checks/ListChecks.js"
export type { ConformanceOptions } from "./checks/Subject.js"
export { type ActionReport, type ActionRequest, runAction } from "./run/ActionRun.js"
export { CONNECTION_ID, PLANTED_SECRET, type RunOptions, type RunReport, run } from "./run/ConnectorRun.js"
export { type ProbeReport, probe } from "./run/ProbeRun.js"
export { BASE_URL, type Replies, type Reply } from "./vendor/ScriptedVendor.js"

/** Checks of a connector with many lists run it some hundred times: no measure of speed, and less where others share the machine. */
const TIME_LIMIT_MILLIS = 120_000

/**
 * Registers one vitest test for each promise that a connector must keep.
 *
 * Where the run without faults fails already, that one test says why and what was asked, and the others are skipped.
 */
export const conformance = (connector: Connector, options: ConformanceOptions): void => {
  describe(`${connector.vendor} conforms`, () => {
    for (const { name, run, waitsFor } of checks(connector, options)) {
      const test = async (context: TestContext) => {
        const other = (await waitsFor?.()) ?? null
        if (other !== null) context.skip(`waits for: ${other}`)
        await run()
      }
      it(name, test, TIME_LIMIT_MILLIS)
    }
  })
}

/**
 * Registers a vitest test that the connector's README shows what it reads, as a table between its two markers.
 *
 * `vitest -u` writes the table: `ConnectorTest.readme(okta, new URL("../README.md", import.meta.url))`.
 */
export const readme = (connector: Connector, file: URL): void => {
  it("shows in its README what it reads", async ({ expect }) => {
    await expect(render(await readFile(file, "utf8"), connector)).toMatchFileSnapshot(decodeURIComponent(file.pathname))
  })
}
