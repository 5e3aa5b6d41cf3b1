import {
  Authentication,
  AuthMethod,
  Connector,
  Extractor,
  Pagination,
  type RateBudget,
  type Tenant,
  type VendorHttp
} from "@tributary/core"
import { Redacted } from "effect"
import { consentSteps, GITHUB, GitHubConsent } from "./consent.js"
import { GitHubCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { applications } from "./exports/applications.js"
import { outsideCollaborators } from "./exports/config_users.js"
import { findings } from "./exports/findings.js"
import { issues } from "./exports/issues.js"
import { members } from "./exports/organization_identities.js"
import { sastIssues } from "./exports/sast_issues.js"
import { scaIssues } from "./exports/sca_issues.js"
import { ORGANIZATION } from "./members.js"
import { core, version } from "./version.generated.js"

/** The version of the REST API, which every supported GitHub Enterprise Server has, too: https://docs.github.com/en/rest/about-the-rest-api/api-versions */
const API_VERSION = "2022-11-28"

const idAt = (row: unknown, path: string): string | null => {
  const id = Pagination.at(row, path)
  return typeof id === "number" ? String(id) : null
}

/** The organization by its id, which stays when it is renamed. Repositories name it as their owner, and alerts as the owner of their repository. */
export const tenant: Tenant.Tenant = {
  id: { path: ORGANIZATION, names: (body) => idAt(body, "id") },
  ofRow: (row) => idAt(row, "repository.owner.id") ?? idAt(row, "owner.id"),
  covers: []
}

/**
 * Reads GitHub's rate limit headers, whose reset time is in epoch seconds; null when they are absent or not numbers.
 *
 * GraphQL has a limit of its own, which must not change the budget of the lists.
 *
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#checking-the-status-of-your-rate-limit
 */
export const githubRate = (headers: Readonly<Record<string, string>>): RateBudget.RateState | null => {
  const { "x-ratelimit-resource": resource = "core" } = headers
  const limit = Number(headers["x-ratelimit-limit"])
  const remaining = Number(headers["x-ratelimit-remaining"])
  const reset = Number(headers["x-ratelimit-reset"])
  if (resource !== "core" || !Number.isFinite(remaining) || !Number.isFinite(reset)) return null
  return { limit: Number.isFinite(limit) ? limit : null, remaining, resetAt: reset * 1_000 }
}

/** What every request of the REST API has. */
const headers = { accept: "application/vnd.github+json", "x-github-api-version": API_VERSION }

/** GitHub accepts the JWT of an app for ten minutes at most. */
const JWT_SECS = 540

/** A GitHub App in an organization. */
interface Installation {
  /** The id of the app, or its client id. */
  readonly app: string
  readonly id: string
  readonly key: Redacted.Redacted
}

/** The token of an installation, which lasts an hour: https://docs.github.com/en/rest/apps/apps#create-an-installation-access-token-for-an-app */
const installationToken = (baseUrl: string, { app, id, key }: Installation): Authentication.TokenSource => ({
  url: `${baseUrl}/app/installations/${id}/access_tokens`,
  headers: {
    ...headers,
    authorization: Authentication.signedJwt({ key, issuer: app, lifetimeSecs: JWT_SECS, prefix: "Bearer " })
  },
  token: "token",
  expiresAt: "expires_at"
})

/** How the connector talks to GitHub about an organization, whichever way a customer signs in. */
const settingsOf = (baseUrl: string, organization: string): VendorHttp.VendorHttpSettings => ({
  baseUrl,
  tenant,
  path: { organization },
  headers,
  rate: githubRate,
  classify,
  // GraphQL answers 200 if it refuses a part of a query: https://docs.github.com/en/graphql/guides/forming-calls-with-graphql
  errors: {
    at: "errors[].type",
    codes: { FORBIDDEN: 403, INSUFFICIENT_SCOPES: 403, NOT_FOUND: 403, RATE_LIMITED: 429 }
  }
})

/** How requests are authorized with what a customer entered: a token, or the key of an app. */
const authorizationOf = (baseUrl: string, { app_installation, token }: GitHubCredentials) => {
  if (app_installation === null) {
    return { headers: { ...headers, authorization: Redacted.make(`Bearer ${Redacted.value(token)}`) } }
  }
  const [app = "", id = ""] = app_installation.split("/")
  return { auth: installationToken(baseUrl, { app, id, key: token }) }
}

/** Owners are members, and outside collaborators are none, so both lists together have all users with a say or access. */
const accounts = Extractor.concat(members, outsideCollaborators)

/** The connector for GitHub: https://docs.github.com/en/rest */
export const github = Connector.make({
  vendor: "GITHUB",
  name: "GitHub",
  version,
  core,
  description:
    "Code hosting: repositories, alerts of code scanning, Dependabot and secret scanning, members and outside collaborators.",
  category: "APPSEC",
  authType: "API_KEY",
  docsUrl: "https://docs.github.com/en/rest",
  credentials: GitHubCredentials,
  setupSteps,
  http: (credentials) => {
    const baseUrl = credentials.base_url ?? GITHUB
    return { ...settingsOf(baseUrl, credentials.organization), ...authorizationOf(baseUrl, credentials) }
  },
  auth: [
    AuthMethod.make({
      authType: "OAUTH2_AUTHORIZATION_CODE",
      credentials: GitHubConsent,
      setupSteps: consentSteps,
      http: ({ app: { clientId, privateKey }, installation_id, organization }) => ({
        ...settingsOf(GITHUB, organization),
        auth: installationToken(GITHUB, { app: clientId, id: installation_id, key: privateKey })
      })
    })
  ],
  check: ORGANIZATION,
  exports: {
    applications: [applications],
    sast_issues: [sastIssues],
    sca_issues: [scaIssues],
    findings: [findings],
    issues: [issues],
    organization_identities: [accounts],
    config_users: [accounts]
  }
})
