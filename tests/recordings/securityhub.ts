import { awsSecurityHub } from "@tributary/connector-aws-securityhub"
import type { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { type Fault, type RecordedVendor, refusedAt } from "./RecordedVendor.js"
import * as VendorReplay from "./VendorReplay.js"

const hostOf = (region: string) => `securityhub.${region}.amazonaws.com`

/** The types of data of one endpoint, each by a filter, which a replay ignores: it answers each with all findings. */
const READ_FROM_FINDINGS = ["compliance_findings", "cspm_alerts", "vulnerabilities"]

/** A region in which nothing is enabled. */
const emptyRegion: ConnectorTest.Replies = {
  "POST /findings": { body: { Findings: [] } },
  "POST /standards/get": { body: { StandardsSubscriptions: [] } },
  "GET /members": { body: { Members: [] } }
}

/** The second region answers otherwise. The connector reads the first one before; arming starts its recorded pages from the beginning. */
const inSecondRegion = (findings: ConnectorTest.Reply, health: object): Fault => ({
  strike: async ({ scripted, replay }) => {
    scripted?.play({ ...emptyRegion, "POST /findings": findings })
    await replay.arm([])
  },
  heal: async ({ scripted, replay }) => {
    scripted?.play(emptyRegion)
    await replay.arm([])
  },
  health
})

/** Access is withdrawn. */
const fault = inSecondRegion(
  { status: 403, body: { Message: "Access denied" } },
  {
    name: "UNAUTHORIZED",
    details: READ_FROM_FINDINGS.map((data_export_type) => ({ data_export_type, endpoint: "/findings" }))
  }
)

/** The recordings answer for the first region, a script for the second. */
const inRegions = (recorded: string, empty: string) => ({
  connector: awsSecurityHub,
  credentials: () => ({
    access_key_id: "AKIAIOSFODNN7EXAMPLE",
    secret_access_key: "replayed-secret",
    regions: `${recorded},${empty}`
  }),
  hosts: [hostOf(recorded)],
  scripted: { host: hostOf(empty), replies: emptyRegion },
  posts: /^\/(findings|standards\/get)$/,
  fault
})

const enabled = { path: "^/accounts$", body: {} }

const recordedFindings: ReadonlyArray<VendorReplay.Recorded["body"]> = VendorReplay.recorded("aws-securityhub").flatMap(
  ({ body }) => body.Findings ?? []
)

const FSBP = "aws-foundational-security-best-practices/v/1.0.0"
const standard = {
  StandardsArn: `arn:aws:securityhub:::standards/${FSBP}`,
  StandardsSubscriptionArn: `arn:aws:securityhub:us-east-1:012345678901:subscription/${FSBP}`
}

/** Findings of one AWS account, as its API answered. */
export const securityHub: RecordedVendor = {
  ...inRegions("us-east-1", "eu-west-1"),
  name: "Security Hub",
  replay: {
    profile: "aws-securityhub",
    recordings: "aws-securityhub",
    page: 3,
    // Nobody recorded standards and controls.
    stand: [
      { path: "^/accounts$", body: { HubArn: "arn:aws:securityhub:us-east-1:012345678901:hub/default" } },
      {
        path: "^/members$",
        body: { Members: recordedFindings.map(({ AwsAccountId }) => ({ AccountId: AwsAccountId })) }
      },
      { path: "^/standards/get$", body: { StandardsSubscriptions: [standard] } },
      {
        path: "^/securityControls/definitions$",
        body: { SecurityControlDefinitions: [{ SecurityControlId: "IAM.5", Title: "People use MFA" }] }
      }
    ]
  },
  counts: {
    "/cspm/compliance_findings?includeCompliances=true": 5,
    "/cspm/compliances": 1,
    "/cspm/alerts": 5,
    "/vms/vulnerabilities": 5
  },
  foreignPage: inSecondRegion(
    { body: { Findings: [{ ...recordedFindings[0], Id: "foreign", AwsAccountId: "999999999999" }] } },
    refusedAt("/findings", ...READ_FROM_FINDINGS)
  ),
  ownTests: (recorded) => {
    it("keeps the severity, the status and the resource of findings", () => {
      const findings = Object.values(recorded().firstLists)[0] ?? []
      for (const finding of findings) {
        expect(finding).toMatchObject({
          severity: "CRITICAL",
          vendor_severity: "CRITICAL",
          status: "NEW",
          compliances: [],
          resource_type: "AwsEc2Instance",
          resource_region: "us-east-1",
          remediation: expect.stringMatching(/^\w+ (update|upgrade) /),
          vendor_data: { product_name: "Inspector", cve: [expect.stringMatching(/^CVE-/)], fix_available: "YES" }
        })
      }
    })

    it("reads page by page", () => {
      // Five findings, three a page, for each of the three exports and for the counts of the one standard.
      expect(recorded().requests.filter(({ url }) => url === "/findings")).toHaveLength(3 * 2 + 2)
    })
  }
}

/** Findings from before AWS consolidated its controls, as they were exported to files. */
export const securityHubFiles: RecordedVendor = {
  ...inRegions("us-west-2", "eu-central-1"),
  name: "Security Hub, exported files",
  replay: {
    profile: "as-recorded",
    recordings: "aws-securityhub",
    page: 3,
    stand: [enabled, { path: "^/standards/get$", body: { StandardsSubscriptions: [] } }]
  },
  counts: { "/cspm/compliance_findings?includeCompliances=true&includeRule=true": 3, "/cspm/compliances": 0 },
  ownTests: (recorded) => {
    it("finds recorded findings by result, standard and control", async () => {
      const { walk } = recorded()
      const found = async (filter: string) => (await walk(`/cspm/compliance_findings?${filter}`)).length
      expect(await found("complianceResults=PASS")).toBe(3)
      expect(await found("standards=AWS Foundational Security Best Practices&controls=IAM.5")).toBe(1)
    })

    it("keeps the rule and the standard of findings", () => {
      const findings = Object.values(recorded().firstLists)[0] ?? []
      for (const finding of findings) {
        expect(finding).toMatchObject({
          severity: "INFORMATIONAL",
          rule: { vendor_id: expect.stringMatching(/^(IAM\.5|SSM\.2|ELBv2\.1)$/) },
          compliances: [
            { standard: "AWS Foundational Security Best Practices", standard_version: "1.0.0", result: "PASS" }
          ]
        })
      }
    })
  }
}
