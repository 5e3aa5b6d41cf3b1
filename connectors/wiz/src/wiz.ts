import { Authentication, Connector, Pagination } from "@tributary/core"
import { setupSteps, WizCredentials } from "./credentials.js"
import { complianceFindings } from "./exports/compliance_findings.js"
import { configUsers } from "./exports/config_users.js"
import { resources } from "./exports/resources.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { core, version } from "./version.generated.js"

/** The cloud account or subscription whose resource a row is about. */
const cloudAccountOf = (row: unknown): string | null => {
  const account =
    Pagination.at(row, "entitySnapshot.subscriptionExternalId") ??
    Pagination.at(row, "vulnerableAsset.subscriptionExternalId") ??
    Pagination.at(row, "cloudAccount.externalId")
  return typeof account === "string" ? account : null
}

/** The connector for Wiz: https://docs.wiz.io/dev/using-the-wiz-api */
export const wiz = Connector.make({
  vendor: "WIZ",
  name: "Wiz",
  version,
  core,
  description:
    "Cloud security: resources, issues and what they say about compliance, vulnerabilities, and the users of Wiz.",
  category: "CSPM",
  authType: "OAUTH2_CLIENT_CREDENTIALS",
  docsUrl: "https://docs.wiz.io/dev/using-the-wiz-api",
  credentials: WizCredentials,
  setupSteps,
  http: ({ auth_domain, base_url, client_id, client_secret }) => {
    const url = `https://${auth_domain}/oauth/token`
    const source = Authentication.clientCredentials({ url, clientId: client_id, clientSecret: client_secret })
    return {
      baseUrl: base_url,
      // Many tenants share the address of a data center, and no documented query names one. Rows name the cloud account of their resource.
      tenant: { id: null, ofRow: cloudAccountOf },
      auth: { ...source, form: { ...source.form, audience: "wiz-api" } },
      // GraphQL answers 200 if it refuses a query.
      errors: {
        at: "errors[].extensions.code",
        codes: {
          UNAUTHENTICATED: 401,
          UNAUTHORIZED: 403,
          FORBIDDEN: 403,
          NOT_FOUND: 404,
          BAD_USER_INPUT: 400,
          GRAPHQL_PARSE_FAILED: 400,
          GRAPHQL_VALIDATION_FAILED: 400,
          RATE_LIMIT_EXCEEDED: 429,
          INTERNAL: 500,
          INTERNAL_SERVER_ERROR: 500
        }
      }
    }
  },
  check: { path: "/graphql", body: { query: "query Check { __typename }" }, has: "data.__typename" },
  exports: {
    compliance_findings: [complianceFindings],
    config_users: [configUsers],
    issues: [complianceFindings],
    resources: [resources],
    vulnerabilities: [vulnerabilities],
    vulnerability_findings_v2: [vulnerabilities]
  }
})
