import { Pagination } from "@tributary/core"
import type { MsDefenderCloudCredentials } from "./credentials.js"

type Choice = Pick<MsDefenderCloudCredentials, "subscription_ids">

/** The subscriptions that the customer chose, in lower case and in a fixed order; none if all are to be read. */
export const chosenSubscriptions = ({ subscription_ids }: Choice): ReadonlyArray<string> =>
  subscription_ids === null
    ? []
    : [...new Set(subscription_ids.split(",").map((id) => id.trim().toLowerCase()))].toSorted()

/** A filter for rows that belong to no subscription or to a chosen one; it ignores case, as Azure does. */
export const subscriptionFilter = (choice: Choice) => {
  const chosen = new Set(chosenSubscriptions(choice))
  if (chosen.size === 0) return () => true
  return (_endpoint: string, row: unknown): boolean => {
    const id = Pagination.at(row, "subscriptionId")
    return typeof id !== "string" || chosen.has(id.toLowerCase())
  }
}
