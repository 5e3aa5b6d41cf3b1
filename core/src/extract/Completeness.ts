import type { VendorResponse } from "../http/Request.js"

/* Successful answers that say of themselves that they lack something. The rows that they have are read, but the scan is incomplete. */

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

/** Whether errors say only that something does not exist, such as a row that was deleted after it was listed. */
const isNotFound = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((each) => {
    const { code, status } = (each ?? {}) as { readonly code?: unknown; readonly status?: unknown }
    return String(code ?? status) === "404"
  })

/** Whether the answer reports that a part of it failed, beside the rows that it has. */
const reportsFailure = ({ body, reports }: VendorResponse, rows: ReadonlyArray<unknown>): boolean => {
  // If the answer is the row itself, a code in it is a field of the row.
  if (rows.includes(body)) return false
  if (reports !== undefined) return true
  if (body === null || typeof body !== "object" || Array.isArray(body)) return false
  const fields = body as Readonly<Record<string, unknown>>
  if (SUCCESSES.some((name) => fields[name] === false) || FAILURES.has(fields["status"])) return true
  return SIGNS.some((name) => fields[name] !== rows && !isEmpty(fields[name]) && !isNotFound(fields[name]))
}

/** Why the answer lacks rows although it has some, by its own words; null if it does not say so. */
export const failureOf = (response: VendorResponse, rows: ReadonlyArray<unknown>): string | null =>
  reportsFailure(response, rows) ? "it reported an error beside its rows" : null

/** Why the answer may not be all of its list from there on, by its status; null if it may be. */
export const partOf = ({ status }: VendorResponse, which = "its last page"): string | null =>
  PARTIAL.includes(status) ? `${which} was answered ${status}` : null

/** Why the only answer of a list lacks rows; null if it does not say so. */
export const lackOf = (response: VendorResponse, rows: ReadonlyArray<unknown>): string | null =>
  failureOf(response, rows) ?? partOf(response)
