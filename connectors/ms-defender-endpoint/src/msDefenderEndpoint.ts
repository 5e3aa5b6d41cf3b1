import { Authentication, Connector, Pagination, Tenant } from "@tributary/core"
import { type Cloud, cloudOf } from "./clouds.js"
import { MsDefenderEndpointCredentials, setupSteps } from "./credentials.js"
import { alerts } from "./exports/alerts.js"
import { devices } from "./exports/devices.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { core, version } from "./version.generated.js"

/** The directory, which a customer can also enter as one of its domains; only alerts name it. */
export const tenantOf = (tenantId: string, { login }: Pick<Cloud, "login">): Tenant.Tenant => {
  const entered = tenantId.toLowerCase()
  return {
    // https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
    id: Tenant.directory(entered, `${login}/${entered}/v2.0/.well-known/openid-configuration`),
    ofRow: (row) => {
      const named = Pagination.at(row, "aadTenantId")
      return typeof named === "string" && named !== "" ? named.toLowerCase() : null
    },
    covers: []
  }
}

/** The Microsoft Defender for Endpoint connector: https://learn.microsoft.com/en-us/defender-endpoint/api/exposed-apis-list */
export const msDefenderEndpoint = Connector.make({
  vendor: "MS_DEFENDER_ENDPOINT",
  name: "Microsoft Defender for Endpoint",
  version,
  core,
  description: "Endpoint protection: alerts, devices, device groups and vulnerabilities of installed software.",
  category: "EDR",
  authType: "OAUTH2_CLIENT_CREDENTIALS",
  docsUrl: "https://learn.microsoft.com/en-us/defender-endpoint/api/exposed-apis-list",
  credentials: MsDefenderEndpointCredentials,
  setupSteps,
  http: ({ tenant_id, client_id, client_secret, region }) => {
    const cloud = cloudOf(region)
    return {
      baseUrl: cloud.api,
      tenant: tenantOf(tenant_id, cloud),
      // https://learn.microsoft.com/en-us/defender-endpoint/api/common-errors
      errors: { at: "error.code", codes: { DisabledFeature: "plan", NotFound: 404, ResourceNotFound: 404 } },
      // Each API has limits of its own, and no header announces them.
      // https://learn.microsoft.com/en-us/defender-endpoint/api/common-errors#throttling
      rateLimitedBy: "token",
      rateLimitCovers: "endpoint",
      // Below the lowest limit, 30 requests a minute and 1,000 an hour for vulnerabilities; others have 100 and 1,500.
      rateCap: [
        { requests: 27, period: "1 minute" },
        { requests: 900, period: "1 hour" }
      ],
      auth: Authentication.clientCredentials({
        url: `${cloud.login}/${tenant_id}/oauth2/v2.0/token`,
        clientId: client_id,
        clientSecret: client_secret,
        scope: `${cloud.audience}/.default`
      })
    }
  },
  check: "/api/machines?$top=1",
  exports: {
    alerts: [alerts],
    // Machines name their group.
    device_groups: [devices],
    devices: [devices],
    vulnerabilities: [vulnerabilities]
  }
})
