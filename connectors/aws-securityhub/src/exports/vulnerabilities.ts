import { Extractor, OperatingSystem, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import {
  common,
  identityOf,
  JsonObject,
  labelOf,
  recommendationOf,
  severityOf,
  statusOf,
  Text,
  vendorDataOf
} from "../finding.js"
import { equals, findingsWith } from "../findingList.js"
import { cvssOf, idsOf, updatesOf, weaknessesOf } from "../weaknesses.js"

/** Where Inspector writes the status that a finding has there. */
const STATUS = "aws/inspector/FindingStatus"

/** Where Inspector writes the operating system of an instance. */
const PLATFORM = "aws/inspector/resources/1/resourceDetails/awsEc2InstanceDetails/platform"

const Port = Row.nullish(Schema.Int)

/** A finding of Inspector: https://docs.aws.amazon.com/inspector/latest/user/securityhub-integration.html */
export const AwsWeakness = Schema.Struct({
  ...common,
  ProductFields: Row.nullish(Schema.Struct({ [STATUS]: Text, [PLATFORM]: Text })),
  Resources: Schema.NonEmptyArray(
    Schema.Struct({
      Id: Schema.String,
      Type: Text,
      Region: Text,
      Details: Row.nullish(
        Schema.Struct({
          AwsEc2Instance: Row.nullish(Schema.Struct({ IpV4Addresses: Row.nullish(Schema.Array(Schema.String)) }))
        })
      )
    })
  ),
  Network: Row.nullish(
    Schema.Struct({ Protocol: Text, OpenPortRange: Row.nullish(Schema.Struct({ Begin: Port, End: Port })) })
  ),
  Vulnerabilities: Row.nullish(Schema.Array(JsonObject))
})
export interface AwsWeakness extends Schema.Schema.Type<typeof AwsWeakness> {}

const STATES: Readonly<Record<string, Records.VulnerabilityState>> = {
  NEW: "OPEN",
  NOTIFIED: "OPEN",
  ASSIGNED: "OPEN",
  IN_PROGRESS: "OPEN",
  DEFERRED: "OPEN",
  SUPPRESSED: "SUPPRESSED",
  RESOLVED: "FIXED",
  ARCHIVED: "FIXED",
  CLOSED: "FIXED"
}

/** The state in Security Hub, unless Inspector itself has suppressed or closed the finding. */
const stateOf = (finding: AwsWeakness): Records.VulnerabilityState => {
  const own = finding.ProductFields?.[STATUS] ?? null
  return STATES[own === "SUPPRESSED" || own === "CLOSED" ? own : statusOf(finding)] ?? "UNKNOWN"
}

/** The instance that has the weakness; null if the resource is not an instance, but an image or a function. */
const deviceOf = ({ ProductFields, Resources: [resource] }: AwsWeakness): Records.AffectedDevice | null =>
  resource.Type === "AwsEc2Instance"
    ? {
        id: resource.Id,
        hostnames: [],
        ipv4s: resource.Details?.AwsEc2Instance?.IpV4Addresses ?? [],
        platform: OperatingSystem.toPlatform(ProductFields?.[PLATFORM]?.replaceAll("_", " ")),
        vendor_id: resource.Id
      }
    : null

const FIXES: Readonly<Record<string, boolean>> = { YES: true, PARTIAL: true, NO: false }

/** The open port; null if a range of ports is open. */
const portOf = ({ Network }: AwsWeakness): number | null => {
  const { Begin = null, End = null } = Network?.OpenPortRange ?? {}
  return Begin === End ? Begin : null
}

/** Maps a finding of Inspector; Security Hub records only of a fixed one, by its last update, since when it is in its state. */
export const toVulnerability = (finding: AwsWeakness): RecordKind.Draft<typeof RecordKind.Vulnerability> => {
  const weaknesses = weaknessesOf(finding.Vulnerabilities)
  const cvss = cvssOf(finding.Vulnerabilities)
  const state = stateOf(finding)
  return {
    device: deviceOf(finding),
    name: finding.Title,
    description: finding.Description,
    severity: severityOf(finding),
    vendor_severity: labelOf(finding),
    state,
    state_updated_at: state === "FIXED" ? finding.UpdatedAt : null,
    cve: idsOf(finding.Vulnerabilities).filter((id) => id.startsWith("CVE-")),
    cvss_version: cvss.version,
    cvss_base_score: cvss.score,
    cvss_vector: cvss.vector,
    epss_score: weaknesses.epss_score,
    port: portOf(finding),
    protocol: finding.Network?.Protocol?.toLowerCase() ?? null,
    first_seen: finding.FirstObservedAt ?? finding.CreatedAt,
    last_seen: finding.LastObservedAt,
    is_patchable: FIXES[weaknesses.fix_available ?? ""] ?? null,
    solution: recommendationOf(finding) ?? updatesOf(finding.Vulnerabilities),
    category: finding.Types?.join(", ") ?? null,
    vendor_id: identityOf(finding),
    vendor_data: {
      ...vendorDataOf(finding),
      vendor_status: statusOf(finding),
      inspector_status: finding.ProductFields?.[STATUS] ?? null,
      resources: finding.Resources.map(({ Id, Region, Type }) => ({ id: Id, type: Type, region: Region })),
      open_port_range: finding.Network?.OpenPortRange ?? null,
      vulnerabilities: finding.Vulnerabilities,
      exploit_available: weaknesses.exploit_available,
      fix_available: weaknesses.fix_available,
      fixed_packages: weaknesses.fixed_packages
    }
  }
}

/** Reads the findings that Inspector sends to Security Hub. */
export const vulnerabilities = Extractor.make({
  ...findingsWith({ ProductName: equals("Inspector") }),
  record: RecordKind.Vulnerability,
  row: AwsWeakness,
  toRecord: toVulnerability
})
