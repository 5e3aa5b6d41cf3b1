import { Authentication, Connector } from "@tributary/core"
import { MsDefenderCloudCredentials } from "./credentials.js"
import { classify } from "./errors.js"
import { findings } from "./exports/compliance_findings.js"
import { resources } from "./exports/resources.js"
import { subscriptionFilter } from "./subscriptionFilter.js"
import { tenantOf } from "./tenant.js"
import { core, version } from "./version.generated.js"

/** The connector for Microsoft Defender for Cloud: https://learn.microsoft.com/en-us/rest/api/defenderforcloud/ */
export const msDefenderCloud = Connector.make({
  vendor: "MS_DEFENDER_CLOUD",
  name: "Microsoft Defender for Cloud",
  version,
  core,
  description: "Cloud security posture: assessments of Azure, AWS and GCP resources, and the resources themselves.",
  category: "CSPM",
  authType: "OAUTH2_CLIENT_CREDENTIALS",
  docsUrl: "https://learn.microsoft.com/en-us/rest/api/defenderforcloud/",
  credentials: MsDefenderCloudCredentials,
  http: ({ tenant_id, client_id, client_secret, subscription_ids }) => ({
    baseUrl: "https://management.azure.com",
    tenant: tenantOf(tenant_id),
    classify,
    // Azure limits each principal, and each resource provider has limits of its own.
    // https://learn.microsoft.com/en-us/azure/azure-resource-manager/management/request-limits-and-throttling
    rateLimitedBy: "token",
    rateLimitCovers: "endpoint",
    chooses: subscriptionFilter({ subscription_ids }),
    auth: Authentication.clientCredentials({
      url: `https://login.microsoftonline.com/${tenant_id}/oauth2/v2.0/token`,
      clientId: client_id,
      clientSecret: client_secret,
      scope: "https://management.azure.com/.default"
    })
  }),
  check: "/subscriptions?api-version=2022-12-01",
  exports: { compliance_findings: [findings], resources: [resources] }
})
