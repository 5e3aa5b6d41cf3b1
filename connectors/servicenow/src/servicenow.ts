import { Connector, Extractor, Pagination, Tenant } from "@tributary/core"
import { Encoding, Redacted } from "effect"
import { createTicket } from "./actions/createTicket.js"
import { ServiceNowCredentials, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { attachments } from "./exports/itsm_attachments.js"
import { comments } from "./exports/itsm_comments.js"
import { groups } from "./exports/itsm_groups.js"
import { changes } from "./exports/itsm_tickets.changes.js"
import { incidents } from "./exports/itsm_tickets.incidents.js"
import { users } from "./exports/itsm_users.js"
import { core, version } from "./version.generated.js"

/** The domains of instances, of which each has a host of its own. A link can also show a custom domain, which says nothing about the instance. */
const INSTANCE = /\.(service-now\.com|servicenowservices\.com)$/

/** The first link of a row: that of a reference, or that of an attachment. */
const linkOf = (row: unknown): unknown =>
  typeof row === "object" && row !== null
    ? (Pagination.at(row, "download_link") ??
      Object.values(row)
        .map((value) => Pagination.at(value, "link"))
        .find((link) => typeof link === "string"))
    : null

/** The instance, to which the references of its rows lead. */
export const tenantOf = (baseUrl: string): Tenant.Tenant => {
  const { host: own } = new URL(baseUrl)
  return {
    id: Tenant.addressOf(baseUrl),
    ofRow: (row) => {
      const host = Tenant.hostOf(linkOf(row))
      return host !== null && (host === own || INSTANCE.test(host)) ? host : null
    },
    // Behind a custom domain, the name of the instance is not known.
    ...(INSTANCE.test(own) ? { covers: [own] } : {})
  }
}

/** The ServiceNow connector, which reads the Table API: https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html */
export const servicenow = Connector.make({
  vendor: "SERVICENOW",
  name: "ServiceNow",
  version,
  core,
  description:
    "IT service management: users, groups, incidents and change requests with their comments and attachments; creates incidents.",
  category: "ITSM",
  authType: "BASIC",
  docsUrl: "https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html",
  credentials: ServiceNowCredentials,
  setupSteps,
  http: ({ base_url, username, password }) => ({
    baseUrl: base_url,
    tenant: tenantOf(base_url),
    headers: {
      authorization: Redacted.make(`Basic ${Encoding.encodeBase64(`${username}:${Redacted.value(password)}`)}`)
    },
    classify,
    // A developer's instance says so with 200 or with 503: https://developer.servicenow.com/blog.do?p=/post/hibernation-and-developer-instances/
    pages: [
      {
        title: /\bhibernat(?:ing|ion|ed)\b/i,
        fault: "the instance behind it hibernates; wake it up, then try again"
      }
    ],
    // An instance's rules limit a user's requests to a resource.
    // https://www.servicenow.com/docs/r/api-reference/rest-api-explorer/inbound-REST-API-rate-limiting.html
    rateLimitedBy: "token",
    rateLimitCovers: "endpoint"
  }),
  check: "/api/now/table/sys_user?sysparm_limit=1&sysparm_fields=sys_id",
  exports: {
    itsm_users: [users],
    itsm_groups: [groups],
    itsm_tickets: [Extractor.concat(incidents, changes)],
    itsm_comments: [comments],
    itsm_attachments: [attachments]
  },
  actions: { createTicket }
})
