import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { toCompliance } from "../src/exports/compliances.js"
import { awsSecurityHub } from "../src/index.js"
import { toProduct } from "../src/product.js"
import { weaknessesOf } from "../src/weaknesses.js"
import {
  allFindings,
  archivedFinding,
  checked,
  openBucket,
  partnerFinding,
  replies,
  FSBP as STANDARD
} from "./fixtures/replies.js"

const credentials = { access_key_id: "AKIAIOSFODNN7EXAMPLE", regions: "eu-west-1" }
const role = { role_arn: "arn:aws:iam::123456789012:role/security-reader", external_id: "tributary-1" }
const assumed = {
  "POST /": {
    body: {
      AssumeRoleResponse: {
        AssumeRoleResult: {
          Credentials: {
            AccessKeyId: "ASIAEXAMPLE",
            SecretAccessKey: "role-secret-77aa",
            SessionToken: "role-session-88bb",
            Expiration: 3_600
          }
        }
      }
    }
  }
}

// The kit tells lists apart by their address, which all lists of findings share, so that it tests those of other products by themselves.
const { compliance_findings = [], compliances = [] } = awsSecurityHub.exports
const ofChecks = { ...awsSecurityHub, exports: { compliance_findings, compliances } }

ConnectorTest.conformance(ofChecks, { replies: checked, credentials })

const run = (options: Partial<ConnectorTest.RunOptions> = {}) =>
  ConnectorTest.run(awsSecurityHub, { replies, credentials, ...options })

ConnectorTest.readme(awsSecurityHub, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(ofChecks, { replies: checked, credentials }, new URL("mapping.txt", import.meta.url))

describe("Security Hub findings", () => {
  it("maps every field that Security Hub returns [contract: finding-per-resource-and-control]", async () => {
    const { records } = await run()
    const [bucket, disk, root] = records["compliance_finding"] ?? []
    expect(bucket).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: "S3 buckets should block public access",
      description: "This control checks whether a bucket blocks public access at the bucket level.",
      remediation:
        "See the documentation of the control. https://docs.aws.amazon.com/console/securityhub/S3.8/remediation",
      resource_id: "arn:aws:s3:::acme-invoices",
      resource_name: "Invoices",
      resource_region: "eu-west-1",
      resource_type: "AwsS3Bucket",
      severity: "HIGH",
      vendor_severity: "HIGH",
      status: "IN_PROGRESS",
      vendor_status: "NOTIFIED",
      status_changed_at: "2024-05-10T08:30:00.000Z",
      start_time: "2024-05-01T08:30:00.000Z",
      vendor: "AWS_SECURITYHUB",
      vendor_id: openBucket.Id,
      rule: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: "S3 buckets should block public access",
        vendor_id: "S3.8"
      },
      compliances: [
        {
          standard: "AWS Foundational Security Best Practices",
          standard_version: "1.0.0",
          control: "S3.8",
          control_name: "S3 buckets should block public access",
          result: "FAIL"
        },
        {
          standard: "CIS AWS Foundations Benchmark",
          standard_version: "1.2.0",
          control: "S3.8",
          control_name: "S3 buckets should block public access",
          result: "FAIL"
        }
      ],
      vendor_data: {
        vendor: "AWS_SECURITYHUB",
        product_arn: openBucket.ProductArn,
        product_name: "Security Hub",
        company_name: "AWS",
        account_id: "123456789012",
        account_name: "acme-production",
        region: "eu-west-1",
        generator_id: "security-control/S3.8",
        types: openBucket.Types,
        workflow_status: "NOTIFIED",
        record_state: "ACTIVE",
        compliance_status: "FAILED",
        status_reasons: openBucket.Compliance.StatusReasons,
        related_requirements: openBucket.Compliance.RelatedRequirements,
        created_at: openBucket.CreatedAt,
        updated_at: openBucket.UpdatedAt,
        last_observed_at: openBucket.LastObservedAt,
        severity_original: "HIGH",
        product_fields: openBucket.ProductFields,
        finding_provider_fields: openBucket.FindingProviderFields,
        user_defined_fields: { owner: "web" },
        note: openBucket.Note,
        source_url: "https://acme.example/checks/S3.8",
        confidence: 99,
        criticality: 50,
        vulnerabilities: [{ Id: "CVE-2024-0001" }],
        cve: ["CVE-2024-0001"],
        epss_score: null,
        exploit_available: null,
        fix_available: null,
        fixed_packages: [],
        resources: [
          {
            id: "arn:aws:s3:::acme-invoices",
            type: "AwsS3Bucket",
            region: "eu-west-1",
            partition: "aws",
            tags: { Name: "Invoices" },
            details: { AwsS3Bucket: { OwnerId: "owner-1" } }
          },
          {
            id: "AWS::::Account:123456789012",
            type: "AwsAccount",
            region: null,
            partition: null,
            tags: null,
            details: null
          }
        ],
        SchemaVersion: "2018-10-08",
        ProcessedAt: "2024-05-21T08:30:00.000Z",
        Severity: { Product: 7 },
        Resources: [{ ApplicationName: "billing" }, null],
        Compliance: { SecurityControlParameters: [{ Name: "blockPublicAcls", Value: ["true"] }] },
        Sample: false,
        VerificationState: "TRUE_POSITIVE",
        Process: { Name: "sshd", Pid: 7, Path: "/usr/sbin/sshd" }
      },
      vendor_data_omitted: null
    })
    // An ID from a partner product is unique only within the product; this finding has a numeric severity and no label.
    expect(disk).toMatchObject({
      vendor_id: `${partnerFinding.ProductArn}/check-7`,
      severity: "MEDIUM",
      vendor_severity: "MEDIUM",
      status: "NEW",
      resource_name: "host-7",
      resource_region: "eu-west-1",
      start_time: "2024-05-03T08:30:00.000Z",
      rule: { vendor_id: "scanner/rule-7" },
      // Its product is named in the ARN alone.
      compliances: [{ standard: "scanner", control: "rule-7", result: "NOT_APPLICABLE" }],
      remediation: null,
      vendor_data: { product_name: "scanner", company_name: "acme", cve: null, fixed_packages: null }
    })
    expect(root).toMatchObject({
      vendor_id: archivedFinding.Id,
      severity: "INFORMATIONAL",
      status: "RESOLVED",
      vendor_status: "ARCHIVED",
      rule: { vendor_id: "1.1" },
      compliances: [
        { standard: "CIS AWS Foundations Benchmark", standard_version: "1.2.0", control: "1.1", result: "PASS" }
      ]
    })
  })

  it.each([
    [{ Label: "CRITICAL" }, "CRITICAL", "CRITICAL"],
    [{ Label: "BANANA" }, "UNKNOWN", "BANANA"],
    [{ Normalized: 90 }, "CRITICAL", "CRITICAL"],
    [{ Normalized: 0 }, "INFORMATIONAL", "INFORMATIONAL"],
    [{ Original: "P1" }, "UNKNOWN", "P1"],
    [{}, "UNKNOWN", "UNKNOWN"],
    [null, "UNKNOWN", "UNKNOWN"]
  ])("maps the severity %j to %s", async (Severity, severity, vendor_severity) => {
    const reply = { body: { Findings: [{ ...openBucket, Severity }] } }
    const { records } = await run({ replies: { ...replies, "POST /findings": reply }, faults: [onFindings(reply)] })
    expect(records["compliance_finding"]).toMatchObject([{ severity, vendor_severity }])
  })

  it.each([
    [{ Workflow: { Status: "NEW" } }, "NEW", "NEW"],
    [{ Workflow: { Status: "SUPPRESSED" } }, "SUPPRESSED", "SUPPRESSED"],
    [{ Workflow: { Status: "RESOLVED" } }, "RESOLVED", "RESOLVED"],
    [{ Workflow: { Status: "BANANA" } }, "UNKNOWN", "BANANA"],
    [{ Workflow: null, WorkflowState: "ASSIGNED" }, "IN_PROGRESS", "ASSIGNED"],
    [{ Workflow: null, WorkflowState: "DEFERRED" }, "SUPPRESSED", "DEFERRED"],
    [{ Workflow: null, WorkflowState: null }, "UNKNOWN", "UNKNOWN"],
    [{ Workflow: { Status: "NEW" }, RecordState: "ARCHIVED" }, "RESOLVED", "ARCHIVED"]
  ])("maps the status %j to %s", async (more, status, vendor_status) => {
    const reply = { body: { Findings: [{ ...openBucket, ...more }] } }
    const { records } = await run({ faults: [onFindings(reply)] })
    expect(records["compliance_finding"]).toMatchObject([{ status, vendor_status }])
  })

  const FSBP = { standard: "AWS Foundational Security Best Practices", standard_version: "1.0.0" }
  it.each([
    ["security-control/EC2.19", [{ StandardsId: "standards/pci-dss/v/3.2.1" }], "EC2.19", [{ standard: "PCI DSS" }]],
    ["aws-foundational-security-best-practices/v/1.0.0/IAM.5", [{ StandardsId: STANDARD }], "IAM.5", [FSBP]],
    ["aws-foundational-security-best-practices/v/1.0.0/IAM.5", null, "IAM.5", [FSBP]],
    [
      "arn:aws:securityhub:::ruleset/cis-aws-foundations-benchmark/v/1.2.0/rule/2.5",
      [],
      "2.5",
      [{ standard: "CIS AWS Foundations Benchmark", standard_version: "1.2.0" }]
    ],
    // A product with checks of its own.
    [
      "scanner/rule-7",
      [{ StandardsId: "CIS-1.4" }, { StandardsId: "ISO-27001" }],
      "rule-7",
      [{ standard: "CIS-1.4" }, { standard: "ISO-27001" }]
    ],
    // A customer's own rule belongs to no standard.
    [
      "arn:aws:config:eu-west-1:123456789012:config-rule/config-rule-7",
      null,
      "config-rule-7",
      [{ standard: "Config", standard_version: null }]
    ]
  ])(
    "takes the control from the generator ID %s if the finding names none",
    async (GeneratorId, AssociatedStandards, control, standards) => {
      const named = { ...openBucket, ProductName: "Config", ProductFields: {}, GeneratorId }
      const reply = { body: { Findings: [{ ...named, Compliance: { Status: "FAILED", AssociatedStandards } }] } }
      const { records } = await run({ faults: [onFindings(reply)] })
      const compliances = standards.map((standard) => ({ ...standard, control, result: "FAIL" }))
      expect(records["compliance_finding"]).toMatchObject([{ compliances }])
    }
  )

  it("reads a lower-case list of findings, as exported files contain", async () => {
    const reply = { body: { findings: [openBucket, openBucket] } }
    const { records, health } = await run({ faults: [onFindings(reply)] })
    expect(health.name).toBe("HEALTHY")
    expect(records["compliance_finding"]).toHaveLength(1)
  })

  it("requests only updated findings in a delta", async () => {
    const { requests } = await run({ since: "2024-05-09T00:00:00.000Z" })
    const filters = requests.map(({ body }) => (body as { readonly Filters?: object } | null)?.Filters ?? {})
    const UpdatedAt = [{ Start: "2024-05-09T00:00:00.000Z" }]
    expect(filters.filter((filter) => "UpdatedAt" in filter)).toMatchObject([
      { UpdatedAt, ComplianceStatus: [{}, {}, {}, {}] },
      { UpdatedAt, ComplianceStatus: [{}, {}, {}, {}] },
      { UpdatedAt, ProductName: [{ Value: "Inspector" }] },
      { UpdatedAt, ProductName: [{ Value: "Inspector" }] }
    ])
  })
})

/** Replaces the answer to the list of findings, but not to the lookup of the findings of one standard. */
const onFindings = (reply: ConnectorTest.Reply) => ({
  strikes: ({ url, body }: { readonly url: URL; readonly body: unknown }) =>
    url.pathname === "/findings" && JSON.stringify(body).includes("ComplianceStatus"),
  outcome: () => ({ _tag: "Reply" as const, reply })
})

describe("Security Hub findings about packages", () => {
  /** Two vulnerabilities of which one has no fix, in the format of the API reference. */
  const Vulnerabilities = [
    {
      Id: "CVE-2024-0002",
      EpssScore: 0.2,
      ExploitAvailable: "NO",
      FixAvailable: "YES",
      VulnerablePackages: [{ Name: "zlib", FixedInVersion: "1.3.1", Remediation: "apt-get upgrade zlib" }]
    },
    {
      Id: "CVE-2024-0003",
      EpssScore: 0.7,
      ExploitAvailable: "YES",
      FixAvailable: "NO",
      VulnerablePackages: [{ Name: "libold" }, { Name: "zlib", Remediation: "apt-get upgrade zlib" }]
    }
  ]

  it("have their CVEs, the highest EPSS score, exploits and fixes", () => {
    expect(weaknessesOf(Vulnerabilities)).toEqual({
      cve: ["CVE-2024-0002", "CVE-2024-0003"],
      epss_score: 0.7,
      exploit_available: true,
      fix_available: "PARTIAL",
      fixed_packages: [{ name: "zlib", fixed_in: "1.3.1" }]
    })
    expect(weaknessesOf([{ Id: 7, EpssScore: "high", VulnerablePackages: {} }])).toMatchObject({
      cve: [],
      epss_score: null
    })
  })

  it("are remedied by updates if the product recommends nothing", async () => {
    const recommendation = { Recommendation: { Text: "None Provided" } }
    const finding = { ...partnerFinding, Remediation: recommendation, Vulnerabilities }
    const { records } = await run({ replies: { ...replies, [allFindings()]: { body: { Findings: [finding] } } } })
    expect(records["compliance_finding"]?.[0]).toMatchObject({
      remediation: "apt-get upgrade zlib",
      vendor_data: { epss_score: 0.7, fix_available: "PARTIAL" }
    })
  })

  it.each([
    ["arn:aws:securityhub:eu-west-1::product/aws/inspector", { company: "aws", name: "inspector" }],
    ["arn:aws:securityhub:eu-west-1:123456789012:product/123456789012/default", { company: null, name: "default" }],
    ["arn:aws:inspector2:eu-west-1", { company: null, name: null }],
    [null, { company: null, name: null }]
  ])("have the product that the ARN %s names", (arn, product) => {
    expect(toProduct(arn)).toEqual(product)
  })
})

describe("Security Hub compliances", () => {
  it("maps every field that Security Hub returns", async () => {
    const { records } = await run()
    const [bucket, people, root] = records["compliance"] ?? []
    const subscription =
      "arn:aws:securityhub:eu-west-1:123456789012:subscription/aws-foundational-security-best-practices/v/1.0.0"
    expect(bucket).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      standard: "AWS Foundational Security Best Practices",
      standard_version: "1.0.0",
      control: "S3.8",
      control_name: "Buckets block public access",
      description: "This control checks: Buckets block public access.",
      result: "FAIL",
      passed_count: 1,
      failed_count: 1,
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      last_updated_at: "2024-05-13T08:30:00.000Z",
      vendor: "AWS_SECURITYHUB",
      vendor_id: `${subscription}/S3.8`,
      vendor_data: {
        vendor: "AWS_SECURITYHUB",
        standards_arn: "arn:aws:securityhub:eu-west-1::standards/aws-foundational-security-best-practices/v/1.0.0",
        standards_status: "READY",
        region: "eu-west-1",
        account_id: "123456789012",
        severity_rating: "HIGH",
        remediation_url: "https://docs.aws.amazon.com/console/securityhub/S3.8/remediation",
        region_availability: "AVAILABLE",
        CustomizableProperties: ["Parameters"],
        ParameterDefinitions: {
          days: { Description: "How many days", ConfigurationOptions: { Integer: { DefaultValue: 7 } } }
        }
      },
      vendor_data_omitted: null
    })
    expect(people).toMatchObject({ control: "IAM.5", result: "PASS", passed_count: 1, failed_count: 0 })
    expect(root).toMatchObject({
      standard: "CIS AWS Foundations Benchmark",
      result: "NOT_APPLICABLE",
      passed_count: 0,
      failed_count: 0,
      last_updated_at: null
    })
  })

  it("fails when the key may not read findings, and keeps the results that it read before", async () => {
    const refused = {
      strikes: ({ body }: { readonly body: unknown }) => JSON.stringify(body).includes("AssociatedStandards"),
      outcome: () => ({ _tag: "Reply" as const, reply: { status: 403, body: { Code: "AccessDeniedException" } } })
    }
    const before = await run()
    const { failures, stored } = await run({ stored: before.stored, faults: [refused] })
    expect(failures).toMatchObject([{ data_export_type: "compliances", health: "UNAUTHORIZED", endpoint: "/findings" }])
    expect(stored).toEqual(before.stored)
  })
})

describe("The result of a control", () => {
  const definition = { SecurityControlId: "S3.8", Title: null, Description: null, RemediationUrl: null }
  const control = { ...definition, SeverityRating: null, CurrentRegionAvailability: null }
  const standard = {
    StandardsArn: "arn:aws:securityhub:eu-west-1::standards/pci-dss/v/3.2.1",
    StandardsSubscriptionArn: "arn:aws:securityhub:eu-west-1:123456789012:subscription/pci-dss/v/3.2.1",
    StandardsStatus: "READY",
    StandardsId: "standards/pci-dss/v/3.2.1"
  }
  const resultOf = (statuses: ReadonlyArray<string | null> | null) => {
    const unknown = { GeneratorId: null, CreatedAt: null, UpdatedAt: null }
    const evaluations =
      statuses?.map((Status) => ({ ...unknown, Compliance: { Status, SecurityControlId: "S3.8" } })) ?? null
    return toCompliance(control, standard, { evaluations }).result
  }

  it.each([
    [["PASSED", "PASSED"], "PASS"],
    [["PASSED", "FAILED", "WARNING"], "FAIL"],
    [["PASSED", "WARNING"], "NOT_APPLICABLE"],
    [["PASSED", "NOT_AVAILABLE"], "NOT_APPLICABLE"],
    [["PASSED", null], "NOT_APPLICABLE"],
    [[], "NOT_APPLICABLE"],
    [null, "NOT_APPLICABLE"]
  ])("follows Security Hub's rules: findings %j give %s", (statuses, result) => {
    expect(resultOf(statuses)).toBe(result)
  })
})

describe("Requests to AWS", () => {
  it("explains how to fix a region without Security Hub, and does not renew the session", async () => {
    const off = {
      strikes: ({ url }: { readonly url: URL }) => url.host.startsWith("securityhub.us-east-1."),
      outcome: () => ({
        _tag: "Reply" as const,
        reply: {
          status: 401,
          headers: { "x-amzn-ErrorType": "InvalidAccessException" },
          body: {
            Message: "Account 123456789012 is not subscribed to AWS Security Hub",
            Code: "InvalidAccessException"
          }
        }
      })
    }
    const report = await run({
      replies: { ...assumed, ...replies },
      credentials: { ...credentials, ...role, regions: "eu-west-1,us-east-1" },
      faults: [off]
    })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
    expect(report.failures[0]?.detail).toContain("not enabled in one of the entered regions")
    expect(report.requests.filter(({ url }) => url.includes("//sts."))).toHaveLength(1)
    // The findings of the regions before it remain.
    expect(report.records["compliance_finding"]).toHaveLength(3)
  })

  it("signs for the region, with the time of the runtime's clock", async () => {
    const { requests } = await run()
    const headers = requests.find(({ url }) => url.endsWith("/findings"))?.headers ?? {}
    expect(headers["authorization"]).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/19700101\/eu-west-1\/securityhub\/aws4_request, SignedHeaders=accept;host;x-amz-date, Signature=[0-9a-f]{64}$/
    )
    expect(headers["x-amz-date"]).toBe("19700101T000000Z")
    expect(headers["x-amz-security-token"]).toBeUndefined()
  })

  it("reads every region", async () => {
    const report = await run({ credentials: { ...credentials, regions: "eu-west-1, us-east-1,cn-north-1" } })
    expect(report.health.name).toBe("HEALTHY")
    const signed = report.requests
      .filter(({ url }) => url.endsWith("/standards/get"))
      .map(({ url, headers }) => [new URL(url).host, headers["authorization"]?.split("/")[2]])
    expect(signed).toEqual([
      ["securityhub.eu-west-1.amazonaws.com", "eu-west-1"],
      ["securityhub.eu-west-1.amazonaws.com", "eu-west-1"],
      ["securityhub.us-east-1.amazonaws.com", "us-east-1"],
      ["securityhub.us-east-1.amazonaws.com", "us-east-1"],
      ["securityhub.cn-north-1.amazonaws.com.cn", "cn-north-1"],
      ["securityhub.cn-north-1.amazonaws.com.cn", "cn-north-1"]
    ])
    const below = report.requests.filter(({ url }) => url.includes("/definitions?")).map(({ url }) => new URL(url).host)
    expect(new Set(below).size).toBe(3)
  })

  it("sends the session token of the assumed role", async () => {
    const options = { replies: { ...assumed, ...replies }, credentials: { ...credentials, ...role } }
    const { requests, health, output } = await run(options)
    expect(health.name).toBe("HEALTHY")
    const [first, second] = requests
    expect(first?.url).toBe("https://sts.eu-west-1.amazonaws.com/")
    expect(Object.fromEntries(new URLSearchParams(String(first?.body)))).toEqual({
      Action: "AssumeRole",
      Version: "2011-06-15",
      RoleArn: role.role_arn,
      RoleSessionName: "tributary",
      ExternalId: "tributary-1"
    })
    expect(first?.headers["accept"]).toBe("application/json")
    expect(first?.headers["authorization"]).toContain("Credential=AKIAIOSFODNN7EXAMPLE/19700101/eu-west-1/sts/")
    expect(second?.headers["authorization"]).toContain("Credential=ASIAEXAMPLE/19700101/eu-west-1/securityhub/")
    expect(second?.headers["x-amz-security-token"]).toBe("role-session-88bb")
    expect(requests.filter(({ url }) => url.includes("//sts."))).toHaveLength(1)
    expect(output).not.toMatch(/role-secret-77aa|role-session-88bb/)
  })

  it("retries when AWS reports throttling with status 400", async () => {
    const throttled = {
      times: 1,
      strikes: ({ url }: { readonly url: URL }) => url.pathname === "/findings",
      outcome: () => ({
        _tag: "Reply" as const,
        reply: { status: 400, headers: { "x-amzn-ErrorType": "ThrottlingException:http://internal.example" }, body: {} }
      })
    }
    expect((await run({ faults: [throttled] })).health.name).toBe("HEALTHY")
  })

  it.each([
    [400, { __type: "ExpiredTokenException" }, "UNAUTHORIZED"],
    [400, { Code: "IncompleteSignature" }, "UNAUTHORIZED"],
    [429, { Code: "LimitExceededException" }, "RATE_LIMIT_EXCEEDED"],
    [400, { Code: "InvalidInputException" }, "VENDOR_CLIENT_ERROR"]
  ])("classifies status %s with %j as %s", async (status, body, name) => {
    const failing = {
      strikes: () => true,
      outcome: () => ({ _tag: "Reply" as const, reply: { status, body } })
    }
    expect((await run({ faults: [failing] })).health.name).toBe(name)
  })
})

describe("AWS credentials", () => {
  it.each([
    [{ regions: "Ireland" }, "regions"],
    [{ regions: "eu-west-1;us-east-1" }, "regions"],
    [{ access_key_id: "no key" }, "access_key_id"],
    [{ role_arn: "security-reader" }, "role_arn"]
  ])("rejects malformed values: %j", async (entered, field) => {
    await expect(run({ credentials: { ...credentials, ...entered } })).rejects.toThrow(field)
  })
})
