import type { VendorResponse } from "../http/Request.js"

/*
 * Successful answers that say of themselves that they lack something. The rows that they have are read, but no absence
 * from them proves anything.
 */

/** Statuses of an answer that is not the whole: accepted, and partial content. */
const PARTIAL = [202, 206]

/** Fields of a body that has rows although something failed, in the words of GraphQL, GitHub and Elasticsearch, among others. */
const SIGNS = ["error", "errors", "incomplete_results", "timed_out"]

/** Fields of a body that are false if the request did not succeed. */
const SUCCESSES = ["ok", "success"]

/** Statuses in a body that has rows although the request did not succeed. */
const FAILURES: ReadonlySet<unknown> = new Set(["error", "fail", "failed", "failure"])

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0)

/** Whether the last page of a list may not be its end, because its status says so. */
export const isPartial = (status: number): boolean => PARTIAL.includes(status)

/** Whether the answer reports that a part of it failed, beside the rows that it has. */
export const reportsFailure = ({ body }: VendorResponse, rows: ReadonlyArray<unknown>): boolean => {
  if (body === null || typeof body !== "object" || Array.isArray(body) || rows.includes(body)) return false
  const fields = body as Readonly<Record<string, unknown>>
  if (SUCCESSES.some((name) => fields[name] === false) || FAILURES.has(fields["status"])) return true
  return SIGNS.some((name) => fields[name] !== rows && !isEmpty(fields[name]))
}
