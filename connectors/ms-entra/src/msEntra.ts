import { Authentication, Connector } from "@tributary/core"
import { MsEntraCredentials } from "./credentials.js"
import { errors } from "./errors.js"
import { devices } from "./exports/devices.js"
import { applications } from "./exports/idp.applications.js"
import { groups } from "./exports/idp.groups.js"
import { users } from "./exports/idp.users.js"
import { policies } from "./exports/idp_policies.js"
import { tenantOf } from "./tenant.js"
import { core, version } from "./version.generated.js"

/** The Microsoft Entra ID connector, which reads Microsoft Graph: https://learn.microsoft.com/en-us/graph/api/overview */
export const msEntra = Connector.make({
  vendor: "MS_ENTRA",
  name: "Microsoft Entra ID",
  version,
  core,
  description: "Workforce identity: users, groups, enterprise applications, devices and conditional access.",
  category: "IDP",
  authType: "OAUTH2_CLIENT_CREDENTIALS",
  docsUrl: "https://learn.microsoft.com/en-us/graph/api/overview",
  credentials: MsEntraCredentials,
  http: ({ tenant_id, client_id, client_secret }) => ({
    baseUrl: "https://graph.microsoft.com",
    tenant: tenantOf(tenant_id),
    errors,
    // Graph limits each application in each tenant: https://learn.microsoft.com/en-us/graph/throttling-limits
    rateLimitedBy: "token",
    auth: Authentication.clientCredentials({
      url: `https://login.microsoftonline.com/${tenant_id}/oauth2/v2.0/token`,
      clientId: client_id,
      clientSecret: client_secret,
      scope: "https://graph.microsoft.com/.default"
    })
  }),
  check: "/v1.0/users?$top=1&$select=id",
  exports: { idp: [users, groups, applications], idp_policies: [policies], devices: [devices] }
})
