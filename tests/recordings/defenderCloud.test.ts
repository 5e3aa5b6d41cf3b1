import { msDefenderCloud } from "@tributary/connector-ms-defender-cloud"
import { expect, it } from "vitest"
import { describeRecorded, replayFault } from "./RecordedVendor.js"
import * as VendorReplay from "./VendorReplay.js"

/** The subscription whose assessments were recorded. */
const recordedSubscription = (): string => {
  if (VendorReplay.material.folder === null) return ""
  const paths = VendorReplay.recorded("defender-cloud").map(({ path }) => decodeURIComponent(path))
  const assessed = paths.find((path) => path.endsWith("/assessments")) ?? ""
  return /\/subscriptions\/([^/]+)/.exec(assessed)?.[1] ?? ""
}

/** The list of subscriptions was not recorded: after the recorded one stands an empty one. */
const subscriptions = [recordedSubscription(), "empty-subscription"].map((subscriptionId) => ({
  subscriptionId,
  state: "Enabled"
}))
const emptyAssessments = "^/subscriptions/empty-subscription/providers/Microsoft.Security/assessments$"

describeRecorded(
  {
    name: "Defender for Cloud",
    connector: msDefenderCloud,
    credentials: () => ({
      tenant_id: "acme.example",
      client_id: "replayed-client",
      client_secret: "replayed-secret"
    }),
    profile: "arm",
    recordings: "defender-cloud",
    page: 3,
    hosts: ["management.azure.com", "login.microsoftonline.com"],
    stand: [
      { path: "^/subscriptions$", body: { value: subscriptions } },
      { path: emptyAssessments, body: { value: [] } },
      { path: "^/providers/Microsoft.ResourceGraph/resources$", method: "POST", body: { data: [] } }
    ],
    counts: { "/cspm/compliance_findings": 20, "/entities/resources": 0 },
    posts: /\/oauth2\/v2\.0\/token$|^\/providers\/Microsoft\.ResourceGraph\/resources\?/,
    // What describes and places assessments; they stand without it.
    missing: /\/assessmentMetadata\?|^\/subscriptions\/[^/]+\/resources\?/,
    fault: replayFault(
      { path: emptyAssessments, status: 403 },
      { name: "UNAUTHORIZED", details: [{ data_export_type: "compliance_findings" }] }
    )
  },
  (recorded) => {
    it("keep their status and their resource", async () => {
      const { "/cspm/compliance_findings": findings = [] } = await recorded().lists()
      const withStatus = (...all: ReadonlyArray<string>) => findings.filter(({ status }) => all.includes(status)).length
      expect([withStatus("RESOLVED"), withStatus("NEW"), withStatus("SUPPRESSED", "OTHER")]).toEqual([12, 3, 5])
      for (const finding of findings) {
        expect(finding).toMatchObject({ severity: "UNKNOWN", vendor_data: { cloud_provider: "AZURE" } })
        expect(finding.resource_id).toMatch(/^\/subscriptions\//)
        expect(finding.resource_type).toMatch(/^microsoft\./i)
      }
    })

    it("are asked for page by page", async () => {
      const { replay, sync } = recorded()
      await replay.arm([])
      await sync()
      const pages = (await replay.journal()).filter(
        ({ url }) => url.includes(recordedSubscription()) && url.includes("/assessments?")
      )
      expect(pages).toHaveLength(Math.ceil(20 / 3))
    })
  }
)
