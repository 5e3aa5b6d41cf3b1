import { awsSecurityHub } from "@tributary/connector-aws-securityhub"
import { describe, expect, it } from "vitest"
import * as RecordedRun from "./RecordedRun.js"
import * as VendorReplay from "./VendorReplay.js"

const title = VendorReplay.isAvailable
  ? "real Security Hub answers"
  : "real Security Hub answers (skipped: no recordings beside this checkout)"

/** Standards and controls were not recorded. */
const fill = ({ path }: RecordedRun.Unrecorded) => {
  if (path === "/standards/get") {
    const id = "aws-foundational-security-best-practices/v/1.0.0"
    const StandardsSubscriptionArn = `arn:aws:securityhub:us-east-1:012345678901:subscription/${id}`
    return {
      StandardsSubscriptions: [{ StandardsArn: `arn:aws:securityhub:::standards/${id}`, StandardsSubscriptionArn }]
    }
  }
  if (path !== "/securityControls/definitions") return undefined
  return { SecurityControlDefinitions: [{ SecurityControlId: "IAM.5", Title: "People use MFA" }] }
}

const read = (profile: string, answer: (request: RecordedRun.Unrecorded) => unknown) =>
  RecordedRun.run({
    connector: awsSecurityHub,
    credentials: { access_key_id: "AKIAIOSFODNN7EXAMPLE", secret_access_key: "replayed-secret", regions: "us-east-1" },
    profile,
    recordings: "aws-securityhub",
    hosts: ["securityhub.us-east-1.amazonaws.com"],
    fill: answer
  })

const findingsOf = ({ records }: RecordedRun.RecordedRun) => [...(records.get("compliance_finding")?.values() ?? [])]

describe.skipIf(!VendorReplay.isAvailable)(title, () => {
  it("become a record each, page after page, and none is rejected", async () => {
    const run = await read("aws-securityhub", fill)
    expect(run.failures).toEqual([])
    expect(run.rejections).toEqual([])
    const findings = findingsOf(run)
    expect(findings).toHaveLength(5)
    for (const finding of findings) {
      expect(finding).toMatchObject({
        severity: "CRITICAL",
        vendor_severity: "CRITICAL",
        status: "NEW",
        compliances: []
      })
      expect(finding).toMatchObject({ resource_type: "AwsEc2Instance", resource_region: "us-east-1" })
    }
    expect(run.records.get("compliance")?.size).toBe(1)
    // Five findings, three a page, for the export and for the counts of the one standard.
    expect(run.asked.filter((request) => request === "POST /findings")).toHaveLength(2 + 2)
  })

  it("are read as exported files hold them, from before controls were consolidated", async () => {
    const run = await read("as-recorded", () => ({ StandardsSubscriptions: [] }))
    expect([run.failures, run.rejections]).toEqual([[], []])
    const findings = findingsOf(run)
    expect(findings).toHaveLength(3)
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
})
