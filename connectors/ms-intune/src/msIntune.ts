import { Authentication, AuthMethod, Connector, Tenant, type VendorHttp } from "@tributary/core"
import type { Redacted } from "effect"
import { AUTHORITY, consentSteps, MsIntuneConsent } from "./consent.js"
import { MsIntuneCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { members } from "./exports/device_groups.js"
import { devicePolicies } from "./exports/device_policies.js"
import { devices } from "./exports/devices.js"
import { core, version } from "./version.generated.js"

/** The directory, which a customer can also enter as one of its domains; rows of Intune do not name it. */
export const tenantOf = (tenantId: string): Tenant.Tenant => {
  const entered = tenantId.toLowerCase()
  // https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
  return {
    id: Tenant.directory(entered, `${AUTHORITY}/${entered}/v2.0/.well-known/openid-configuration`)
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
  classify,
  // Graph limits each application in each tenant: https://learn.microsoft.com/en-us/graph/throttling-limits
  rateLimitedBy: "token",
  auth: Authentication.clientCredentials({
    url: `${AUTHORITY}/${tenantId}/oauth2/v2.0/token`,
    clientId,
    clientSecret,
    scope: "https://graph.microsoft.com/.default"
  })
})

/** The Microsoft Intune connector, which reads Microsoft Graph: https://learn.microsoft.com/en-us/graph/api/resources/intune-graph-overview */
export const msIntune = Connector.make({
  vendor: "MS_INTUNE",
  name: "Microsoft Intune",
  version,
  core,
  description: "Device management: managed devices, compliance policies and the groups that they apply to.",
  category: "MDM",
  authType: "OAUTH2_CLIENT_CREDENTIALS",
  docsUrl: "https://learn.microsoft.com/en-us/graph/api/resources/intune-graph-overview",
  credentials: MsIntuneCredentials,
  setupSteps,
  http: ({ tenant_id, client_id, client_secret }) =>
    settingsOf({ tenantId: tenant_id, clientId: client_id, clientSecret: client_secret }),
  auth: [
    AuthMethod.make({
      authType: "OAUTH2_AUTHORIZATION_CODE",
      credentials: MsIntuneConsent,
      setupSteps: consentSteps,
      http: ({ app: { clientId, clientSecret }, tenant_id }) =>
        settingsOf({ tenantId: tenant_id, clientId, clientSecret })
    })
  ],
  check: "/v1.0/deviceManagement/managedDevices?$top=1&$select=id",
  exports: {
    devices: [devices],
    // Policies name the groups that they are assigned to.
    device_groups: [devicePolicies, members],
    device_policies: [devicePolicies]
  }
})
