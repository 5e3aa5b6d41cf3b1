import { Pagination, Tenant } from "@tributary/core"

const linksOf = (body: unknown): ReadonlyArray<unknown> => {
  const links = Pagination.at(body, "links")
  return Array.isArray(links) ? links : []
}

const hostsOf = (body: unknown): ReadonlyArray<string> =>
  linksOf(body).flatMap((link) => Tenant.hostOf(Pagination.at(link, "href")) ?? [])

/** The root of the API, whose links show what the console calls itself: https://help.rapid7.com/insightvm/en-us/api/index.html#tag/Root */
const root = {
  path: "/api/3",
  names: (body: unknown) => {
    const hosts = hostsOf(body)
    return hosts.length === 0 ? null : hosts
  }
} satisfies Tenant.TenantRequest

/** The console, which serves one customer. Its rows link to themselves with the console's own name, which can differ from its address. */
export const tenantOf = (baseUrl: string): Tenant.Tenant => ({
  id: Tenant.addressOf(baseUrl),
  ofRow: (row) => {
    const self = linksOf(row).find((link) => Pagination.at(link, "rel") === "self")
    return Tenant.hostOf(Pagination.at(self, "href"))
  },
  covers: [new URL(baseUrl).host, root]
})
