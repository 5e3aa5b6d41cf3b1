import { ConnectorTest } from "@tributary/core/testing"
import { beforeAll, describe, expect, it } from "vitest"
import { awsSecurityHub } from "../src/index.js"
import { bruteForce, findingsBy, threats } from "./fixtures/replies.js"

const credentials = { access_key_id: "AKIAIOSFODNN7EXAMPLE", regions: "eu-west-1" }
const { cspm_alerts = [] } = awsSecurityHub.exports
const ofThreats = { ...awsSecurityHub, exports: { cspm_alerts } }

// There are no recorded findings of GuardDuty. Their shape was checked against the typical finding in GuardDuty's user guide (Integrating with
// AWS Security Hub), the table of types there, and the API reference of Security Hub (AwsSecurityFinding).
ConnectorTest.conformance(ofThreats, { replies: threats, credentials })

ConnectorTest.mapping(ofThreats, { replies: threats, credentials }, new URL("alerts.mapping.txt", import.meta.url))

const alertsOf = async (...Findings: ReadonlyArray<object>) => {
  const replies = { ...threats, [findingsBy("GuardDuty")]: { body: { Findings } } }
  return (await ConnectorTest.run(ofThreats, { replies, credentials })).records["cspm_alert"]
}

let report: ConnectorTest.RunReport

beforeAll(async () => {
  report = await ConnectorTest.run(ofThreats, { replies: threats, credentials })
})

const tactic = (tactic_id: string, tactic_name: string) => ({
  tactic_id,
  tactic_name,
  technique_id: null,
  technique_name: null
})

describe("Findings of GuardDuty in Security Hub", () => {
  it("have every field that Security Hub returns", () => {
    const [instance, account] = bruteForce.Resources
    expect(report.records["cspm_alert"]?.[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: "198.51.100.7 is performing SSH brute force attacks against web-1.",
      description: "Brute force attacks guess the password of an instance.",
      severity: "LOW",
      vendor_severity: "LOW",
      status: "IN_PROGRESS",
      vendor_status: "NOTIFIED",
      category: "TTPs/Initial Access/UnauthorizedAccess:EC2-SSHBruteForce",
      resource_id: instance?.Id,
      resource_name: "web-1",
      resource_type: "AwsEc2Instance",
      cloud_provider: "AWS",
      account_id: "123456789012",
      region: "eu-west-1",
      first_event_time: "2024-05-01T08:30:00.000Z",
      last_event_time: "2024-05-05T08:30:00.000Z",
      resolved_time: null,
      remediation: "Check who may use SSH. https://docs.example/ssh",
      mitre: [tactic("TA0001", "Initial Access")],
      url: "https://console.acme.example/guardduty/t-1",
      vendor: "AWS_SECURITYHUB",
      vendor_id: bruteForce.Id,
      vendor_data: {
        vendor: "AWS_SECURITYHUB",
        product_arn: bruteForce.ProductArn,
        account_id: "123456789012",
        region: "eu-west-1",
        types: bruteForce.Types,
        workflow_status: "NOTIFIED",
        record_state: "ACTIVE",
        created_at: bruteForce.CreatedAt,
        updated_at: bruteForce.UpdatedAt,
        severity_original: null,
        resources: [
          { id: instance?.Id, type: "AwsEc2Instance", region: "eu-west-1", name: "web-1" },
          { id: account?.Id, type: "AwsAccount", region: null, name: null }
        ],
        SchemaVersion: "2018-10-08",
        ProductName: "GuardDuty",
        CompanyName: "Amazon",
        GeneratorId: bruteForce.GeneratorId,
        ProcessedAt: bruteForce.ProcessedAt,
        Severity: { Product: 2 },
        ProductFields: bruteForce.ProductFields,
        Resources: [
          {
            Partition: "aws",
            Tags: { team: "shop" },
            Details: {
              AwsEc2Instance: { Type: "c6i.large", IpV4Addresses: ["203.0.113.7", "10.0.0.7"], VpcId: "vpc-1" }
            }
          },
          null
        ],
        Action: bruteForce.Action,
        Sample: false
      },
      vendor_data_omitted: null
    })
  })

  it("name each tactic once, wherever their types have it", () => {
    expect(report.records["cspm_alert"]?.[1]).toMatchObject({
      severity: "HIGH",
      status: "RESOLVED",
      resource_name: "shop",
      first_event_time: "2024-05-03T08:30:00.000Z",
      last_event_time: null,
      mitre: [tactic("TA0006", "Credential Access"), tactic("TA0040", "Impact")]
    })
  })

  it("are read from a row with nothing else than Security Hub requires", () => {
    expect(report.records["cspm_alert"]?.[2]).toMatchObject({
      description: null,
      severity: "UNKNOWN",
      vendor_severity: "UNKNOWN",
      status: "RESOLVED",
      vendor_status: "ARCHIVED",
      region: null,
      first_event_time: null,
      remediation: null,
      mitre: null,
      url: null
    })
  })

  it.each([
    [["TTPs/DefenseEvasion/EC2:Unusual-DNS-Resolver"], [tactic("TA0005", "Defense Evasion")]],
    [["TTPs/Command and Control/Trojan:EC2-DropPoint"], [tactic("TA0011", "Command and Control")]],
    [["Effects/Data Exfiltration/Trojan:EC2-DropPoint"], null],
    [["Software and Configuration Checks/AWS Security Best Practices/Policy:Kubernetes-ExposedDashboard"], null],
    [["TTPs"], null],
    [[], null],
    [null, null]
  ])("with the types %j name the tactics %j", async (Types, mitre) => {
    expect(await alertsOf({ ...bruteForce, Types })).toMatchObject([{ mitre }])
  })

  it.each([
    ["NEW", "ACTIVE", "NEW"],
    ["SUPPRESSED", "ACTIVE", "SUPPRESSED"],
    ["RESOLVED", "ACTIVE", "RESOLVED"],
    ["BANANA", "ACTIVE", "UNKNOWN"],
    ["NEW", "ARCHIVED", "RESOLVED"]
  ])("with the workflow status %s and the record state %s are %s", async (Status, RecordState, status) => {
    expect(await alertsOf({ ...bruteForce, Workflow: { Status }, RecordState })).toMatchObject([{ status }])
  })
})
