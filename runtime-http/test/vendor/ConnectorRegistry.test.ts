import { describe, expect, it } from "@effect/vitest"
import { Connector } from "@tributary/core"
import { Effect } from "effect"
import * as ConnectorRegistry from "../../src/vendor/ConnectorRegistry.js"
import * as FakeVendor from "../sync/FakeVendor.js"

const fake = FakeVendor.connector()

/** A range that this core is above. */
const OLDER = "<0.1.0"

const refusals: ReadonlyArray<readonly [what: string, connectors: ReadonlyArray<unknown>, sentence: string]> = [
  [
    "something else",
    [fake, { fake }],
    "connectors[1] is no connector: pass the value that Connector.make returns, and not the module that exports it."
  ],
  ["nothing", [undefined], "connectors[0] is undefined: check the name of its import."],
  [
    "another contract",
    [{ ...fake, contract: 2 }],
    "The connector FAKE (connectors[0]) implements contract 2 of @tributary/core, and this runtime needs contract 1: install releases of both that name the same range of @tributary/core."
  ],
  [
    "another range of core",
    [{ ...fake, core: OLDER }],
    `The connector FAKE (connectors[0]) was built for @tributary/core ${OLDER}, and this runtime has ${Connector.CORE_VERSION}: install a release of the connector for ${Connector.CORE_VERSION}, or a release of the runtime with a @tributary/core ${OLDER}.`
  ],
  [
    "no range of core",
    [{ ...fake, core: "latest" }],
    'The connector FAKE (connectors[0]) names "latest" as its range of @tributary/core: name a range of versions, such as ^' +
      `${Connector.CORE_VERSION}, in the peer dependencies of its package.json, and write its release again with vitest -u.`
  ],
  [
    "one vendor twice",
    [fake, FakeVendor.connector()],
    "Two connectors are for the vendor FAKE, connectors[0] and connectors[1]: remove one of them."
  ],
  [
    "an invalid declaration",
    [{ ...fake, vendor: "fake", check: "check" }],
    "The connector fake (connectors[0]) is invalid: correct its vendor (must be in upper snake case, such as MS_ENTRA) and its check (must be a path that begins with a slash, or a request with such a path)."
  ]
]

describe("ConnectorRegistry", () => {
  it.effect("has each connector by its vendor", () =>
    Effect.gen(function* () {
      const registry = yield* ConnectorRegistry.make([fake])
      // `toBe`, because the difference of two connectors is too large to print.
      expect(registry.all.length).toBe(1)
      expect(registry.get("FAKE") === fake).toBe(true)
      expect(registry.get("OTHER")).toBe(undefined)
    })
  )

  it.effect("accepts a release candidate of core that lies in the range", () =>
    Effect.gen(function* () {
      const registry = yield* ConnectorRegistry.make([{ ...fake, core: ">=0.1.0-0 <1.0.0" }])
      expect(registry.all.length).toBe(1)
    })
  )

  it.effect.each(refusals)("refuses %s in one sentence that says what to change", ([, connectors, sentence]) =>
    Effect.gen(function* () {
      const made = ConnectorRegistry.make(connectors as ReadonlyArray<Connector.Connector>)
      const error = yield* Effect.flip(Effect.asVoid(made))
      expect(error.message).toBe(sentence)
    })
  )
})
