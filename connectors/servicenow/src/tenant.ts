import { Pagination, Tenant } from "@tributary/core"

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
