import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { msDefenderEndpoint } from "../src/index.js"
import { ALERTS, MACHINES, replies, WEAKNESSES } from "./fixtures/replies.js"
import { answering, refused, runWith } from "./fixtures/runs.js"

ConnectorTest.conformance(msDefenderEndpoint, { replies })

ConnectorTest.readme(msDefenderEndpoint, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(msDefenderEndpoint, { replies }, new URL("mapping.txt", import.meta.url))

describe("The Microsoft Defender for Endpoint connector", () => {
  it("requests every page at the address of the region, whatever server a link names", async () => {
    const { requests } = await runWith({})
    const hosts = new Set(requests.map(({ url }) => new URL(url).host))
    expect([...hosts].sort()).toEqual(["api.security.microsoft.com", "login.microsoftonline.com"])
  })

  it("reports a feature that the tenant lacks as no part of its plan, and only for its export type", async () => {
    const report = await refused("DisabledFeature", 403, WEAKNESSES)
    expect(report.failures).toMatchObject([{ endpoint: WEAKNESSES }])
    expect(report.failures[0]?.detail).toContain("DisabledFeature")
    expect(report.records["device"]).toHaveLength(4)
    expect(report.records["edr_alert"]).toHaveLength(3)
  })

  it("reports a permission that the application lacks, and only for its export type", async () => {
    const report = await refused("Forbidden", 403, ALERTS)
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
    expect(report.failures).toMatchObject([{ endpoint: ALERTS }])
    expect(report.records["vulnerability"]).toHaveLength(3)
  })

  it("waits as long as Defender asks", async () => {
    const reply = { status: 429, headers: { "retry-after": "42" }, body: { error: { code: "TooManyRequests" } } }
    const faults = [answering(MACHINES, reply, 1)]
    const report = await runWith({}, { faults })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.elapsedMillis).toBeGreaterThanOrEqual(42_000)
  })
})
