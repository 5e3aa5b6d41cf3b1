import { describe, expect, it } from "vitest"
import * as ConnectorRelease from "../../src/testing/ConnectorRelease.js"

const manifest = (range: string) =>
  JSON.stringify({ name: "acme", version: "1.4.0", peerDependencies: { "@tributary/core": range, effect: "^3.22.0" } })

describe("ConnectorRelease", () => {
  it("has the version of the package, and the range of core that it will be published with", () => {
    const expected = { version: "1.4.0", core: "^0.2.0" }
    expect(ConnectorRelease.ofManifest(manifest("^0.2.0"))).toEqual(expected)
    expect(ConnectorRelease.ofManifest(manifest("workspace:^0.2.0"))).toEqual(expected)
  })

  it("says which part of package.json is missing", () => {
    expect(() => ConnectorRelease.ofManifest('{"version":"1.4.0"}')).toThrow(
      /^package.json needs a version, and under "peerDependencies" the range of core/
    )
  })

  it("writes a module that a connector imports", () => {
    expect(ConnectorRelease.render({ version: "1.4.0", core: "^0.2.0" })).toBe(
      '// Generated from package.json: run the tests with `vitest -u`.\n\nexport const version = "1.4.0"\nexport const core = "^0.2.0"\n'
    )
  })
})
