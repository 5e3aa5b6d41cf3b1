import { instant, pick } from "./Variety.js"

const SERVICES = ["S3", "IAM", "EC2", "RDS", "KMS", "Lambda"] as const

/** One of 60 controls. */
const controlOf = (index: number) => ({
  id: `${pick(SERVICES, index)}.${(Math.floor(index / SERVICES.length) % 10) + 1}`,
  title: `The setting ${index} of the resource follows the recommendation for accounts in production`,
  description:
    `This control checks whether the setting ${index} is configured as recommended. It fails if the setting is missing, ` +
    "or if a wider scope than necessary has access to the resource."
})
const REGIONS = ["eu-west-1", "us-east-1", "ap-southeast-2"] as const
const LABELS = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL"] as const
const STANDARDS = [
  "standards/aws-foundational-security-best-practices/v/1.0.0",
  "standards/nist-800-53/v/5.0.0"
] as const

const hex = (index: number, length: number): string => (index * 2_654_435_761 + 1).toString(16).padStart(length, "0")

/** Finding number `index` in AWS's format of security findings. */
export const finding = (index: number): object => {
  const control = controlOf(index % 60)
  const region = pick(REGIONS, index)
  const account = String(100_000_000_000 + (index % 40))
  const hub = `arn:aws:securityhub:${region}:${account}`
  const bucket = `arn:aws:s3:::acme-${index}-data`
  const hasFailed = index % 3 !== 0
  const severity = pick(LABELS, index)
  return {
    SchemaVersion: "2018-10-08",
    Id: `${hub}:security-control/${control.id}/finding/${hex(index, 32)}`,
    ProductArn: `arn:aws:securityhub:${region}::product/aws/securityhub`,
    ProductName: "Security Hub",
    CompanyName: "AWS",
    Region: region,
    GeneratorId: `security-control/${control.id}`,
    AwsAccountId: account,
    AwsAccountName: `acme-${index % 40}`,
    Types: ["Software and Configuration Checks/Industry and Regulatory Standards"],
    FirstObservedAt: instant(2024, index),
    LastObservedAt: instant(2025, index),
    CreatedAt: instant(2024, index),
    UpdatedAt: instant(2025, index + 1),
    Severity: { Label: severity, Normalized: 90 - 20 * (index % 5), Original: severity },
    Title: control.title,
    Description: control.description,
    Remediation: {
      Recommendation: {
        Text: "For information on how to correct this issue, consult the documentation of the control.",
        Url: `https://docs.example.com/controls/${control.id}/remediation`
      }
    },
    ProductFields: {
      RelatedAWSResources: `acme-config-rule-${control.id}-${index % 100}`,
      "aws/securityhub/ProductName": "Security Hub",
      "aws/securityhub/CompanyName": "AWS",
      "Resources:0/Id": bucket,
      "aws/securityhub/FindingId": `${hub}:product/aws/securityhub/${hex(index, 32)}`
    },
    Resources: [
      {
        Type: "AwsS3Bucket",
        Id: bucket,
        Partition: "aws",
        Region: region,
        Tags: { Name: `acme-${index}-data`, team: `team-${index % 25}`, stage: "production" },
        Details: { AwsS3Bucket: { OwnerId: hex(index, 64), CreatedAt: instant(2023, index) } }
      }
    ],
    Compliance: {
      Status: hasFailed ? "FAILED" : "PASSED",
      SecurityControlId: control.id,
      RelatedRequirements: ["NIST.800-53.r5 AC-3", "NIST.800-53.r5 AC-6", "NIST.800-53.r5 SC-7"],
      AssociatedStandards: STANDARDS.map((StandardsId) => ({ StandardsId }))
    },
    WorkflowState: "NEW",
    Workflow: { Status: hasFailed ? "NEW" : "RESOLVED" },
    RecordState: "ACTIVE",
    FindingProviderFields: {
      Severity: { Label: severity, Original: severity },
      Types: ["Software and Configuration Checks/Industry and Regulatory Standards"]
    },
    ProcessedAt: instant(2025, index + 2)
  }
}
