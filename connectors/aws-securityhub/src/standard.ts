/** The name and version of a standard, in the form that records show them. */
export interface Standard {
  readonly name: string
  /** Null if AWS's identifier contains no version. */
  readonly version: string | null
}

/** The names of AWS's standards by their identifiers: https://docs.aws.amazon.com/securityhub/latest/userguide/standards-reference.html */
const NAMES: Readonly<Record<string, string>> = {
  "aws-foundational-security-best-practices": "AWS Foundational Security Best Practices",
  "aws-resource-tagging-standard": "AWS Resource Tagging Standard",
  "cis-aws-foundations-benchmark": "CIS AWS Foundations Benchmark",
  "nist-800-53": "NIST SP 800-53",
  "nist-800-171": "NIST SP 800-171",
  "pci-dss": "PCI DSS",
  "service-managed-aws-control-tower": "Service-Managed Standard: AWS Control Tower"
}

/** An identifier such as `standards/pci-dss/v/3.2.1`, which is also how the ARN of a standard ends. */
const ID = /(?:standards|ruleset|subscription)\/([^/]+)(?:\/v\/([^/]+))?$/

/** Parses an identifier such as `standards/pci-dss/v/3.2.1`, or an ARN that ends in one; any other text becomes the name. */
export const toStandard = (id: string): Standard => {
  const [, slug, version] = ID.exec(id) ?? []
  if (slug === undefined) return { name: id, version: null }
  return { name: NAMES[slug] ?? slug, version: version ?? null }
}

/**
 * A generator ID of Security Hub, such as `security-control/S3.8`, `pci-dss/v/3.2.1/PCI.S3.1` or an ARN that ends in
 * `cis-aws-foundations-benchmark/v/1.2.0/rule/1.1`.
 *
 * https://docs.aws.amazon.com/securityhub/latest/userguide/sample-control-findings.html
 */
const GENERATOR = /^(?:security-control|(?:.*\/)?([^/]+\/v\/[^/]+)(?:\/rule)?)\/([^/]+)$/

/** The control in a generator ID of Security Hub; null in one of another product. */
export const toControl = (generatorId: string | null): string | null => GENERATOR.exec(generatorId ?? "")?.[2] ?? null

/** The standard in a generator ID, such as `standards/pci-dss/v/3.2.1`; null if it names none. */
export const standardOfGenerator = (generatorId: string | null): string | null => {
  const [, standard] = GENERATOR.exec(generatorId ?? "") ?? []
  return standard === undefined ? null : `standards/${standard}`
}

/** The identifier that findings use for a standard, cut from the end of its ARN, such as `standards/pci-dss/v/3.2.1`. */
export const toStandardId = (arn: string): string => ID.exec(arn)?.[0] ?? arn
