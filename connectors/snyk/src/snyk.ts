import { Connector } from "@tributary/core"
import { Redacted } from "effect"
import { addressOf, SnykCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { applications } from "./exports/applications.js"
import { members } from "./exports/config_users.js"
import { issues } from "./exports/issues.js"
import { isChosen } from "./organization.js"
import { core, version } from "./version.generated.js"

/** The version that Snyk recommends: https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api#versioning */
const API_VERSION = "2024-10-15"

/** What paths call the scope that the customer chose. */
const LEVELS = { GROUP: "groups", ORGANIZATION: "orgs" } as const

/** The connector for Snyk: https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api */
export const snyk = Connector.make({
  vendor: "SNYK",
  name: "Snyk",
  version,
  core,
  description:
    "Application security: issues of dependencies, code, containers, infrastructure as code and licences, with the projects and members of the organizations.",
  category: "APPSEC",
  authType: "API_KEY",
  docsUrl: "https://docs.snyk.io/developer-tools/snyk-api",
  credentials: SnykCredentials,
  setupSteps,
  http: (credentials) => ({
    baseUrl: addressOf(credentials),
    tenant: credentials.scope_id.toLowerCase(),
    chooses: isChosen(credentials),
    path: { level: LEVELS[credentials.scope], scope_id: credentials.scope_id },
    query: { version: API_VERSION },
    headers: {
      authorization: Redacted.make(`token ${Redacted.value(credentials.api_token)}`),
      accept: "application/vnd.api+json"
    },
    classify,
    // Each API key has a limit, which no header announces.
    // https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api#rate-limiting
    rateLimitedBy: "token",
    rateCap: { requests: 1_620, period: "1 minute" }
  }),
  check: "/rest/self",
  exports: {
    applications: [applications],
    config_users: [members],
    findings: [issues],
    issues: [issues],
    sast_issues: [issues],
    sca_issues: [issues]
  }
})
