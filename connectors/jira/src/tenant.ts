import { Pagination, Tenant } from "@tributary/core"

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
