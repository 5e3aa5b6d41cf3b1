/** A standard by AWS's own identifier, as the service names it. */
export interface Standard {
  readonly name: string
  readonly version: string | null
}

/** The names under which AWS publishes its standards: https://docs.aws.amazon.com/securityhub/latest/userguide/standards-reference.html */
const NAMES: Readonly<Record<string, string>> = {
  "aws-foundational-security-best-practices": "AWS Foundational Security Best Practices",
  "aws-resource-tagging-standard": "AWS Resource Tagging Standard",
  "cis-aws-foundations-benchmark": "CIS AWS Foundations Benchmark",
  "nist-800-53": "NIST SP 800-53",
  "nist-800-171": "NIST SP 800-171",
  "pci-dss": "PCI DSS",
  "service-managed-aws-control-tower": "Service-Managed Standard: AWS Control Tower"
}

/** `standards/pci-dss/v/3.2.1`, which is also how the ARN of a standard ends. */
const ID = /(?:standards|ruleset|subscription)\/([^/]+)(?:\/v\/([^/]+))?$/

/** Reads `standards/pci-dss/v/3.2.1`, or an ARN that ends so; an identifier of another form is the name itself. */
export const toStandard = (id: string): Standard => {
  const [, slug, version] = ID.exec(id) ?? []
  if (slug === undefined) return { name: id, version: null }
  return { name: NAMES[slug] ?? slug, version: version ?? null }
}

/** The identifier of a standard in findings: `standards/pci-dss/v/3.2.1` of its ARN. */
export const toStandardId = (arn: string): string => ID.exec(arn)?.[0] ?? arn
