// The test kit: proves a connector against a scripted vendor. vendor/ plays the vendor, run/ runs the connector, checks/ holds the checks.
import { readFile } from "node:fs/promises"
import { describe, it, type TestContext } from "vitest"
import type { Connector } from "../Connector.js"
import { problemOf, render } from "./ConnectorReadme.js"
import * as ConnectorRelease from "./ConnectorRelease.js"
import { checks } from "./checks/Conformance.js"
import type { ConformanceOptions } from "./checks/kit/ConnectorUnderTest.js"
import * as Exchange from "./replay/Exchange.js"
import * as MappingReport from "./replay/MappingReport.js"
import * as Replay from "./replay/Replay.js"
import type { CredentialOptions } from "./run/TestCredentials.js"

export { checks } from "./checks/Conformance.js"
export { ConformanceError } from "./checks/kit/Assertions.js"
export type { Check } from "./checks/kit/Check.js"
export type { ConformanceOptions } from "./checks/kit/ConnectorUnderTest.js"
export { make as mappingReport } from "./replay/MappingReport.js"
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
 *
 * @example
 * ```ts
 * ConnectorTest.conformance(acme, {
 *   replies: {
 *     "GET /users?limit=100": { body: [{ id: "u1", name: "Ada" }] }
 *   }
 * })
 * ```
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
    const path = decodeURIComponent(file.pathname)
    const text = await readFile(file, "utf8").catch(() => null)
    if (text === null) throw new Error(`${path}: ${problemOf(null)}`)
    await expect(render(text, connector)).toMatchFileSnapshot(path)
  })
}

/**
 * Registers a vitest test that the vendor's fields become what a file says: each field of the rows in `replies`, and whether it is in the
 * record, in `vendor_data`, secret or left out.
 *
 * `vitest -u` writes the file: `ConnectorTest.mapping(okta, { replies }, new URL("mapping.txt", import.meta.url))`.
 */
export const mapping = (connector: Connector, options: ConformanceOptions, file: URL): void => {
  it("uses the vendor's fields as the file beside the test says", { timeout: NO_LIMIT }, async ({ expect }) => {
    const report = await MappingReport.make(connector, options)
    await expect(MappingReport.render(report)).toMatchFileSnapshot(decodeURIComponent(file.pathname))
  })
}

/** The file of a replay's snapshot, beside its recording. */
const beside = (recording: URL, ending: string): string =>
  decodeURIComponent(recording.pathname).replace(/(?:\.json)?$/, ending)

/**
 * Registers vitest tests that run a connector over a recording, which `tributary try --record` writes.
 *
 * Every request must have a recorded answer. The records, and what became of each field of the vendor's rows, must be as in
 * two files beside the recording, `*.records.snap` and `*.mapping.snap`. `vitest -u` writes both:
 * `ConnectorTest.replay(okta, new URL("recordings/okta.json", import.meta.url))`.
 */
export const replay = (connector: Connector, recording: URL, options: CredentialOptions = {}): void => {
  const read = async () => Exchange.parse(await readFile(recording, "utf8"))
  describe(`${connector.vendor} over ${recording.pathname.split("/").at(-1)}`, () => {
    it("has a recorded answer to every request", { timeout: NO_LIMIT }, async ({ expect }) => {
      const { inexact, unanswered } = await Replay.make(connector, await read(), options)
      expect({ inexact, unanswered }).toEqual({ inexact: [], unanswered: [] })
    })
    it("makes the same records", { timeout: NO_LIMIT }, async ({ expect }) => {
      const replayed = await Replay.make(connector, await read(), options)
      await expect(Replay.render(replayed)).toMatchFileSnapshot(beside(recording, ".records.snap"))
    })
    it("uses the vendor's fields in the same way", { timeout: NO_LIMIT }, async ({ expect }) => {
      const report = await Replay.mappingReport(connector, await read(), options)
      await expect(MappingReport.render(report)).toMatchFileSnapshot(beside(recording, ".mapping.snap"))
    })
  })
}

/**
 * Registers a vitest test that the connector has the version of its package.json, and the range of core that is a peer dependency there.
 *
 * Both are in `src/version.generated.ts`, which `vitest -u` writes: `ConnectorTest.release(okta, new URL("../package.json", import.meta.url))`.
 */
export const release = (connector: Connector, manifest: URL): void => {
  it("the connector has the version and the range of core that are in package.json", async ({ expect }) => {
    const file = new URL("src/version.generated.ts", manifest)
    // What is imported is what the file had before `vitest -u` may write it.
    const { core, version = "" } = connector
    expect(ConnectorRelease.render({ core, version })).toBe(await readFile(file, "utf8"))
    const wanted = ConnectorRelease.ofManifest(await readFile(manifest, "utf8"))
    await expect(ConnectorRelease.render(wanted)).toMatchFileSnapshot(decodeURIComponent(file.pathname))
  })
}
