import { Pagination, Tenant } from "@tributary/core"

const rowsOf = (body: unknown): ReadonlyArray<unknown> | null => {
  const rows = Pagination.at(body, "value")
  return Array.isArray(rows) ? rows : null
}

/** The subscriptions that the application may read: https://learn.microsoft.com/en-us/rest/api/resources/subscriptions/list */
const subscriptions: Tenant.TenantRequest = {
  path: "/subscriptions",
  query: { "api-version": "2022-12-01" },
  names: (body) => rowsOf(body)?.flatMap((row) => subscriptionOf(row) ?? []) ?? null,
  next: (body) => {
    const link = Pagination.at(body, "nextLink")
    return typeof link === "string" && link !== ""
      ? Object.fromEntries(new URL(link, "https://next").searchParams)
      : null
  }
}

/** The subscription of a row by its id; null for what belongs to none, such as a built-in definition. */
const subscriptionOf = (row: unknown): string | null => {
  const named = Pagination.at(row, "subscriptionId")
  if (typeof named === "string") return named.toLowerCase()
  const id = Pagination.at(row, "id")
  const [, first, second] = typeof id === "string" ? id.toLowerCase().split("/") : []
  return first === "subscriptions" ? (second ?? null) : null
}

/** The directory, and the subscriptions whose resources its rows are about. */
export const tenantOf = (tenantId: string): Tenant.Tenant => {
  const entered = tenantId.toLowerCase()
  return {
    // https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
    id: Tenant.directory(entered, `https://login.microsoftonline.com/${entered}/v2.0/.well-known/openid-configuration`),
    ofRow: subscriptionOf,
    covers: [subscriptions]
  }
}
