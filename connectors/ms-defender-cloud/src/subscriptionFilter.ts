import { Pagination } from "@tributary/core"
import type { MsDefenderCloudCredentials } from "./credentials.js"

type Choice = Pick<MsDefenderCloudCredentials, "subscription_ids">

/** A filter for rows that belong to no subscription or to a chosen one; it ignores case, as Azure does. */
export const subscriptionFilter = ({ subscription_ids }: Choice) => {
  if (subscription_ids === null) return () => true
  const chosen = new Set(subscription_ids.split(",").map((id) => id.trim().toLowerCase()))
  return (_endpoint: string, row: unknown): boolean => {
    const id = Pagination.at(row, "subscriptionId")
    return typeof id !== "string" || chosen.has(id.toLowerCase())
  }
}
