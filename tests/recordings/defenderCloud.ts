import { msDefenderCloud } from "@tributary/connector-ms-defender-cloud"
import { expect, it } from "vitest"
import { type RecordedVendor, refusedAt, replayFault } from "./RecordedVendor.js"
import * as VendorReplay from "./VendorReplay.js"

/** The subscription whose assessments were recorded; empty without the material. */
const recordedSubscription = (): string => {
  const paths = VendorReplay.recorded("defender-cloud").map(({ path }) => decodeURIComponent(path))
  const assessed = paths.find((path) => path.endsWith("/assessments")) ?? ""
  return /\/subscriptions\/([^/]+)/.exec(assessed)?.[1] ?? ""
}

/** The keys of the recorded assessments; empty without the material. */
const recordedKeys = (): ReadonlyArray<string> => {
  const lists = VendorReplay.recorded("defender-cloud").filter(({ path }) => path.endsWith("/assessments"))
  return [...new Set(lists.flatMap(({ body }) => body.value.map(({ name }: { readonly name: string }) => name)))]
}

/** Nobody recorded the list of subscriptions: the recorded one comes first, then an empty one. */
const subscriptions = [recordedSubscription(), "empty-subscription"].map((subscriptionId) => ({
  subscriptionId,
  state: "Enabled"
}))
const emptyAssessments = "^/subscriptions/empty-subscription/providers/Microsoft.Security/assessments$"

/** The assessments of one Azure subscription. */
export const defenderCloud: RecordedVendor = {
  name: "Defender for Cloud",
  connector: msDefenderCloud,
  credentials: () => ({
    tenant_id: "3f1c0a52-7d84-4c1b-9a60-5e2b8d7f4c11",
    client_id: "replayed-client",
    client_secret: "replayed-secret"
  }),
  replay: {
    profile: "arm",
    recordings: "defender-cloud",
    page: 3,
    stand: [
      { path: "^/subscriptions$", body: { value: subscriptions } },
      { path: emptyAssessments, body: { value: [] } },
      { path: "^/subscriptions/[^/]+/providers/Microsoft.Security/alerts$", body: { value: [] } },
      { path: "^/providers/Microsoft.ResourceGraph/resources$", method: "POST", body: { data: [] } },
      // Nobody recorded what describes the assessments.
      { path: "/assessmentMetadata$", body: { value: recordedKeys().map((name) => ({ name, properties: {} })) } }
    ]
  },
  // Entra, which shares the host of the tokens, answers for that one.
  hosts: ["management.azure.com"],
  counts: { "/cspm/compliance_findings": 20, "/entities/resources": 0 },
  posts: /^\/providers\/Microsoft\.ResourceGraph\/resources\?/,
  // They are a list, and the tenants that the application covers.
  polls: /^\/subscriptions\?/,
  // What places assessments, which is optional.
  missing: /^\/subscriptions\/[^/]+\/resources\?/,
  fault: replayFault(
    { path: emptyAssessments, status: 403 },
    { name: "UNAUTHORIZED", details: [{ data_export_type: "compliance_findings" }] }
  ),
  foreignPage: replayFault(
    {
      path: emptyAssessments,
      body: {
        value: [
          {
            ...VendorReplay.firstRow("defender-cloud", /\/assessments$/),
            id: "/subscriptions/globex/providers/Microsoft.Security/assessments/foreign"
          }
        ]
      }
    },
    refusedAt("/subscriptions/{subscriptionId}/providers/Microsoft.Security/assessments", "compliance_findings")
  ),
  ownTests: (recorded) => {
    it("keeps the status and the resource of findings", () => {
      const { "/cspm/compliance_findings": findings = [] } = recorded().firstLists
      const withStatus = (...all: ReadonlyArray<string>) => findings.filter(({ status }) => all.includes(status)).length
      expect([withStatus("RESOLVED"), withStatus("NEW"), withStatus("SUPPRESSED", "OTHER")]).toEqual([12, 3, 5])
      for (const finding of findings) {
        expect(finding).toMatchObject({ severity: "UNKNOWN", vendor_data: { cloud_provider: "AZURE" } })
        expect(finding.resource_id).toMatch(/^\/subscriptions\//)
        expect(finding.resource_type).toMatch(/^microsoft\./i)
      }
    })

    it("finds recorded findings by result, although the recording has no controls", async () => {
      const found = async (result: string) =>
        (await recorded().walk(`/cspm/compliance_findings?complianceResults=${result}`)).length
      expect([await found("PASS"), await found("FAIL"), await found("NOT_APPLICABLE")]).toEqual([12, 3, 5])
    })

    it("reads page by page", () => {
      const pages = recorded().requests.filter(
        ({ url }) => url.includes(recordedSubscription()) && url.includes("/assessments?")
      )
      expect(pages).toHaveLength(Math.ceil(20 / 3))
    })
  }
}
