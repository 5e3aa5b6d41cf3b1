import { Connector, Pagination, type RateBudget, Tenant } from "@tributary/core"
import { Redacted } from "effect"
import { OktaCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { applications } from "./exports/idp.applications.js"
import { groups } from "./exports/idp.groups.js"
import { users } from "./exports/idp.users.js"
import { alerts } from "./exports/idp_alerts.js"
import { auditLogs } from "./exports/idp_audit_logs.js"
import { policies } from "./exports/idp_policies.js"
import { core, version } from "./version.generated.js"

/** Says which organization this is, and at which addresses it is reached: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/OrgSettingMetadata/ */
const ORGANIZATION = "/.well-known/okta-organization"

const all = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [value])

/** The organization's own host and its custom domains. */
const hostsOf = (body: unknown): ReadonlyArray<string> =>
  ["organization", "alternate"]
    .flatMap((name) => all(Pagination.at(body, `_links.${name}`)))
    .flatMap((link) => Tenant.hostOf(Pagination.at(link, "href")) ?? [])

/** Links of a row that lead to the organization; others lead to logos. */
const OWN_LINKS = ["self", "users", "user", "app", "group", "apps"]

/** The organization, whose rows link to themselves at one of its hosts. */
export const tenantOf = (baseUrl: string): Tenant.Tenant => ({
  id: { path: ORGANIZATION, names: "id" },
  ofRow: (row) =>
    OWN_LINKS.map((name) => Tenant.hostOf(Pagination.at(row, `_links.${name}.href`))).find((host) => host !== null),
  covers: [new URL(baseUrl).host, { path: ORGANIZATION, names: hostsOf }]
})

/**
 * Reads Okta's rate limit headers, whose reset time is in epoch seconds; null when they are absent or not numbers.
 *
 * Okta sends no `Retry-After`, so this reset time also decides how long to wait after a 429.
 *
 * https://developer.okta.com/docs/reference/rl-best-practices/
 */
export const oktaRate = (headers: Readonly<Record<string, string>>): RateBudget.RateState | null => {
  const limit = Number(headers["x-rate-limit-limit"])
  const remaining = Number(headers["x-rate-limit-remaining"])
  const reset = Number(headers["x-rate-limit-reset"])
  if (!Number.isFinite(remaining) || !Number.isFinite(reset)) return null
  return { limit: Number.isFinite(limit) ? limit : null, remaining, resetAt: reset * 1_000 }
}

/** The Okta connector: https://developer.okta.com/docs/api/ */
export const okta = Connector.make({
  vendor: "OKTA",
  name: "Okta",
  version,
  core,
  description: "Workforce identity: users, groups, applications, policies, the audit log and security alerts.",
  category: "IDP",
  authType: "API_KEY",
  docsUrl: "https://developer.okta.com/docs/api/",
  credentials: OktaCredentials,
  setupSteps,
  http: ({ base_url, api_token }) => ({
    baseUrl: base_url,
    tenant: tenantOf(base_url),
    headers: { authorization: Redacted.make(`SSWS ${Redacted.value(api_token)}`) },
    classify,
    rate: oktaRate,
    // A limit covers one endpoint of the whole organization; a token may use a share of it.
    // https://developer.okta.com/docs/reference/rl2-token-oauth/
    rateLimitedBy: "tenant",
    rateLimitCovers: "endpoint"
  }),
  check: "/api/v1/users?limit=1",
  exports: {
    idp: [users, groups, applications],
    idp_policies: [policies, applications],
    idp_alerts: [alerts],
    idp_audit_logs: [auditLogs]
  }
})
