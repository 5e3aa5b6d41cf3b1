import { describe, expect, it } from "@effect/vitest"
import { Connector, Credentials, type VendorHttp } from "@tributary/core"
import { Redacted, Schema } from "effect"
import * as Baseline from "../../src/vendor/Baseline.js"
import * as FakeVendor from "../sync/FakeVendor.js"

const connector = Connector.make({
  vendor: "FAKE",
  name: "Fake",
  description: "A vendor for tests.",
  category: "ITSM",
  authType: "API_KEY",
  docsUrl: "https://fake.example.com/docs",
  credentials: Schema.Struct({
    site: Credentials.text({ title: "Site", help: "Its id.", example: "s1" }),
    token: Credentials.secret({ title: "API token", help: "From the settings page." })
  }),
  http: () => ({ baseUrl: "https://fake.example.com" }),
  check: "/check",
  exports: { device_groups: [FakeVendor.groups] }
})

type Settings = VendorHttp.VendorHttpSettings

const settings: Settings = { baseUrl: "https://acme.example.com", furtherBaseUrls: ["https://eu.example.com"] }
const credentials = { site: "s1", token: Redacted.make("one") }
const baseline = Baseline.of(connector, settings, credentials)
const auth = { url: "https://login.example.com/acme", form: { client_secret: Redacted.make("one") } }

describe("The baseline of credentials", () => {
  it("is the same for another secret and another order of addresses, and holds no value", () => {
    expect(Baseline.of(connector, settings, { ...credentials, token: Redacted.make("two") })).toBe(baseline)
    const both = { ...settings, furtherBaseUrls: ["https://a.example.com", "https://b.example.com"] }
    const reversed = { ...both, furtherBaseUrls: both.furtherBaseUrls.toReversed() }
    expect(Baseline.of(connector, reversed, credentials)).toBe(Baseline.of(connector, both, credentials))
    const rotated = { ...auth, form: { client_secret: Redacted.make("two") } }
    expect(Baseline.of(connector, { ...settings, auth: rotated }, credentials)).toBe(
      Baseline.of(connector, { ...settings, auth }, credentials)
    )
    expect(baseline).toMatch(/^[0-9a-f]{64}$/)
  })

  const others: ReadonlyArray<readonly [title: string, settings: Settings, site: string]> = [
    ["base address", { ...settings, baseUrl: "https://globex.example.com" }, "s1"],
    ["further base address", { ...settings, furtherBaseUrls: [] }, "s1"],
    ["address of the token endpoint", { ...settings, auth }, "s1"],
    ["tenant", { ...settings, tenant: "globex" }, "s1"],
    ["credential that is not secret, if the connector names no tenant", settings, "s2"]
  ]
  it.each(others)("differs for another %s", (_, other, site) => {
    expect(Baseline.of(connector, other, { ...credentials, site })).not.toBe(baseline)
  })

  it("depends only on the tenant if the connector names it", () => {
    const named = { ...settings, tenant: "acme" }
    expect(Baseline.of(connector, named, { ...credentials, site: "s2" })).toBe(
      Baseline.of(connector, named, credentials)
    )
  })
})
