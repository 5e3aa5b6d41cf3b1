import { Pagination } from "@tributary/core"

/**
 * The pages of a list in Azure Resource Manager: rows in `value`, the address of the next page in `nextLink`.
 *
 * https://learn.microsoft.com/en-us/rest/api/azure/
 */
export const armPages = (apiVersion: string): Pagination.Pagination => ({
  ...Pagination.nextLink({ items: "value", from: "nextLink" }),
  query: { "api-version": apiVersion }
})

/** An Azure ID in lower case: Azure ignores case and returns the same ID in several, but a record needs a stable one. */
export const armId = (id: string): string => id.toLowerCase()

/** The ID of a raw row in lower case; null if the row has none. */
export const armIdOf = (row: unknown): string | null => {
  const id = Pagination.at(row, "id")
  return typeof id === "string" ? armId(id) : null
}

/** The resource type in an Azure ID, such as `Microsoft.Compute/virtualMachines`; null if the ID contains none. */
export const typeOf = (id: string): string | null => {
  const parts = id.split("/")
  const provider = parts.findLastIndex((part) => part.toLowerCase() === "providers")
  if (provider < 0) return /^\/subscriptions\/[^/]+$/i.test(id) ? "Microsoft.Resources/subscriptions" : null
  const [namespace, ...names] = parts.slice(provider + 1)
  return [namespace, ...names.filter((_, index) => index % 2 === 0)].join("/")
}

/** The resource name in an Azure ID, which is its last part. */
export const nameOf = (id: string): string => id.split("/").at(-1) ?? id
