import { Pagination } from "@tributary/core"

/**
 * Pages of a list; without a limit, Okta decides how long they are.
 *
 * Okta sends a Link header with every page, which names at least the page itself: https://developer.okta.com/docs/api/#link-header
 */
export const oktaPages = (limit?: number): Pagination.Pagination =>
  Pagination.linkHeader({ isOnEveryPage: true, ...(limit === undefined ? {} : { limit }) })

const logLinks = Pagination.linkHeader({ limit: 1_000, isOnEveryPage: true })

/** Pages of the System Log. Each links to the next one, which is empty where the log ends for now: https://developer.okta.com/docs/reference/api/system-log/#transferring-data-to-a-separate-system */
export const logPages: Pagination.Pagination = {
  ...logLinks,
  endsOnEmptyPage: true,
  next: (answer) => (answer.rows.length === 0 ? null : logLinks.next(answer))
}
