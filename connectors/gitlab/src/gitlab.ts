import { Connector, type RateBudget } from "@tributary/core"
import { GitLabCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { applications } from "./exports/applications.js"
import { report } from "./exports/issues.js"
import { members } from "./exports/organization_identities.js"
import { GROUP, tenantAt } from "./group.js"
import { core, version } from "./version.generated.js"

const GITLAB = "https://gitlab.com"

/**
 * Reads GitLab's rate limit headers, whose reset time is in epoch seconds; null when they are absent or not numbers, as on a GitLab that limits
 * nothing.
 *
 * https://docs.gitlab.com/administration/settings/user_and_ip_rate_limits/#response-headers
 */
export const gitlabRate = (headers: Readonly<Record<string, string>>): RateBudget.RateState | null => {
  const limit = Number(headers["ratelimit-limit"])
  const remaining = Number(headers["ratelimit-remaining"])
  const reset = Number(headers["ratelimit-reset"])
  if (!Number.isFinite(remaining) || !Number.isFinite(reset)) return null
  return { limit: Number.isFinite(limit) ? limit : null, remaining, resetAt: reset * 1_000 }
}

/** The connector for GitLab: https://docs.gitlab.com/api/ */
export const gitlab = Connector.make({
  vendor: "GITLAB",
  name: "GitLab",
  version,
  core,
  description:
    "Code hosting: the projects and members of a group, and the vulnerabilities that scans of the projects find.",
  category: "APPSEC",
  authType: "API_KEY",
  docsUrl: "https://docs.gitlab.com/api/",
  credentials: GitLabCredentials,
  setupSteps,
  http: ({ base_url, group, token }) => {
    const baseUrl = base_url ?? GITLAB
    return {
      baseUrl,
      tenant: tenantAt(new URL(baseUrl).host),
      path: { group },
      headers: { "private-token": token },
      // A limit is one of the user to whom the token belongs: https://docs.gitlab.com/user/gitlab_com/#rate-limits-on-gitlabcom
      rateLimitedBy: "token",
      rate: gitlabRate,
      classify,
      // GraphQL answers 200 if it refuses a query. These codes mean that this GitLab is too old for it.
      errors: {
        at: "errors[].extensions.code",
        codes: {
          undefinedField: 400,
          undefinedType: 400,
          argumentNotAccepted: 400,
          argumentLiteralsIncompatible: 400
        },
        words: {
          undefinedField: "a field of the query is unknown to this GitLab, which may be too old",
          undefinedType: "a type of the query is unknown to this GitLab, which may be too old",
          argumentNotAccepted: "an argument of the query is unknown to this GitLab, which may be too old",
          argumentLiteralsIncompatible: "a value of the query is unknown to this GitLab, which may be too old"
        }
      }
    }
  },
  check: GROUP,
  exports: {
    applications: [applications],
    sast_issues: [report],
    sca_issues: [report],
    findings: [report],
    issues: [report],
    organization_identities: [members],
    vulnerability_findings_v2: [report]
  }
})
