// The test kit: proves a connector against a scripted vendor. vendor/ plays the vendor, run/ runs the connector, checks/ holds the checks.
import { readFile } from "node:fs/promises"
import { describe, it, type TestContext } from "vitest"
import type { Connector } from "../Connector.js"
import { render } from "./ConnectorReadme.js"
import { checks } from "./checks/Conformance.js"
import type { ConformanceOptions } from "./checks/Subject.js"

export { ConformanceError } from "./checks/Assertions.js"
export type { Check } from "./checks/Check.js"
export { checks } from "./checks/Conformance.js"
export { type MappedField, mappingReport } from "./checks/MappingReport.js"
export type { ConformanceOptions } from "./checks/Subject.js"
export { type AccessReport, checkAccess } from "./run/AccessCheckRun.js"
export { type ActionReport, type ActionRequest, runAction } from "./run/ActionRun.js"
export { CONNECTION_ID, type RunOptions, type RunReport, run } from "./run/ConnectorRun.js"
export { PLANTED_SECRET } from "./run/TestCredentials.js"
export { BASE_URL, type Replies, type Reply } from "./vendor/ScriptedVendor.js"

/** The kit limits virtual time and work itself; a limit in real time would fail on a busy machine. */
const NO_LIMIT = 0

/**
 * Registers one vitest test for each promise that a connector must keep.
 *
 * If the run without faults already fails, one test says why and lists the requests; the tests that depend on it are
 * skipped.
 */
export const conformance = (connector: Connector, options: ConformanceOptions): void => {
  describe(`${connector.vendor} conforms`, () => {
    for (const { name, run, waitsFor } of checks(connector, options)) {
      const test = async (context: TestContext) => {
        const other = (await waitsFor?.()) ?? null
        if (other !== null) context.skip(`skipped because another check failed: ${other}`)
        await run()
      }
      it(name, test, NO_LIMIT)
    }
  })
}

/**
 * Registers a vitest test that the table in the connector's README, between its two markers, shows what it reads.
 *
 * `vitest -u` writes the table: `ConnectorTest.readme(okta, new URL("../README.md", import.meta.url))`.
 */
export const readme = (connector: Connector, file: URL): void => {
  it("the README shows what the connector reads", async ({ expect }) => {
    await expect(render(await readFile(file, "utf8"), connector)).toMatchFileSnapshot(decodeURIComponent(file.pathname))
  })
}
