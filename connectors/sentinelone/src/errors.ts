import { Pagination, VendorError, type VendorHttp } from "@tributary/core"
import { RISKS } from "./exports/vulnerabilities.js"

/** How much of a message is searched, which can be as long as the answer allows. */
const MAX_MESSAGE = 1_000

/** What SentinelOne calls a licence; its documentation says of several requests which SKU they need. */
const LICENCE = /licen[cs]e|\bsku\b/i

/** The messages of an answer such as `{ "errors": [{ "code": 4030010, "title": "Insufficient permissions", "detail": null }] }`. */
const messageOf = (body: unknown): string => {
  const errors = Pagination.at(body, "errors")
  if (!Array.isArray(errors)) return ""
  return errors
    .flatMap((error: unknown) => [Pagination.at(error, "title"), Pagination.at(error, "detail")])
    .filter((text) => typeof text === "string")
    .join(" ")
    .slice(0, MAX_MESSAGE)
}

/**
 * Classifies the refusals that mean that the licence does not include what was asked for.
 *
 * A console that has no application risks can answer 404 about them. Another 404 is that of a wrong address.
 *
 * https://usea1-partners.sentinelone.net/api-doc/overview
 */
export const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status !== 403 && status !== 404) return null
  const message = messageOf(body)
  const isOfPlan = LICENCE.test(message) || (status === 404 && endpoint === RISKS && message !== "")
  if (!isOfPlan) return null
  const detail = `answered ${status}: the licence of the console does not include it`
  return new VendorError.Unauthorized({ endpoint, status: 403, detail, isOfPlan })
}
