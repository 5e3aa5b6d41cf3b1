import type { RecordKind, Records } from "@tributary/core"
import type { GitLabVulnerability } from "../rows/vulnerability.js"
import { inCode, lineOf, typeOf } from "../vulnerability.js"

/** The types that a finding and an issue have in common. */
const TYPES: Readonly<Record<string, Records.AppsecFindingType>> = {
  SECRET: "SECRET",
  CONTAINER: "CONTAINER",
  DAST: "DAST"
}

/** https://docs.gitlab.com/user/application_security/vulnerabilities/validity_check/ */
const VALIDITIES: Readonly<Record<string, Records.SecretValidity>> = { ACTIVE: "ACTIVE", INACTIVE: "INACTIVE" }

/** What the finding is in: an image, or a page of a web application. */
const resourceOf = ({ location }: GitLabVulnerability): string | null => {
  const { hostname = null, image = null, path = null } = location ?? {}
  const page = `${hostname ?? ""}${path ?? ""}`
  return image ?? (page === "" ? null : page)
}

/** Maps what neither static analysis nor the scan of dependencies found to an `appsec_finding`; null for the others, and if GitLab names no scan. */
export const toFinding = (found: GitLabVulnerability): RecordKind.Draft<typeof RecordKind.AppsecFinding> | null => {
  const type = typeOf(found)
  if (found.reportType === null || type === "SAST" || type === "SCA") return null
  const isSecret = type === "SECRET"
  return {
    ...inCode(found),
    type: TYPES[type] ?? "OTHER",
    vendor_state: found.state,
    file_path: found.location?.file ?? null,
    start_line: lineOf(found.location?.startLine),
    resource: resourceOf(found),
    secret_type: isSecret ? (found.primaryIdentifier?.externalId ?? null) : null,
    validity: isSecret ? (VALIDITIES[found.findingTokenStatus?.status ?? ""] ?? "UNKNOWN") : null,
    vendor_data: {
      vendor: "GITLAB",
      report_type: found.reportType,
      dismissal_reason: found.dismissalReason,
      scanner_name: found.scanner?.name ?? null,
      identifiers: found.identifiers
    }
  }
}
