import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ConnectorTest } from "@tributary/core/testing"
import { beforeAll, describe, expect, it } from "vitest"
import { awsInspector } from "../src/index.js"
import { ACCOUNT, arnOf, imageFinding, networkFinding, packageFinding, replies } from "./fixtures/replies.js"

const credentials = { access_key_id: "AKIAIOSFODNN7EXAMPLE", regions: "eu-west-1" }

const run = (options: Partial<ConnectorTest.RunOptions> = {}) =>
  ConnectorTest.run(awsInspector, { replies, credentials, ...options })

/** The records of these findings alone. */
const recordsOf = async (...findings: ReadonlyArray<object>) => {
  const list = {
    "POST /findings/list": { body: { findings } },
    "POST /coverage/list": { body: { coveredResources: [] } }
  }
  return (await run({ replies: list })).records
}

let report: ConnectorTest.RunReport

beforeAll(async () => {
  report = await run()
})

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
const CVSS = "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H"

describe("Inspector vulnerabilities", () => {
  it("have every field that Inspector returns", () => {
    expect(report.records["vulnerability"]?.[0]).toEqual({
      id: uuid,
      device: {
        id: uuid,
        hostnames: [],
        ipv4s: ["203.0.113.7", "10.0.0.7"],
        platform: "LINUX",
        vendor_id: "i-0abc1234def567890"
      },
      name: "CVE-2024-0001 - kernel, kernel-tools",
      description: "A local user can escalate privileges.",
      severity: "HIGH",
      vendor_severity: "HIGH",
      state: "OPEN",
      state_updated_at: null,
      cve: ["CVE-2024-0001", "CVE-2024-0009"],
      cvss_version: "3.1",
      cvss_base_score: 7.8,
      cvss_vector: CVSS,
      cvss_temporal_score: null,
      cvss_temporal_vector: null,
      epss_score: 0.25,
      is_exploited: null,
      port: null,
      protocol: null,
      service: null,
      first_seen: "2024-05-02T08:30:00.045Z",
      last_seen: "2024-05-10T08:30:00.000Z",
      is_patchable: true,
      solution: "yum update kernel",
      scan_output: null,
      category: "PACKAGE_VULNERABILITY",
      vendor_scan_id: null,
      vendor: "AWS_INSPECTOR",
      vendor_id: arnOf("a"),
      vendor_data: {
        vendor: "AWS_INSPECTOR",
        awsAccountId: ACCOUNT,
        type: "PACKAGE_VULNERABILITY",
        status: "ACTIVE",
        updated_at: "2024-05-10T08:30:00.000Z",
        fix_available: "PARTIAL",
        exploitAvailable: "YES",
        exploitabilityDetails: packageFinding.exploitabilityDetails,
        resource_id: "i-0abc1234def567890",
        resource_type: "AWS_EC2_INSTANCE",
        source: "AMAZON_CVE",
        source_url: "https://advisories.example/CVE-2024-0001",
        source_severity: "Important",
        reference_urls: packageFinding.packageVulnerabilityDetails.referenceUrls,
        related_vulnerabilities: ["ALAS2-2024-1", "CVE-2024-0009", "CVE-2024-0001"],
        cvss: packageFinding.packageVulnerabilityDetails.cvss,
        packages: [
          {
            name: "kernel",
            version: "5.10.100",
            package_manager: "OS",
            fixed_in_version: "0:5.10.200-2.amzn2"
          },
          { name: "kernel-tools", version: "5.10.100", package_manager: "OS", fixed_in_version: null }
        ],
        open_port_range: null,
        detector: null,
        file_path: null,
        inspectorScore: 7.1,
        inspectorScoreDetails: {
          adjustedCvss: {
            score: 7.1,
            scoreSource: "NVD",
            scoringVector: CVSS,
            adjustments: [{ metric: "Attack Vector", reason: "The instance has no open path." }]
          }
        },
        packageVulnerabilityDetails: {
          vulnerablePackages: [{ epoch: 0, release: "1.amzn2", arch: "X86_64" }, null]
        },
        resources: [
          {
            partition: "aws",
            region: "eu-west-1",
            provider: "AWS",
            tags: { Name: "web-1" },
            details: {
              awsEc2Instance: {
                type: "c6i.large",
                imageId: "ami-0abc1234def567890",
                ipV6Addresses: [],
                launchedAt: Date.parse("2024-05-01T08:30:00Z") / 1_000,
                vpcId: "vpc-1",
                subnetId: "subnet-1"
              }
            }
          }
        ]
      },
      vendor_data_omitted: null
    })
  })

  it("name the open port of a network, and since when it is closed", () => {
    expect(report.records["vulnerability"]?.[1]).toMatchObject({
      device: { vendor_id: "i-0abc1234def567890" },
      state: "FIXED",
      state_updated_at: "2024-05-05T08:30:00.000Z",
      cve: [],
      cvss_base_score: null,
      port: 22,
      protocol: "tcp",
      solution: "Restrict the security group. https://docs.example/ports",
      category: "NETWORK_REACHABILITY"
    })
  })

  it("have no device if they are in an image or in code", () => {
    const [, , image, code] = report.records["vulnerability"] ?? []
    expect(image).toMatchObject({
      device: null,
      severity: "UNKNOWN",
      vendor_severity: "UNTRIAGED",
      state: "SUPPRESSED",
      cve: [],
      cvss_version: null,
      epss_score: null,
      is_patchable: false,
      solution: null
    })
    expect(code).toMatchObject({
      device: null,
      severity: "CRITICAL",
      is_patchable: null,
      solution: "Read credentials from a secret store.",
      vendor_data: { detector: "Hardcoded credentials", codeVulnerabilityDetails: { cwes: ["CWE-798"] } }
    })
  })

  it("are read from a row that has little more than an ARN", () => {
    expect(report.records["vulnerability"]?.[4]).toMatchObject({
      device: null,
      name: arnOf("e"),
      description: null,
      severity: "UNKNOWN",
      vendor_severity: "BANANA",
      state: "UNKNOWN",
      first_seen: null,
      category: null
    })
  })

  it("have no single port if a range of ports is open", async () => {
    const open = { ...networkFinding.networkReachabilityDetails, openPortRange: { begin: 20, end: 22 } }
    const { vulnerability } = await recordsOf({ ...networkFinding, networkReachabilityDetails: open })
    expect(vulnerability).toMatchObject([{ port: null, vendor_data: { open_port_range: { begin: 20, end: 22 } } }])
  })

  it("take the first score if Inspector does not say from which one it derives its own", async () => {
    const { vulnerability } = await recordsOf({ ...packageFinding, inspectorScoreDetails: null })
    expect(vulnerability).toMatchObject([{ cvss_base_score: 6.5, cvss_version: "3.1" }])
  })
})

describe("Inspector findings in the shape of OCSF", () => {
  it("have every field that Inspector returns", () => {
    const found = report.records["vulnerability_finding"]?.[0]
    expect(found).toEqual({
      id: uuid,
      title: "CVE-2024-0001 - kernel, kernel-tools",
      description: "A local user can escalate privileges.",
      analytic_output: null,
      severity: "HIGH",
      state: "OPEN",
      state_updated_at: null,
      type: "HOST",
      device_id: uuid,
      device_vendor_id: "i-0abc1234def567890",
      application_id: null,
      application_vendor_id: null,
      resource_id: "i-0abc1234def567890",
      first_seen: "2024-05-02T08:30:00.045Z",
      last_seen: "2024-05-10T08:30:00.000Z",
      has_fix: true,
      remediation: "yum update kernel",
      product: { vendor_name: "AWS", name: "Amazon Inspector" },
      analytic: {
        type: "PACKAGE_VULNERABILITY",
        uid: null,
        name: "AMAZON_CVE",
        url: "https://advisories.example/CVE-2024-0001"
      },
      resource_related: {
        affected_code: null,
        affected_image: null,
        affected_os: { name: "AMAZON_LINUX_2", version: null },
        affected_package: { name: "kernel", version: "5.10.100", ecosystem: "OS" },
        port: null,
        protocol: null,
        service: null
      },
      vulnerabilities: [
        {
          uid: "CVE-2024-0001",
          cvss: { version: "3.1", base_score: 7.8, vector: CVSS },
          epss: { score: 0.25, percentile: null },
          published: "2024-05-01T08:30:00.000Z",
          last_modified: "2024-05-03T08:30:00.000Z",
          references: ["https://advisories.example/CVE-2024-0001", "https://kernel.example/1"]
        },
        ...["ALAS2-2024-1", "CVE-2024-0009"].map((uid) => ({
          uid,
          cvss: null,
          epss: null,
          published: null,
          last_modified: null,
          references: null
        }))
      ],
      ticket: null,
      vendor: "AWS_INSPECTOR",
      vendor_id: arnOf("a"),
      vendor_data: expect.objectContaining({ severity: "HIGH", fix_available: "PARTIAL", exploitAvailable: "YES" }),
      vendor_data_omitted: null
    })
  })

  it("name the image, the port or the lines of code", () => {
    const [, network, image, code, odd] = report.records["vulnerability_finding"] ?? []
    expect(network).toMatchObject({
      type: "HOST",
      state: "FIXED",
      has_fix: null,
      vulnerabilities: null,
      resource_related: { port: 22, protocol: "tcp", affected_package: null }
    })
    expect(image).toMatchObject({
      type: "CONTAINER",
      device_id: null,
      has_fix: false,
      vulnerabilities: [{ uid: "GHSA-xxxx-yyyy-zzzz", cvss: null, epss: null, published: null, references: null }],
      resource_related: {
        affected_image: { name: `${ACCOUNT}/shop/web`, tag: "2.3.0", digest: expect.stringMatching(/^sha256:c+$/) },
        affected_os: { name: "DEBIAN_12" },
        affected_package: { name: "parser", version: "1.2.3", ecosystem: "NODEPKG" }
      }
    })
    expect(code).toMatchObject({
      type: "CODE",
      analytic: {
        type: "CODE_VULNERABILITY",
        uid: "python/hardcoded-credentials@v1.0",
        name: "Hardcoded credentials",
        url: "https://cwe.example/798"
      },
      vulnerabilities: null,
      resource_related: {
        affected_code: { repository: null, file_path: "src/handler.py", start_line: 7, end_line: 9 },
        affected_os: null
      }
    })
    expect(odd).toMatchObject({ title: arnOf("e"), type: "OTHER", resource_id: null, state: "UNKNOWN" })
  })

  it.each([
    ["AWS_EC2_INSTANCE", "HOST"],
    ["AWS_ECR_REPOSITORY", "CONTAINER"],
    ["AWS_LAMBDA_FUNCTION", "CLOUD"],
    ["CODE_REPOSITORY", "DEPENDENCY"],
    ["Microsoft.Compute/virtualMachines", "HOST"],
    ["Microsoft.ContainerRegistry/registry/containerImage", "CONTAINER"],
    ["Microsoft.Web/sites", "CLOUD"],
    ["BANANA", "OTHER"]
  ])("are of the type that a package of the resource %s has: %s", async (type, expected) => {
    const finding = { ...imageFinding, resources: [{ type, id: "thing-1", details: {} }] }
    expect((await recordsOf(finding))["vulnerability_finding"]).toMatchObject([
      { type: expected, resource_id: "thing-1" }
    ])
  })

  it("name the repository of code and the machine of another cloud", async () => {
    const inCode = {
      ...imageFinding,
      resources: [{ type: "CODE_REPOSITORY", id: "p-1", details: { codeRepository: { projectName: "acme/shop" } } }]
    }
    const onMachine = {
      ...imageFinding,
      findingArn: arnOf("f"),
      resources: [
        {
          type: "Microsoft.Compute/virtualMachines",
          id: "/subscriptions/s-1/vm-1",
          provider: "AZURE",
          details: { vm: { platform: "WINDOWS_SERVER_2022", ipV4Addresses: ["10.0.0.8"], vmName: "vm-1" } }
        }
      ]
    }
    const inImage = {
      ...imageFinding,
      findingArn: arnOf("0"),
      resources: [
        { type: "BANANA", id: "i-1", details: { image: { repositoryName: "shop", imageDigest: "sha256:1" } } }
      ]
    }
    const { vulnerability, vulnerability_finding } = await recordsOf(inCode, onMachine, inImage)
    expect(vulnerability_finding).toMatchObject([
      { resource_related: { affected_code: { repository: { name: "acme/shop", url: null }, file_path: null } } },
      { device_vendor_id: "/subscriptions/s-1/vm-1" },
      { resource_related: { affected_image: { name: "shop", tag: null, digest: "sha256:1" } } }
    ])
    expect(vulnerability?.[1]).toMatchObject({ device: { platform: "WINDOWS", ipv4s: ["10.0.0.8"] } })
  })
})

/** The folder with recorded answers of Inspector; null without it. */
const recordings = ((folder) => (folder === undefined ? null : join(folder, "recordings", "aws-inspector2")))(
  process.env["TEST_VENDOR_DATA"]
)

describe("Recorded findings of Inspector", () => {
  it.skipIf(recordings === null || !existsSync(recordings))(
    `are read${recordings === null ? " (skipped: TEST_VENDOR_DATA names no folder with them)" : ""}`,
    async () => {
      const folder = recordings ?? ""
      const findings = readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")).exchanges)
        .flatMap(({ response }) => response.body.findings)
      const records = await recordsOf(...findings)
      console.log(
        `Recorded findings: ${findings.length}; records: ${records["vulnerability"]?.length} vulnerability, ${records["vulnerability_finding"]?.length} vulnerability_finding`
      )
      expect(records["vulnerability"]).toHaveLength(findings.length)
      expect(records["vulnerability"]?.[0]).toMatchObject({
        device: null,
        severity: "MEDIUM",
        cve: [expect.stringMatching(/^CVE-/)],
        cvss_base_score: 5.5,
        epss_score: 0.00075,
        first_seen: "2024-02-02T15:30:33.045Z",
        is_patchable: true
      })
      expect(records["vulnerability_finding"]?.[0]).toMatchObject({
        type: "CONTAINER",
        resource_related: { affected_os: { name: "DEBIAN_10" }, affected_package: { name: "linux" } }
      })
    }
  )
})
