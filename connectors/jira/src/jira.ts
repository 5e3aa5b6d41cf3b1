import { Connector } from "@tributary/core"
import { Encoding, Redacted } from "effect"
import { createTicket } from "./actions/createTicket.js"
import { JiraCredentials } from "./credentials.js"
import { classify } from "./errors.js"
import { comments } from "./exports/itsm_comments.js"
import { groups } from "./exports/itsm_groups.js"
import { projects } from "./exports/itsm_projects.js"
import { tickets } from "./exports/itsm_tickets.js"
import { users } from "./exports/itsm_users.js"
import { tenantOf } from "./tenant.js"
import { core, version } from "./version.generated.js"

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
  http: ({ base_url, email, api_token }) => ({
    baseUrl: base_url,
    tenant: tenantOf(base_url),
    headers: {
      authorization: Redacted.make(`Basic ${Encoding.encodeBase64(`${email}:${Redacted.value(api_token)}`)}`)
    },
    classify,
    // Jira limits each endpoint of a site: https://developer.atlassian.com/cloud/jira/platform/rate-limiting/
    rateLimitedBy: "tenant",
    rateLimitCovers: "endpoint"
  }),
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
