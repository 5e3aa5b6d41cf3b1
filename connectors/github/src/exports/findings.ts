import { Extractor, type Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { alertId, alertIdOf, alertLinks, GitHubAlertRepository, NEWEST_FIRST, OLDEST_FIRST, placeOf } from "../alert.js"
import { cursorPages } from "../pagination.js"

/** An alert of secret scanning, without the secret: https://docs.github.com/en/rest/secret-scanning/secret-scanning#list-secret-scanning-alerts-for-an-organization */
export const GitHubSecretAlert = Schema.Struct({
  number: Schema.Number,
  state: Row.text,
  resolution: Row.text,
  resolved_at: Row.text,
  created_at: Row.text,
  html_url: Row.text,
  secret_type: Row.text,
  secret_type_display_name: Row.text,
  validity: Row.text,
  first_location_detected: Row.nullish(Schema.Struct({ path: Row.text, start_line: Row.nullish(Schema.Number) })),
  repository: GitHubAlertRepository
})
export interface GitHubSecretAlert extends Schema.Schema.Type<typeof GitHubSecretAlert> {}

/** Only a revoked secret is no longer a danger; the others are there, but accepted: https://docs.github.com/en/code-security/secret-scanning/managing-alerts-from-secret-scanning/resolving-alerts */
const RESOLUTIONS: Readonly<Record<string, Records.VulnerabilityState>> = {
  revoked: "FIXED",
  false_positive: "SUPPRESSED",
  used_in_tests: "SUPPRESSED",
  wont_fix: "SUPPRESSED",
  pattern_edited: "SUPPRESSED",
  pattern_deleted: "SUPPRESSED"
}

const stateOf = ({ resolution, state }: GitHubSecretAlert): Records.VulnerabilityState => {
  if (state === "open") return "OPEN"
  return state === "resolved" ? (RESOLUTIONS[resolution ?? ""] ?? "UNKNOWN") : "UNKNOWN"
}

const VALIDITIES: Readonly<Record<string, Records.SecretValidity>> = { active: "ACTIVE", inactive: "INACTIVE" }

const common = (alert: GitHubSecretAlert) => ({
  title: alert.secret_type_display_name ?? alert.secret_type ?? `Secret ${alert.number}`,
  // Secret scanning does not rate what it finds.
  severity: "UNKNOWN" as const,
  type: "SECRET" as const,
  state: stateOf(alert),
  state_updated_at: alert.state === "resolved" ? alert.resolved_at : null,
  ...placeOf(alert.repository),
  file_path: alert.first_location_detected?.path ?? null,
  first_seen: alert.created_at,
  url: alert.html_url,
  vendor_id: alertId("secret-scanning", alert.repository.id, alert.number) ?? "",
  vendor_data: { vendor: "GITHUB", resolution: alert.resolution }
})

/** Maps an alert of secret scanning to an `appsec_finding`. */
export const toFinding = (alert: GitHubSecretAlert): RecordKind.Draft<typeof RecordKind.AppsecFinding> => ({
  ...common(alert),
  vendor_state: alert.state,
  start_line: alert.first_location_detected?.start_line ?? null,
  secret_type: alert.secret_type,
  validity: VALIDITIES[alert.validity ?? ""] ?? "UNKNOWN"
})

/** Maps an alert of secret scanning to an `appsec_issue`. */
export const toSecretIssue = (alert: GitHubSecretAlert): RecordKind.Draft<typeof RecordKind.AppsecIssue> =>
  common(alert)

/**
 * The types of secrets that are listed only by name, because no provider issues them.
 *
 * GitHub has called one of them by two names, and passes over a name that it does not know.
 *
 * https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns
 */
export const GENERIC_TYPES = [
  "ec_private_key",
  "generic_private_key",
  "http_basic_authentication_header",
  "http_bearer_authentication_header",
  "mongodb_connection_string",
  "mysql_connection_string",
  "mysql_connection_url",
  "openssh_private_key",
  "password",
  "pgp_private_key",
  "postgres_connection_string",
  "rsa_private_key"
]

/** The parameters of the lists that have all alerts in this order. An empty cursor asks for pages with cursors instead of numbers. */
export const secretQueries = (order: Pagination.Query): ReadonlyArray<Pagination.Query> => {
  const all = { ...order, hide_secret: "true", after: "" }
  return [all, { ...all, secret_type: GENERIC_TYPES.join(",") }]
}

/** The alerts of secret scanning in all states. */
export const secretAlerts = {
  endpoint: "/orgs/{$organization}/secret-scanning/alerts",
  row: GitHubSecretAlert,
  id: alertIdOf("secret-scanning"),
  marks: {
    // A GitHub Enterprise Server that does not know `hide_secret` yet sends it.
    secret: ["secret"],
    leftOut: {
      ...alertLinks(
        "resolved_by",
        "assigned_to",
        "closure_request_reviewer",
        "push_protection_bypassed_by",
        "push_protection_bypass_request_reviewer"
      ),
      locations_url: "address of GitHub's own API"
    }
  },
  pagination: cursorPages,
  permissions: ["Secret scanning alerts: read"],
  queries: secretQueries(OLDEST_FIRST),
  newestFirst: NEWEST_FIRST
}

/** Extracts the alerts of secret scanning, never the secrets. */
export const findings = Extractor.make({ ...secretAlerts, record: RecordKind.AppsecFinding, toRecord: toFinding })
