import { Extractor, type Pagination, RecordKind, type Records } from "@tributary/core"
import { alertId, alertIdOf, alertLinks, NEWEST_FIRST, OLDEST_FIRST, placeOf } from "../alert.js"
import { cvssOf } from "../cvss.js"
import { cursorPages } from "../pagination.js"
import { GitHubDependabotAlert } from "../rows/dependabot_alert.js"
import { toSeverity } from "../severity.js"

const STATES: Readonly<Record<string, Records.VulnerabilityState>> = {
  open: "OPEN",
  dismissed: "SUPPRESSED",
  auto_dismissed: "SUPPRESSED",
  fixed: "FIXED"
}

/** Whether the repository itself names the package; the relationships `unknown` and `inconclusive` do not say. */
const DIRECT: Readonly<Record<string, boolean>> = { direct: true, transitive: false }

const stateUpdatedAt = (alert: GitHubDependabotAlert): string | null => {
  if (alert.state === "fixed") return alert.fixed_at
  if (alert.state === "auto_dismissed") return alert.auto_dismissed_at
  return alert.state === "dismissed" ? alert.dismissed_at : null
}

const common = (alert: GitHubDependabotAlert) => {
  const { number, repository, security_advisory: advisory, security_vulnerability: vulnerability } = alert
  const severity = vulnerability.severity ?? advisory?.severity ?? null
  const { cve_id = null, cwes = null } = advisory ?? {}
  return {
    title: advisory?.summary ?? advisory?.ghsa_id ?? `Vulnerability of ${vulnerability.package.name}`,
    description: advisory?.description ?? null,
    severity: toSeverity(severity),
    vendor_severity: severity,
    state: STATES[alert.state ?? ""] ?? "UNKNOWN",
    state_updated_at: stateUpdatedAt(alert),
    cve: cve_id === null ? null : [cve_id],
    cwe: cwes?.length ? cwes.map(({ cwe_id }) => cwe_id) : null,
    ...placeOf(repository),
    is_patchable: (vulnerability.first_patched_version?.identifier ?? null) !== null,
    first_seen: alert.created_at,
    url: alert.html_url,
    vendor_id: alertId("dependabot", repository.id, number) ?? ""
  }
}

/** Maps a Dependabot alert to a `sca_issue`. */
export const toScaIssue = (alert: GitHubDependabotAlert): RecordKind.Draft<typeof RecordKind.ScaIssue> => {
  const { dependency, security_advisory: advisory, security_vulnerability: vulnerability } = alert
  const fixed = vulnerability.first_patched_version?.identifier ?? null
  const ghsa = advisory?.ghsa_id ?? null
  const { ecosystem, name } = vulnerability.package
  return {
    ...common(alert),
    vendor_state: alert.state,
    dismissed_reason: alert.dismissed_reason,
    advisory_ids: ghsa === null ? null : [ghsa],
    ...cvssOf(advisory),
    epss_score: advisory?.epss?.percentage ?? null,
    package: { name, version: null, ecosystem },
    vulnerable_range: vulnerability.vulnerable_version_range,
    fixed_versions: fixed === null ? null : [fixed],
    is_direct: DIRECT[dependency?.relationship ?? ""] ?? null,
    manifest_path: dependency?.manifest_path ?? null,
    published_at: advisory?.published_at ?? null
  }
}

/** Maps a Dependabot alert to an `appsec_issue`. */
export const toDependencyIssue = (alert: GitHubDependabotAlert): RecordKind.Draft<typeof RecordKind.AppsecIssue> => ({
  ...common(alert),
  type: "SCA",
  file_path: alert.dependency?.manifest_path ?? null,
  vendor_data: {
    vendor: "GITHUB",
    dismissed_reason: alert.dismissed_reason,
    ghsa_id: alert.security_advisory?.ghsa_id ?? null,
    package_name: alert.security_vulnerability.package.name,
    package_ecosystem: alert.security_vulnerability.package.ecosystem
  }
})

/** The Dependabot alerts in all states. */
export const dependabotAlerts = {
  endpoint: "/orgs/{$organization}/dependabot/alerts",
  row: GitHubDependabotAlert,
  id: alertIdOf("dependabot"),
  marks: {
    volatile: ["security_advisory.epss.percentile"],
    leftOut: {
      ...alertLinks("dismissed_by"),
      "dependency.package": "the same as the package of the vulnerability",
      "security_advisory.vulnerabilities": "the version ranges of all packages; the alert has that of its own"
    }
  },
  pagination: cursorPages satisfies Pagination.Pagination,
  permissions: ["Dependabot alerts: read"],
  queries: [OLDEST_FIRST],
  newestFirst: NEWEST_FIRST
}

/** Extracts the Dependabot alerts. */
export const scaIssues = Extractor.make({ ...dependabotAlerts, record: RecordKind.ScaIssue, toRecord: toScaIssue })
