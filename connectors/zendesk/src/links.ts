import { Pagination, Tenant } from "@tributary/core"

/** Why an address of Zendesk's own API is left out. */
export const OF_API = "address of Zendesk's own API"

/** The account that a row is of, by the host of the row's address in the API; null for a row without one, such as a comment. */
export const accountOf = (row: unknown): string | null => Tenant.hostOf(Pagination.at(row, "url"))

/** The address at which an agent's browser shows a ticket, from the ticket's address in the API; null if that is unknown. */
export const agentUrl = (url: string | null, id: number): string | null => {
  const origin = /^(https?:\/\/[^/]+)\//.exec(url ?? "")?.[1]
  return origin === undefined ? null : `${origin}/agent/tickets/${id}`
}
