import { AuthMethod, Connector, Pagination, Tenant, type VendorHttp } from "@tributary/core"
import { Encoding, Redacted } from "effect"
import { createTicket } from "./actions/createTicket.js"
import { consentSteps, GATEWAY, JiraConsent } from "./consent.js"
import { JiraCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { comments } from "./exports/itsm_comments.js"
import { groups } from "./exports/itsm_groups.js"
import { projects } from "./exports/itsm_projects.js"
import { tickets } from "./exports/itsm_tickets.js"
import { users } from "./exports/itsm_users.js"
import { core, version } from "./version.generated.js"

/** The address of a site for scoped tokens, with its cloud ID: https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#version */
const CLOUD = /^https:\/\/[^/]+\/ex\/jira\/([^/?#]+)/

/** A site's name in an address: its cloud ID, or else its host; null if this is no address. */
const siteOf = (address: unknown): string | null =>
  typeof address === "string" ? (CLOUD.exec(address)?.[1] ?? Tenant.hostOf(address)) : null

/** Says which site this is: https://support.atlassian.com/jira/kb/retrieve-my-atlassian-sites-cloud-id/ */
const cloudId = { path: "/_edge/tenant_info", names: "cloudId" } satisfies Tenant.TenantRequest

/** Says at which addresses the site is reached: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-server-info/ */
const addresses = {
  path: "/rest/api/3/serverInfo",
  names: (body: unknown) => {
    const names = ["baseUrl", "displayUrl"].map((name) => siteOf(Pagination.at(body, name)))
    return names[0] === null ? null : names.flatMap((name) => name ?? [])
  }
} satisfies Tenant.TenantRequest

/** The site, whose rows link to themselves at one of its addresses. */
export const tenantOf = (baseUrl: string): Tenant.Tenant => {
  const id = CLOUD.exec(baseUrl)?.[1]
  return {
    id: id ?? cloudId,
    ofRow: (row) => siteOf(Pagination.at(row, "self")),
    covers: [new URL(baseUrl).host, addresses]
  }
}

/** How the connector talks to a site at this address, whichever way a customer signs in. */
const settingsOf = (baseUrl: string): VendorHttp.VendorHttpSettings => ({
  baseUrl,
  tenant: tenantOf(baseUrl),
  classify,
  // Jira limits each endpoint of a site: https://developer.atlassian.com/cloud/jira/platform/rate-limiting/
  rateLimitedBy: "tenant",
  rateLimitCovers: "endpoint"
})

/** The Jira Cloud connector: https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/ */
export const jira = Connector.make({
  vendor: "JIRA",
  name: "Jira",
  version,
  core,
  description: "Issue tracking: users, groups, projects, tickets, comments and attachments; creates tickets.",
  category: "ITSM",
  authType: "API_KEY",
  docsUrl: "https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/",
  credentials: JiraCredentials,
  setupSteps,
  http: ({ base_url, email, api_token }) => ({
    ...settingsOf(base_url),
    headers: {
      authorization: Redacted.make(`Basic ${Encoding.encodeBase64(`${email}:${Redacted.value(api_token)}`)}`)
    }
  }),
  auth: [
    AuthMethod.make({
      authType: "OAUTH2_AUTHORIZATION_CODE",
      credentials: JiraConsent,
      setupSteps: consentSteps,
      http: ({ cloud_id, consent }) => ({ ...settingsOf(`${GATEWAY}/${cloud_id}`), auth: consent })
    })
  ],
  check: "/rest/api/3/myself",
  exports: {
    itsm_users: [users],
    itsm_groups: [groups],
    itsm_projects: [projects],
    itsm_tickets: [tickets],
    itsm_attachments: [tickets],
    itsm_comments: [comments]
  },
  actions: { createTicket }
})
