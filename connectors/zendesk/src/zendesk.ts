import { Connector, Pagination, Tenant } from "@tributary/core"
import { Encoding, Redacted } from "effect"
import { createTicket } from "./actions/createTicket.js"
import { setupSteps, ZendeskCredentials } from "./credentials.js"
import { classify } from "./errors.js"
import { attachments } from "./exports/itsm_attachments.js"
import { comments } from "./exports/itsm_comments.js"
import { groups } from "./exports/itsm_groups.js"
import { tickets } from "./exports/itsm_tickets.js"
import { users } from "./exports/itsm_users.js"
import { accountOf } from "./links.js"
import { zendeskRate } from "./rate.js"
import { core, version } from "./version.generated.js"

const subdomainOf = (brand: unknown): ReadonlyArray<string> => {
  const subdomain = Pagination.at(brand, "subdomain")
  return typeof subdomain === "string" ? [`${subdomain}.zendesk.com`] : []
}

/** Says at which addresses the account is reached: each brand has a subdomain. https://developer.zendesk.com/api-reference/ticketing/account-configuration/brands/#list-brands */
const brands = {
  path: "/api/v2/brands",
  query: { "page[size]": 100 },
  names: (body: unknown) => {
    const all = Pagination.rowsAt("brands")(body)
    return all === undefined ? null : all.flatMap(subdomainOf)
  },
  next: (body: unknown) => {
    const after = Pagination.at(body, "meta.has_more") === true ? Pagination.at(body, "meta.after_cursor") : null
    return typeof after === "string" ? { "page[size]": 100, "page[after]": after } : null
  }
} satisfies Tenant.TenantRequest

/** The account, whose rows link to themselves at the subdomain of the account or of one of its brands. */
export const tenantOf = (baseUrl: string): Tenant.Tenant => ({
  id: Tenant.addressOf(baseUrl),
  ofRow: accountOf,
  covers: [new URL(baseUrl).host, brands]
})

/** The Zendesk Support connector: https://developer.zendesk.com/api-reference/ticketing/introduction/ */
export const zendesk = Connector.make({
  vendor: "ZENDESK",
  name: "Zendesk",
  version,
  core,
  description: "Customer service and ticketing: users, groups, tickets, comments and attachments; creates tickets.",
  category: "ITSM",
  authType: "API_KEY",
  docsUrl: "https://developer.zendesk.com/api-reference/ticketing/introduction/",
  credentials: ZendeskCredentials,
  setupSteps,
  http: ({ base_url, email, api_token }) => ({
    baseUrl: base_url,
    tenant: tenantOf(base_url),
    headers: {
      // https://developer.zendesk.com/api-reference/introduction/security-and-auth/#api-token
      authorization: Redacted.make(`Basic ${Encoding.encodeBase64(`${email}/token:${Redacted.value(api_token)}`)}`)
    },
    classify,
    rate: zendeskRate,
    // The account has a limit, and the exports have their own: https://developer.zendesk.com/api-reference/introduction/rate-limits/
    rateLimitedBy: "tenant",
    rateLimitCovers: "endpoint"
  }),
  // `/api/v2/users/me` also answers anonymous callers: https://developer.zendesk.com/api-reference/ticketing/users/users/#show-self
  check: "/api/v2/groups/count",
  exports: {
    itsm_users: [users],
    itsm_groups: [groups],
    itsm_tickets: [tickets],
    itsm_comments: [comments],
    itsm_attachments: [attachments]
  },
  actions: { createTicket }
})
