import { awsSecurityHub } from "@tributary/connector-aws-securityhub"
import type { ConnectorTest } from "@tributary/core/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as ScriptedServer from "../support/ScriptedServer.js"
import { describeRecorded, type RecordedVendor } from "./RecordedVendor.js"

const RECORDED = "us-east-1"
const EMPTY = "eu-west-1"
const hostOf = (region: string) => `securityhub.${region}.amazonaws.com`

/** A second region, read after the recorded one, in which nothing is enabled. */
const emptyRegion: ConnectorTest.Replies = {
  "POST /findings": { body: { Findings: [] } },
  "POST /standards/get": { body: { StandardsSubscriptions: [] } }
}
const closedRegion = { ...emptyRegion, "POST /findings": { status: 403, body: { Message: "Access denied" } } }

let second: ScriptedServer.ScriptedServer
beforeAll(async () => {
  second = await ScriptedServer.start(emptyRegion)
})
afterAll(() => second.stop())

const enabled = { path: "^/accounts$", body: {} }

const recordedAs = (profile: string): Omit<RecordedVendor, "name" | "stand" | "counts"> => ({
  connector: awsSecurityHub,
  credentials: () => ({
    access_key_id: "AKIAIOSFODNN7EXAMPLE",
    secret_access_key: "replayed-secret",
    regions: `${RECORDED},${EMPTY}`
  }),
  profile,
  recordings: "aws-securityhub",
  page: 3,
  settings: (replay) => ({
    TRIBUTARY_HOST_OVERRIDES: `${hostOf(RECORDED)}=${replay},${hostOf(EMPTY)}=${second.url}`
  }),
  posts: /^\/(findings|standards\/get)$/,
  fault: {
    strike: async ({ replay }) => {
      second.play(closedRegion)
      await replay.arm([])
    },
    heal: async ({ replay }) => {
      second.play(emptyRegion)
      await replay.arm([])
    },
    health: { name: "UNAUTHORIZED", details: [{ data_export_type: "compliance_findings", endpoint: "/findings" }] }
  }
})

const FSBP = "aws-foundational-security-best-practices/v/1.0.0"
const standard = {
  StandardsArn: `arn:aws:securityhub:::standards/${FSBP}`,
  StandardsSubscriptionArn: `arn:aws:securityhub:us-east-1:012345678901:subscription/${FSBP}`
}

describeRecorded(
  {
    ...recordedAs("aws-securityhub"),
    name: "Security Hub",
    // Standards and controls were not recorded.
    stand: [
      enabled,
      { path: "^/standards/get$", body: { StandardsSubscriptions: [standard] } },
      {
        path: "^/securityControls/definitions$",
        body: { SecurityControlDefinitions: [{ SecurityControlId: "IAM.5", Title: "People use MFA" }] }
      }
    ],
    counts: { "/cspm/compliance_findings?includeCompliances=true": 5, "/cspm/compliances": 1 }
  },
  (recorded) => {
    it("keep their severity, status and resource", async () => {
      const findings = Object.values(await recorded().lists())[0] ?? []
      for (const finding of findings) {
        expect(finding).toMatchObject({
          severity: "CRITICAL",
          vendor_severity: "CRITICAL",
          status: "NEW",
          compliances: [],
          resource_type: "AwsEc2Instance",
          resource_region: RECORDED
        })
      }
    })

    it("are asked for page by page", async () => {
      const { replay, sync } = recorded()
      await replay.arm([])
      await sync()
      // Five findings, three a page, for the export and for the counts of the one standard.
      expect((await replay.journal()).filter(({ url }) => url === "/findings")).toHaveLength(2 + 2)
    })
  }
)

describeRecorded(
  {
    ...recordedAs("as-recorded"),
    name: "Security Hub (exported files, from before controls were consolidated)",
    stand: [enabled, { path: "^/standards/get$", body: { StandardsSubscriptions: [] } }],
    counts: { "/cspm/compliance_findings?includeCompliances=true&includeRule=true": 3, "/cspm/compliances": 0 }
  },
  (recorded) => {
    it("keep their rule and their standard", async () => {
      const findings = Object.values(await recorded().lists())[0] ?? []
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
)
