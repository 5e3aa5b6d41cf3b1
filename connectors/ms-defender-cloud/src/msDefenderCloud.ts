import { Authentication, AuthMethod, Connector, Pagination, Tenant, type VendorHttp } from "@tributary/core"
import type { Redacted } from "effect"
import { AUTHORITY, consentSteps, MsDefenderCloudConsent } from "./consent.js"
import { MsDefenderCloudCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { findings } from "./exports/compliance_findings.js"
import { cspmAlerts } from "./exports/cspm_alerts.js"
import { resources } from "./exports/resources.js"
import { subscriptionFilter } from "./subscriptionFilter.js"
import { core, version } from "./version.generated.js"

const rowsOf = (body: unknown): ReadonlyArray<unknown> | null => {
  const rows = Pagination.at(body, "value")
  return Array.isArray(rows) ? rows : null
}

/** The subscriptions that the application may read: https://learn.microsoft.com/en-us/rest/api/resources/subscriptions/list */
const subscriptions: Tenant.TenantRequest = {
  path: "/subscriptions",
  query: { "api-version": "2022-12-01" },
  names: (body) => rowsOf(body)?.flatMap((row) => subscriptionOf(row) ?? []) ?? null,
  next: (body) => {
    const link = Pagination.at(body, "nextLink")
    return typeof link === "string" && link !== ""
      ? Object.fromEntries(new URL(link, "https://next").searchParams)
      : null
  }
}

/** The subscription of a row by its id; null for what belongs to none, such as a built-in definition. */
const subscriptionOf = (row: unknown): string | null => {
  const named = Pagination.at(row, "subscriptionId")
  if (typeof named === "string") return named.toLowerCase()
  const id = Pagination.at(row, "id")
  const [, first, second] = typeof id === "string" ? id.toLowerCase().split("/") : []
  return first === "subscriptions" ? (second ?? null) : null
}

/** The directory, and the subscriptions whose resources its rows are about. */
export const tenantOf = (tenantId: string): Tenant.Tenant => {
  const entered = tenantId.toLowerCase()
  return {
    // https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
    id: Tenant.directory(entered, `${AUTHORITY}/${entered}/v2.0/.well-known/openid-configuration`),
    ofRow: subscriptionOf,
    covers: [subscriptions]
  }
}

/** The application that reads a tenant: the customer's own, or that of the service. */
interface Application {
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  readonly subscriptionIds: string | null
}

/** How the connector talks to Azure, whichever way a customer signs in. */
export const settingsOf = ({
  clientId,
  clientSecret,
  subscriptionIds,
  tenantId
}: Application): VendorHttp.VendorHttpSettings => ({
  baseUrl: "https://management.azure.com",
  tenant: tenantOf(tenantId),
  classify,
  // Azure limits each principal, and each resource provider has limits of its own.
  // https://learn.microsoft.com/en-us/azure/azure-resource-manager/management/request-limits-and-throttling
  rateLimitedBy: "token",
  rateLimitCovers: "endpoint",
  chooses: subscriptionFilter({ subscription_ids: subscriptionIds }),
  auth: Authentication.clientCredentials({
    url: `${AUTHORITY}/${tenantId}/oauth2/v2.0/token`,
    clientId,
    clientSecret,
    scope: "https://management.azure.com/.default"
  })
})

/** The connector for Microsoft Defender for Cloud: https://learn.microsoft.com/en-us/rest/api/defenderforcloud/ */
export const msDefenderCloud = Connector.make({
  vendor: "MS_DEFENDER_CLOUD",
  name: "Microsoft Defender for Cloud",
  version,
  core,
  description:
    "Cloud security posture: assessments of Azure, AWS and GCP resources, security alerts, and the resources themselves.",
  category: "CSPM",
  authType: "OAUTH2_CLIENT_CREDENTIALS",
  docsUrl: "https://learn.microsoft.com/en-us/rest/api/defenderforcloud/",
  credentials: MsDefenderCloudCredentials,
  setupSteps,
  http: ({ tenant_id, client_id, client_secret, subscription_ids }) =>
    settingsOf({
      tenantId: tenant_id,
      clientId: client_id,
      clientSecret: client_secret,
      subscriptionIds: subscription_ids
    }),
  auth: [
    AuthMethod.make({
      authType: "OAUTH2_AUTHORIZATION_CODE",
      credentials: MsDefenderCloudConsent,
      setupSteps: consentSteps,
      http: ({ app: { clientId, clientSecret }, subscription_ids, tenant_id }) =>
        settingsOf({ tenantId: tenant_id, clientId, clientSecret, subscriptionIds: subscription_ids })
    })
  ],
  check: "/subscriptions?api-version=2022-12-01",
  exports: { compliance_findings: [findings], cspm_alerts: [cspmAlerts], resources: [resources] }
})
