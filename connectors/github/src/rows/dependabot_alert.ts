import { Row } from "@tributary/core"
import { Schema } from "effect"
import { GitHubAlertRepository } from "../alert.js"

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
