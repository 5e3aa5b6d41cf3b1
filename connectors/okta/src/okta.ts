import { Connector } from "@tributary/core"
import { Redacted } from "effect"
import { OktaCredentials } from "./credentials.js"
import { applications } from "./exports/idp.applications.js"
import { groups } from "./exports/idp.groups.js"
import { users } from "./exports/idp.users.js"
import { oktaRate } from "./rate.js"
import { tenantOf } from "./tenant.js"
import { core, version } from "./version.generated.js"

/** The Okta connector: https://developer.okta.com/docs/api/ */
export const okta = Connector.make({
  vendor: "OKTA",
  name: "Okta",
  version,
  core,
  description: "Workforce identity: users, groups and applications.",
  category: "IDP",
  authType: "API_KEY",
  docsUrl: "https://developer.okta.com/docs/api/",
  credentials: OktaCredentials,
  http: ({ base_url, api_token }) => ({
    baseUrl: base_url,
    tenant: tenantOf(base_url),
    headers: { authorization: Redacted.make(`SSWS ${Redacted.value(api_token)}`) },
    rate: oktaRate,
    // A limit covers one endpoint of the whole organization; a token may use a share of it.
    // https://developer.okta.com/docs/reference/rl2-token-oauth/
    rateLimitedBy: "tenant",
    rateLimitCovers: "endpoint"
  }),
  check: "/api/v1/users?limit=1",
  exports: { idp: [users, groups, applications] }
})
