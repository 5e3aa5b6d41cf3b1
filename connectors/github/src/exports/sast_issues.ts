import { Extractor, type Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import {
  alertId,
  alertIdOf,
  alertLinks,
  GitHubAccount,
  GitHubAlertRepository,
  NEWEST_FIRST,
  OLDEST_FIRST,
  placeOf
} from "../alert.js"
import { cursorPages } from "../pagination.js"
import { toSeverity } from "../severity.js"

/** An alert of code scanning: https://docs.github.com/en/rest/code-scanning/code-scanning#list-code-scanning-alerts-for-an-organization */
export const GitHubCodeAlert = Schema.Struct({
  number: Schema.Number,
  state: Row.text,
  created_at: Row.text,
  html_url: Row.text,
  fixed_at: Row.text,
  dismissed_at: Row.text,
  dismissed_reason: Row.text,
  dismissed_by: Row.nullish(GitHubAccount),
  rule: Row.nullish(
    Schema.Struct({
      id: Row.text,
      name: Row.text,
      description: Row.text,
      full_description: Row.text,
      severity: Row.text,
      security_severity_level: Row.text,
      tags: Row.nullish(Schema.Array(Schema.String)),
      help: Row.text,
      help_uri: Row.text
    })
  ),
  tool: Row.nullish(Schema.Struct({ name: Row.text })),
  most_recent_instance: Row.nullish(
    Schema.Struct({
      ref: Row.text,
      commit_sha: Row.text,
      message: Row.nullish(Schema.Struct({ text: Row.text })),
      location: Row.nullish(
        Schema.Struct({
          path: Row.text,
          start_line: Row.nullish(Schema.Number),
          end_line: Row.nullish(Schema.Number)
        })
      )
    })
  ),
  repository: GitHubAlertRepository
})
export interface GitHubCodeAlert extends Schema.Schema.Type<typeof GitHubCodeAlert> {}

const STATES: Readonly<Record<string, Records.VulnerabilityState>> = {
  open: "OPEN",
  dismissed: "SUPPRESSED",
  fixed: "FIXED"
}

/** A tag such as `external/cwe/cwe-079`: https://codeql.github.com/docs/codeql-overview/codeql-tools/ */
const CWE_TAG = /^external\/cwe\/cwe-0*(\d{1,6})$/i

const cwesOf = (tags: ReadonlyArray<string>): ReadonlyArray<string> | null => {
  const found = tags.flatMap((tag) => CWE_TAG.exec(tag)?.[1] ?? []).map((number) => `CWE-${number}`)
  return found.length === 0 ? null : found
}

const BRANCH = "refs/heads/"

const branchOf = (ref: string | null | undefined): string | null =>
  ref?.startsWith(BRANCH) === true ? ref.slice(BRANCH.length) : null

/** A dismissed or fixed alert says since when it is; one that is open may have been open before. */
const stateUpdatedAt = (alert: GitHubCodeAlert): string | null => {
  if (alert.state === "fixed") return alert.fixed_at
  return alert.state === "dismissed" ? alert.dismissed_at : null
}

const common = (alert: GitHubCodeAlert) => {
  const { most_recent_instance: instance, number, repository, rule } = alert
  const severity = rule?.security_severity_level ?? rule?.severity ?? null
  return {
    title: rule?.description ?? rule?.name ?? rule?.id ?? `Alert ${number}`,
    description: rule?.full_description ?? null,
    severity: toSeverity(severity),
    vendor_severity: severity,
    state: STATES[alert.state ?? ""] ?? "UNKNOWN",
    state_updated_at: stateUpdatedAt(alert),
    cwe: cwesOf(rule?.tags ?? []),
    ...placeOf(repository),
    file_path: instance?.location?.path ?? null,
    remediation: rule?.help ?? null,
    first_seen: alert.created_at,
    url: alert.html_url,
    vendor_id: alertId("code-scanning", repository.id, number) ?? ""
  }
}

/** Maps an alert of code scanning to a `sast_issue`. */
export const toSastIssue = (alert: GitHubCodeAlert): RecordKind.Draft<typeof RecordKind.SastIssue> => {
  const { most_recent_instance: instance, rule } = alert
  return {
    ...common(alert),
    vendor_state: alert.state,
    dismissed_reason: alert.dismissed_reason,
    dismissed_by: alert.dismissed_by?.login ?? null,
    rule: rule === null || rule.id === null ? null : { id: rule.id, name: rule.name, url: rule.help_uri },
    branch: branchOf(instance?.ref),
    commit: instance?.commit_sha ?? null,
    start_line: instance?.location?.start_line ?? null,
    end_line: instance?.location?.end_line ?? null,
    message: instance?.message?.text ?? null,
    tool: alert.tool?.name ?? null
  }
}

/** Maps an alert of code scanning to an `appsec_issue`. */
export const toCodeIssue = (alert: GitHubCodeAlert): RecordKind.Draft<typeof RecordKind.AppsecIssue> => ({
  ...common(alert),
  type: "SAST",
  vendor_data: {
    vendor: "GITHUB",
    dismissed_reason: alert.dismissed_reason,
    rule_id: alert.rule?.id ?? null,
    tool_name: alert.tool?.name ?? null
  }
})

/** The alerts of code scanning in all states. */
export const codeAlerts = {
  endpoint: "/orgs/{$organization}/code-scanning/alerts",
  row: GitHubCodeAlert,
  id: alertIdOf("code-scanning"),
  marks: {
    leftOut: { ...alertLinks("dismissed_by", "dismissal_approved_by"), instances_url: "address of GitHub's own API" }
  },
  pagination: cursorPages satisfies Pagination.Pagination,
  permissions: ["Code scanning alerts: read"],
  queries: [OLDEST_FIRST],
  newestFirst: NEWEST_FIRST
}

/** Extracts the alerts of code scanning. */
export const sastIssues = Extractor.make({ ...codeAlerts, record: RecordKind.SastIssue, toRecord: toSastIssue })
