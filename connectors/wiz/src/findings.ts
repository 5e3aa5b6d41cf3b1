import type { RecordKind, Records } from "@tributary/core"
import { scoreOf, type WizVulnerability } from "./rows/vulnerability.js"
import { toSeverity } from "./severity.js"
import { STATES, stateUpdatedAt } from "./states.js"

/** What has the vulnerability, by Wiz's types of resources; any other is a resource of a cloud. */
const TYPES: Readonly<Record<string, Records.VulnerabilityFindingType>> = {
  VIRTUAL_MACHINE: "HOST",
  VIRTUAL_MACHINE_IMAGE: "HOST",
  CONTAINER: "CONTAINER",
  CONTAINER_IMAGE: "CONTAINER",
  REPOSITORY_BRANCH: "CODE",
  SERVERLESS: "CLOUD"
}

const isHost = (type: string | null): boolean => TYPES[type ?? ""] === "HOST"

const imageOf = ({ vulnerableAsset: { name, type } }: WizVulnerability): Records.AffectedImage | null =>
  TYPES[type ?? ""] === "CONTAINER" && name !== null ? { name, tag: null, digest: null } : null

const packageOf = ({ detailedName, version }: WizVulnerability): Records.SoftwarePackage | null =>
  detailedName === null ? null : { name: detailedName, version, ecosystem: null }

const resourceOf = (found: WizVulnerability): Records.AffectedResource => {
  const { locationPath, vulnerableAsset: asset } = found
  const none = { repository: null, start_line: null, end_line: null }
  return {
    affected_code: locationPath === null ? null : { ...none, file_path: locationPath },
    affected_image: imageOf(found),
    affected_os: asset.operatingSystem === null ? null : { name: asset.operatingSystem, version: null },
    affected_package: packageOf(found),
    port: null,
    protocol: null,
    service: null
  }
}

/** Maps a vulnerability of one resource to a finding; only a virtual machine is a device. */
export const toVulnerabilityFinding = (
  found: WizVulnerability
): RecordKind.Draft<typeof RecordKind.VulnerabilityFinding> => {
  const { vulnerableAsset: asset } = found
  const device = isHost(asset.type) ? asset.id : null
  const score = scoreOf(found)
  return {
    title: found.name,
    description: found.CVEDescription || found.description,
    severity: toSeverity(found.vendorSeverity || found.CVSSSeverity),
    state: STATES[found.status ?? ""] ?? "UNKNOWN",
    state_updated_at: stateUpdatedAt(found),
    type: TYPES[asset.type ?? ""] ?? "CLOUD",
    device_id: device,
    device_vendor_id: device,
    resource_id: asset.providerUniqueId || asset.id,
    first_seen: found.firstDetectedAt,
    last_seen: found.lastDetectedAt,
    has_fix: found.fixedVersion ? true : null,
    remediation: found.remediation,
    product: { vendor_name: "Wiz", name: "Wiz" },
    analytic: { type: found.detectionMethod, uid: null, name: found.dataSourceName, url: found.link },
    resource_related: resourceOf(found),
    vulnerabilities: [
      {
        uid: found.name,
        cvss: score === null ? null : { version: null, base_score: score, vector: null },
        epss: null,
        published: null,
        last_modified: null,
        references: found.link === null ? null : [found.link]
      }
    ],
    vendor_id: found.id,
    vendor_data: { vendor: "WIZ", vendor_status: found.status, asset, portal_url: found.portalUrl }
  }
}
