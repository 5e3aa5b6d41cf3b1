import type { RecordKind, Records } from "@tributary/core"
import { definedBy } from "./exports/definitions.js"
import { factorsOf } from "./factors.js"
import type { QualysDefinition } from "./rows/definition.js"
import { identityOf, type QualysDetection } from "./rows/detection.js"
import { present } from "./rows/host.js"
import { dangerOf, severityOf, stateOf } from "./states.js"

type Vulnerability = Records.FindingVulnerability

/** What Qualys scored, which is its own definition: the scores are those of a CVE only if the definition has no other. */
const scoresOf = (row: QualysDetection, known: QualysDefinition | null): Pick<Vulnerability, "cvss" | "epss"> => {
  const danger = dangerOf(known, factorsOf(row))
  const { cvss_base_score, cvss_vector, cvss_version, epss_score } = danger
  return {
    cvss: cvss_base_score === null ? null : { version: cvss_version, base_score: cvss_base_score, vector: cvss_vector },
    epss: epss_score === null ? null : { score: epss_score, percentile: null }
  }
}

const referencesOf = (...pages: ReadonlyArray<string | null>): ReadonlyArray<string> | null => {
  const found = present(...pages)
  return found.length === 0 ? null : found
}

/** The CVEs of a detection; the QID, which Qualys defines, if it has none. */
const vulnerabilitiesOf = (row: QualysDetection, known: QualysDefinition | null): ReadonlyArray<Vulnerability> => {
  const cves = (known?.CVE_LIST?.CVE ?? []).flatMap(({ ID, URL }) => (ID === null ? [] : [{ uid: ID, page: URL }]))
  const scores = cves.length > 1 ? { cvss: null, epss: null } : scoresOf(row, known)
  if (cves.length === 0) {
    return [
      {
        uid: `QID ${row.QID}`,
        ...scores,
        published: known?.PUBLISHED_DATETIME ?? null,
        last_modified: known?.LAST_SERVICE_MODIFICATION_DATETIME ?? null,
        references: referencesOf(...(known?.VENDOR_REFERENCE_LIST?.VENDOR_REFERENCE ?? []).map(({ URL }) => URL))
      }
    ]
  }
  return cves.map(({ page, uid }) => ({
    uid,
    ...scores,
    published: null,
    last_modified: null,
    references: referencesOf(page)
  }))
}

/** Maps a detection, with the definition of its vulnerability, to a finding. */
export const toVulnerabilityFinding = (
  { host, ...row }: QualysDetection,
  known: QualysDefinition | null
): RecordKind.Draft<typeof RecordKind.VulnerabilityFinding> => {
  const { category, description, is_patchable, name, solution } = definedBy(known)
  return {
    title: name ?? `QID ${row.QID}`,
    description,
    analytic_output: row.RESULTS?.slice(0, 20_000) ?? null,
    severity: severityOf(row).severity,
    ...stateOf(row),
    type: "HOST",
    device_id: host.ID,
    device_vendor_id: host.ID,
    resource_id: host.CLOUD_RESOURCE_ID ?? host.EC2_INSTANCE_ID,
    first_seen: row.FIRST_FOUND_DATETIME,
    last_seen: row.LAST_FOUND_DATETIME,
    has_fix: is_patchable,
    remediation: solution,
    product: { vendor_name: "Qualys", name: "Qualys VMDR" },
    analytic: { type: null, uid: row.QID, name, url: null },
    resource_related: {
      affected_code: null,
      affected_image: null,
      affected_os: host.OS === null ? null : { name: host.OS, version: null },
      affected_package: null,
      port: row.PORT,
      protocol: row.PROTOCOL,
      service: row.SERVICE
    },
    vulnerabilities: vulnerabilitiesOf({ host, ...row }, known),
    vendor_id: identityOf({ host, ...row }),
    vendor_data: { vendor: "QUALYS", type: row.TYPE, status: row.STATUS, severity_level: row.SEVERITY, category }
  }
}
