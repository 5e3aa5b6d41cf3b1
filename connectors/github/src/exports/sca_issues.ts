import { Extractor, type Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { alertId, alertIdOf, alertLinks, GitHubAlertRepository, NEWEST_FIRST, OLDEST_FIRST, placeOf } from "../alert.js"
import { cursorPages } from "../pagination.js"
import { toSeverity } from "../severity.js"

const Score = Row.nullish(Schema.Struct({ score: Row.nullish(Schema.Number), vector_string: Row.text }))

/** A Dependabot alert: https://docs.github.com/en/rest/dependabot/alerts#list-dependabot-alerts-for-an-organization */
export const GitHubDependabotAlert = Schema.Struct({
  number: Schema.Number,
  state: Row.text,
  created_at: Row.text,
  html_url: Row.text,
  fixed_at: Row.text,
  dismissed_at: Row.text,
  auto_dismissed_at: Row.text,
  dismissed_reason: Row.text,
  dependency: Row.nullish(Schema.Struct({ manifest_path: Row.text, relationship: Row.text })),
  security_advisory: Row.nullish(
    Schema.Struct({
      ghsa_id: Row.text,
      cve_id: Row.text,
      summary: Row.text,
      description: Row.text,
      severity: Row.text,
      cvss: Score,
      cvss_severities: Row.nullish(Schema.Struct({ cvss_v3: Score, cvss_v4: Score })),
      epss: Row.nullish(Schema.Struct({ percentage: Row.nullish(Schema.Number) })),
      cwes: Row.nullish(Schema.Array(Schema.Struct({ cwe_id: Schema.String }))),
      published_at: Row.text
    })
  ),
  security_vulnerability: Schema.Struct({
    package: Schema.Struct({ name: Schema.String, ecosystem: Row.text }),
    severity: Row.text,
    vulnerable_version_range: Row.text,
    first_patched_version: Row.nullish(Schema.Struct({ identifier: Row.text }))
  }),
  repository: GitHubAlertRepository
})
export interface GitHubDependabotAlert extends Schema.Schema.Type<typeof GitHubDependabotAlert> {}

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

const VERSION = /^CVSS:(\d\.\d)\//

/** The first score with a vector: GitHub sends the score 0 without one if nobody has scored a weakness. Most have one of version 3. */
const cvssOf = (advisory: GitHubDependabotAlert["security_advisory"]) => {
  const severities = advisory?.cvss_severities
  const scores = [severities?.cvss_v3, severities?.cvss_v4, advisory?.cvss]
  const found = scores.find((score) => (score?.vector_string ?? null) !== null)
  const vector = found?.vector_string ?? null
  return {
    cvss_version: vector === null ? null : (VERSION.exec(vector)?.[1] ?? null),
    cvss_base_score: found?.score ?? null,
    cvss_vector: vector
  }
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
