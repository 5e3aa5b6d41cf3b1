import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ConnectorTest } from "@tributary/core/testing"
import { beforeAll, describe, expect, it } from "vitest"
import { awsSecurityHub } from "../src/index.js"
import { findingsBy, vulnerableImage, vulnerableKernel, weaknesses } from "./fixtures/replies.js"

const credentials = { access_key_id: "AKIAIOSFODNN7EXAMPLE", regions: "eu-west-1" }
const { vulnerabilities = [] } = awsSecurityHub.exports
const ofWeaknesses = { ...awsSecurityHub, exports: { vulnerabilities } }

ConnectorTest.conformance(ofWeaknesses, { replies: weaknesses, credentials })

ConnectorTest.mapping(
  ofWeaknesses,
  { replies: weaknesses, credentials },
  new URL("vulnerabilities.mapping.txt", import.meta.url)
)

/** The records of these findings; of their own account, because recorded accounts are no numbers. */
const recordsOf = async (...Findings: ReadonlyArray<object>) => {
  const own = Findings.map((finding) => ({ ...finding, AwsAccountId: "123456789012" }))
  const replies = { ...weaknesses, [findingsBy("Inspector")]: { body: { Findings: own } } }
  return (await ConnectorTest.run(ofWeaknesses, { replies, credentials })).records["vulnerability"]
}

let report: ConnectorTest.RunReport

beforeAll(async () => {
  report = await ConnectorTest.run(ofWeaknesses, { replies: weaknesses, credentials })
})

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe("Findings of Inspector in Security Hub", () => {
  it("have every field that Security Hub returns", () => {
    const [instance] = vulnerableKernel.Resources
    expect(report.records["vulnerability"]?.[0]).toEqual({
      id: uuid,
      device: {
        id: uuid,
        hostnames: [],
        ipv4s: ["203.0.113.7", "10.0.0.7"],
        platform: "LINUX",
        vendor_id: instance?.Id
      },
      name: "CVE-2024-0001 - kernel",
      description: "A local user can escalate privileges.",
      severity: "CRITICAL",
      vendor_severity: "CRITICAL",
      state: "OPEN",
      state_updated_at: null,
      cve: ["CVE-2024-0001", "CVE-2024-0009"],
      cvss_version: "3.1",
      cvss_base_score: 9.8,
      cvss_vector: "CVSS:3.1/AV:N",
      cvss_temporal_score: null,
      cvss_temporal_vector: null,
      epss_score: 0.5,
      is_exploited: null,
      port: null,
      protocol: null,
      service: null,
      first_seen: "2024-05-01T08:30:00.000Z",
      last_seen: "2024-05-08T08:30:00.000Z",
      is_patchable: true,
      solution: "yum update kernel",
      scan_output: null,
      category: "Software and Configuration Checks/Vulnerabilities/CVE",
      vendor_scan_id: null,
      vendor: "AWS_SECURITYHUB",
      vendor_id: vulnerableKernel.Id,
      vendor_data: {
        vendor: "AWS_SECURITYHUB",
        product_arn: vulnerableKernel.ProductArn,
        account_id: "123456789012",
        region: "eu-west-1",
        types: vulnerableKernel.Types,
        workflow_status: "NEW",
        record_state: "ACTIVE",
        vendor_status: "NEW",
        inspector_status: "ACTIVE",
        created_at: vulnerableKernel.CreatedAt,
        updated_at: vulnerableKernel.UpdatedAt,
        severity_original: null,
        resources: [{ id: instance?.Id, type: "AwsEc2Instance", region: "eu-west-1" }],
        open_port_range: null,
        vulnerabilities: vulnerableKernel.Vulnerabilities,
        exploit_available: true,
        fix_available: "YES",
        fixed_packages: [{ name: "kernel", fixed_in: "0:5.10.200" }],
        SchemaVersion: "2018-10-08",
        ProductName: "Inspector",
        CompanyName: "Amazon",
        GeneratorId: "AWSInspector",
        ProcessedAt: vulnerableKernel.ProcessedAt,
        ProductFields: { "aws/inspector/inspectorScore": "8.9" },
        Resources: [
          {
            Partition: "aws",
            Tags: { Name: "web-1", team: "shop" },
            Details: { AwsEc2Instance: { Type: "c6i.large", VpcId: "vpc-1" } }
          }
        ]
      },
      vendor_data_omitted: null
    })
  })

  it("name the open port of a network, and when Inspector closed them", () => {
    expect(report.records["vulnerability"]?.[1]).toMatchObject({
      state: "FIXED",
      state_updated_at: "2024-05-04T08:30:00.000Z",
      cve: [],
      cvss_base_score: null,
      port: 22,
      protocol: "tcp",
      is_patchable: null,
      first_seen: "2024-05-02T08:30:00.000Z"
    })
  })

  it("have no device if they are about a function or an image", () => {
    expect(report.records["vulnerability"]?.[2]).toMatchObject({
      device: null,
      cve: ["CVE-2024-0002"],
      cvss_version: "4.0",
      cvss_base_score: 5.3,
      is_patchable: true,
      vendor_data: { exploit_available: false, fix_available: "PARTIAL" }
    })
    expect(report.records["vulnerability"]?.[3]).toMatchObject({
      device: null,
      severity: "UNKNOWN",
      state: "SUPPRESSED",
      state_updated_at: null,
      cve: [],
      is_patchable: false,
      solution: null,
      first_seen: null,
      category: null
    })
  })

  it.each([
    [{ Workflow: { Status: "NOTIFIED" } }, "OPEN"],
    [{ Workflow: { Status: "RESOLVED" } }, "FIXED"],
    [{ Workflow: { Status: "BANANA" } }, "UNKNOWN"],
    [{ RecordState: "ARCHIVED" }, "FIXED"],
    [{ ProductFields: { "aws/inspector/FindingStatus": "CLOSED" }, Workflow: { Status: "NEW" } }, "FIXED"],
    [{ ProductFields: { "aws/inspector/FindingStatus": "SUPPRESSED" }, RecordState: "ARCHIVED" }, "SUPPRESSED"]
  ])("with %j are %s", async (more, state) => {
    expect(await recordsOf({ ...vulnerableImage, ...more })).toMatchObject([{ state }])
  })

  it("take Inspector's own score if there is no other, and no port from a range", async () => {
    const [known] = vulnerableKernel.Vulnerabilities
    const adjusted = { ...known, Cvss: known?.Cvss.slice(0, 1) }
    const Network = { OpenPortRange: { Begin: 20, End: 22 } }
    expect(await recordsOf({ ...vulnerableKernel, Vulnerabilities: [adjusted], Network })).toMatchObject([
      { cvss_base_score: 8.9, port: null, protocol: null, vendor_data: { open_port_range: { Begin: 20, End: 22 } } }
    ])
  })
})

/** The folder with recorded answers of Security Hub; null without it. */
const recordings = ((folder) => (folder === undefined ? null : join(folder, "recordings", "aws-securityhub")))(
  process.env["TEST_VENDOR_DATA"]
)

describe("Recorded findings of Inspector in Security Hub", () => {
  it.skipIf(recordings === null || !existsSync(recordings))(
    `are read${recordings === null ? " (skipped: TEST_VENDOR_DATA names no folder with them)" : ""}`,
    async () => {
      const folder = recordings ?? ""
      const findings = readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")).exchanges)
        .flatMap(({ response }) => response.body.Findings ?? [])
        .filter(({ ProductName }) => ProductName === "Inspector")
      const records = await recordsOf(...findings)
      console.log(`Recorded findings of Inspector: ${findings.length}; records: ${records?.length} vulnerability`)
      expect(records).toHaveLength(findings.length)
      for (const record of records ?? []) {
        expect(record).toMatchObject({
          device: { platform: "LINUX", ipv4s: [expect.stringMatching(/^\d/)] },
          severity: "CRITICAL",
          state: "OPEN",
          cve: [expect.stringMatching(/^CVE-/)],
          cvss_version: expect.stringMatching(/^3\./),
          is_patchable: true,
          solution: expect.stringMatching(/^\w+ (update|upgrade) /)
        })
      }
    }
  )
})
