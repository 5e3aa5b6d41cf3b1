import { Pagination, Tenant } from "@tributary/core"

/** Says which organization this is, and at which addresses it is reached: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/OrgSettingMetadata/ */
const ORGANIZATION = "/.well-known/okta-organization"

const all = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [value])

/** The organization's own host and its custom domains. */
const hostsOf = (body: unknown): ReadonlyArray<string> =>
  ["organization", "alternate"]
    .flatMap((name) => all(Pagination.at(body, `_links.${name}`)))
    .flatMap((link) => Tenant.hostOf(Pagination.at(link, "href")) ?? [])

/** Links of a row that lead to the organization; others lead to logos. */
const OWN_LINKS = ["self", "users", "user", "app", "group", "apps"]

/** The organization, whose rows link to themselves at one of its hosts. */
export const tenantOf = (baseUrl: string): Tenant.Tenant => ({
  id: { path: ORGANIZATION, names: "id" },
  ofRow: (row) =>
    OWN_LINKS.map((name) => Tenant.hostOf(Pagination.at(row, `_links.${name}.href`))).find((host) => host !== null),
  covers: [new URL(baseUrl).host, { path: ORGANIZATION, names: hostsOf }]
})
