import type { RecordKind } from "@tributary/core"
import type { GitLabVulnerability } from "../rows/vulnerability.js"
import { advisoriesOf, cvesOf, cvssOf, cwesOf, inCode, isPatchable, typeOf } from "../vulnerability.js"

/** Maps a vulnerable dependency to a `sca_issue`; null if it is none, or if GitLab does not name the package. */
export const toScaIssue = (found: GitLabVulnerability): RecordKind.Draft<typeof RecordKind.ScaIssue> | null => {
  const dependency = found.location?.dependency ?? null
  const name = dependency?.package?.name ?? null
  if (typeOf(found) !== "SCA" || name === null) return null
  const cvss = cvssOf(found)
  return {
    ...inCode(found),
    vendor_state: found.state,
    dismissed_reason: found.dismissalReason,
    cve: cvesOf(found),
    advisory_ids: advisoriesOf(found),
    cwe: cwesOf(found),
    cvss_version: cvss.version,
    cvss_base_score: cvss.base_score,
    cvss_vector: cvss.vector,
    epss_score: found.cveEnrichment?.epssScore ?? null,
    package: { name, version: dependency?.version ?? null, ecosystem: null },
    is_patchable: isPatchable(found),
    manifest_path: found.location?.file ?? null,
    vendor_data: { vendor: "GITLAB", scanner_name: found.scanner?.name ?? null }
  }
}
