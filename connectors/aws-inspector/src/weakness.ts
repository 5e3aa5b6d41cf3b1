import { OperatingSystem, type Records } from "@tributary/core"
import { toInstant } from "./instant.js"
import type { InspectorCvss, InspectorFinding, InspectorPackage, InspectorResource } from "./rows/finding.js"

const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  CRITICAL: "CRITICAL",
  HIGH: "HIGH",
  MEDIUM: "MEDIUM",
  LOW: "LOW",
  INFORMATIONAL: "INFORMATIONAL",
  // The source of the vulnerability has not rated it yet.
  UNTRIAGED: "UNKNOWN"
}

/** The normalized severity: https://docs.aws.amazon.com/inspector/latest/user/findings-understanding-severity.html */
export const severityOf = ({ severity }: InspectorFinding): Records.Severity => SEVERITIES[severity ?? ""] ?? "UNKNOWN"

const STATES: Readonly<Record<string, Records.VulnerabilityState>> = {
  ACTIVE: "OPEN",
  SUPPRESSED: "SUPPRESSED",
  CLOSED: "FIXED"
}

/** The normalized state: https://docs.aws.amazon.com/inspector/latest/user/findings-understanding.html */
export const stateOf = ({ status }: InspectorFinding): Records.VulnerabilityState => STATES[status ?? ""] ?? "UNKNOWN"

/** When a closed finding was last updated. Null for any other status, because Inspector does not say when a finding got it. */
export const stateUpdatedAt = ({ status, updatedAt }: InspectorFinding): string | null =>
  status === "CLOSED" ? toInstant(updatedAt) : null

/** The resource of a finding. Inspector allows several, but its findings are about one. */
export const resourceOf = ({ resources }: InspectorFinding): InspectorResource | null => resources?.[0] ?? null

/** The types of resources that are devices. */
const DEVICES: ReadonlyArray<string> = ["AWS_EC2_INSTANCE", "Microsoft.Compute/virtualMachines"]

/** The operating system of a machine or an image, such as `AMAZON_LINUX_2`; null if unknown. */
export const platformOf = ({ details }: InspectorResource): string | null =>
  (details?.awsEc2Instance ?? details?.vm ?? details?.awsEcrContainerImage ?? details?.image)?.platform ?? null

/** The virtual machine that has the weakness; null if the resource is not a virtual machine. */
export const deviceOf = (finding: InspectorFinding): Records.AffectedDevice | null => {
  const resource = resourceOf(finding)
  if (resource === null || !DEVICES.includes(resource.type ?? "")) return null
  const machine = resource.details?.awsEc2Instance ?? resource.details?.vm
  return {
    id: resource.id,
    hostnames: [],
    ipv4s: machine?.ipV4Addresses ?? [],
    platform: OperatingSystem.toPlatform(platformOf(resource)?.replaceAll("_", " ")),
    vendor_id: resource.id
  }
}

/** The packages that have the vulnerability; empty for a finding about a network or about code. */
export const packagesOf = ({ packageVulnerabilityDetails }: InspectorFinding): ReadonlyArray<InspectorPackage> =>
  packageVulnerabilityDetails?.vulnerablePackages ?? []

/** The score from which Inspector derives its own; the first one if it does not say which that is. */
export const cvssOf = (finding: InspectorFinding): InspectorCvss | null => {
  const scores = finding.packageVulnerabilityDetails?.cvss ?? []
  const { cvssSource = null, version = null } = finding.inspectorScoreDetails?.adjustedCvss ?? {}
  const ofSource = scores.filter(({ source }) => source === cvssSource)
  return ofSource.find((score) => score.version === version) ?? ofSource[0] ?? scores[0] ?? null
}

/** The ids of the vulnerability, its own first. */
export const vulnerabilityIds = ({ packageVulnerabilityDetails }: InspectorFinding): ReadonlyArray<string> => {
  const { relatedVulnerabilities = null, vulnerabilityId = null } = packageVulnerabilityDetails ?? {}
  return [...new Set([...(vulnerabilityId === null ? [] : [vulnerabilityId]), ...(relatedVulnerabilities ?? [])])]
}

/** Whether new versions fix at least some of the packages: https://docs.aws.amazon.com/inspector/v2/APIReference/API_Finding.html */
export const isFixAvailable = ({ fixAvailable }: InspectorFinding): boolean | null => {
  if (fixAvailable === "YES" || fixAvailable === "PARTIAL") return true
  return fixAvailable === "NO" ? false : null
}

/** What Inspector writes in place of a recommendation. */
const NO_RECOMMENDATION = "None Provided"

/** What Inspector recommends, or else the commands that update the packages, such as `yum update kernel`; null if it says neither. */
export const remediationOf = (finding: InspectorFinding): string | null => {
  const { text = null, Url = null } = finding.remediation?.recommendation ?? {}
  const recommended = [text === NO_RECOMMENDATION ? null : text, Url].filter((part) => part !== null).join(" ")
  const updates = new Set(packagesOf(finding).flatMap(({ remediation }) => remediation ?? []))
  return recommended || [...updates].join("\n") || null
}

/** The open port; null if a range of ports is open. */
export const portOf = ({ networkReachabilityDetails }: InspectorFinding): number | null => {
  const { begin = null, end = null } = networkReachabilityDetails?.openPortRange ?? {}
  return begin === end ? begin : null
}

/** The transport protocol of the open ports, in lower case. */
export const protocolOf = ({ networkReachabilityDetails }: InspectorFinding): string | null =>
  networkReachabilityDetails?.protocol?.toLowerCase() ?? null

/** What a finding says besides the fields of its records, and no record has otherwise. */
export const vendorDataOf = (finding: InspectorFinding) => {
  const { codeVulnerabilityDetails: code, packageVulnerabilityDetails: details } = finding
  return {
    vendor: "AWS_INSPECTOR",
    type: finding.type,
    status: finding.status,
    updated_at: toInstant(finding.updatedAt),
    fix_available: finding.fixAvailable,
    resource_id: resourceOf(finding)?.id ?? null,
    resource_type: resourceOf(finding)?.type ?? null,
    source: details?.source ?? null,
    source_url: details?.sourceUrl ?? null,
    source_severity: details?.vendorSeverity ?? null,
    reference_urls: details?.referenceUrls ?? code?.referenceUrls ?? null,
    related_vulnerabilities: details?.relatedVulnerabilities ?? null,
    cvss: details?.cvss ?? null,
    packages: packagesOf(finding).map(({ fixedInVersion, name, packageManager, version }) => ({
      name,
      version,
      package_manager: packageManager,
      fixed_in_version: fixedInVersion
    })),
    open_port_range: finding.networkReachabilityDetails?.openPortRange ?? null,
    detector: code?.detectorName ?? null,
    file_path: code?.filePath ?? null
  }
}
