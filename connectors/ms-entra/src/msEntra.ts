import { Authentication, AuthMethod, Connector, Pagination, Tenant, type VendorHttp } from "@tributary/core"
import type { Redacted } from "effect"
import { AUTHORITY, consentSteps, MsEntraConsent } from "./consent.js"
import { MsEntraCredentials, setupSteps } from "./credentials.js"
import { classify, errors } from "./errors.js"
import { devices } from "./exports/devices.js"
import { applications } from "./exports/idp.applications.js"
import { groups } from "./exports/idp.groups.js"
import { users } from "./exports/idp.users.js"
import { alerts } from "./exports/idp_alerts.js"
import { auditLogs } from "./exports/idp_audit_logs.js"
import { policies } from "./exports/idp_policies.js"
import { core, version } from "./version.generated.js"

const domainsOf = (body: unknown): ReadonlyArray<string> | null => {
  const domains = Pagination.at(body, "value.0.verifiedDomains")
  if (!Array.isArray(domains)) return null
  return domains.flatMap((domain) => {
    const name = Pagination.at(domain, "name")
    return typeof name === "string" ? [name.toLowerCase()] : []
  })
}

/** The lists of users. In a report, a guest can have the name of another tenant. */
const USERS = ["/v1.0/users", "/v1.0/users/delta"]

/** The domain of a user, which is one of the tenant's: https://learn.microsoft.com/en-us/graph/api/resources/user#properties */
const domainOf = (row: unknown): string | null => {
  const name = Pagination.at(row, "userPrincipalName")
  return typeof name === "string" && name.includes("@") ? name.slice(name.lastIndexOf("@") + 1).toLowerCase() : null
}

/** The directory, which a customer can also enter as one of its domains. */
export const tenantOf = (tenantId: string): Tenant.Tenant => {
  const entered = tenantId.toLowerCase()
  return {
    // https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
    id: Tenant.directory(entered, `${AUTHORITY}/${entered}/v2.0/.well-known/openid-configuration`),
    ofRow: (row, endpoint) => (USERS.includes(endpoint) ? domainOf(row) : null),
    // Graph shows them with `Organization.Read.All`: https://learn.microsoft.com/en-us/graph/api/organization-list
    covers: [{ path: "/v1.0/organization", query: { $select: "verifiedDomains" }, names: domainsOf }]
  }
}

/** The application that reads a tenant: the customer's own, or that of the service. */
interface Application {
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
}

/** How the connector talks to Microsoft Graph, whichever way a customer signs in. */
export const settingsOf = ({ clientId, clientSecret, tenantId }: Application): VendorHttp.VendorHttpSettings => ({
  baseUrl: "https://graph.microsoft.com",
  tenant: tenantOf(tenantId),
  errors,
  classify,
  // Graph limits each application in each tenant, and each of its services by itself: logs and reports to five requests in ten seconds, risk
  // detections and conditional access to one a second for all applications, without `Retry-After`. A cap would slow down every other list.
  // https://learn.microsoft.com/en-us/graph/throttling-limits
  rateLimitedBy: "token",
  auth: Authentication.clientCredentials({
    url: `${AUTHORITY}/${tenantId}/oauth2/v2.0/token`,
    clientId,
    clientSecret,
    scope: "https://graph.microsoft.com/.default"
  })
})

/** The Microsoft Entra ID connector, which reads Microsoft Graph: https://learn.microsoft.com/en-us/graph/api/overview */
export const msEntra = Connector.make({
  vendor: "MS_ENTRA",
  name: "Microsoft Entra ID",
  version,
  core,
  description:
    "Workforce identity: users, groups, applications, devices, conditional access, audit logs and risk detections.",
  category: "IDP",
  authType: "OAUTH2_CLIENT_CREDENTIALS",
  docsUrl: "https://learn.microsoft.com/en-us/graph/api/overview",
  credentials: MsEntraCredentials,
  setupSteps,
  http: ({ tenant_id, client_id, client_secret }) =>
    settingsOf({ tenantId: tenant_id, clientId: client_id, clientSecret: client_secret }),
  auth: [
    AuthMethod.make({
      authType: "OAUTH2_AUTHORIZATION_CODE",
      credentials: MsEntraConsent,
      setupSteps: consentSteps,
      http: ({ app: { clientId, clientSecret }, tenant_id }) =>
        settingsOf({ tenantId: tenant_id, clientId, clientSecret })
    })
  ],
  check: "/v1.0/users?$top=1&$select=id",
  exports: {
    idp: [users, groups, applications],
    idp_policies: [policies],
    idp_alerts: [alerts],
    idp_audit_logs: [auditLogs],
    devices: [devices]
  },
  // Both need a licence that many tenants do not have, Microsoft Entra ID P1 or P2.
  optInExportTypes: ["idp_policies", "idp_alerts"]
})
