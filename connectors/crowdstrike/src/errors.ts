import { Pagination, VendorError, type VendorHttp } from "@tributary/core"

interface CrowdStrikeError {
  readonly code?: unknown
  readonly message?: unknown
}

/** The code of an error as an HTTP status; codes outside 400 to 599 do not say what failed, so they become 500. */
const asStatus = (code: unknown): number => (typeof code === "number" && code >= 400 && code < 600 ? code : 500)

/** Spotlight's message when a page is requested more than two minutes after Spotlight returned its token. */
const EXPIRED = /context expired/i

/**
 * User management's message, with status 400, about a user who no longer exists; CrowdStrike's own provider for Terraform relies on it, too.
 *
 * https://github.com/CrowdStrike/terraform-provider-crowdstrike/blob/main/internal/user/user_role_assignment.go
 */
const UNKNOWN_USER = /invalid user uuid/i

/** Where these messages are looked for: in so many errors, and at the start of each. Both can be as many and as long as the answer allows. */
const MAX_ERRORS = 100
const MAX_MESSAGE = 1_000

const says = (errors: ReadonlyArray<CrowdStrikeError | null>, message: RegExp): boolean =>
  errors
    .slice(0, MAX_ERRORS)
    .some((error) => typeof error?.message === "string" && message.test(error.message.slice(0, MAX_MESSAGE)))

const listAt = (body: unknown, path: "errors" | "resources"): ReadonlyArray<CrowdStrikeError | null> => {
  const list: unknown = Pagination.at(body, path)
  return Array.isArray(list) ? list : []
}

/** As if the answer had status 404, so that the user's roles are missing and nothing fails. */
const missingUser = (endpoint: string) =>
  VendorError.fromStatus({ endpoint, status: 404, detail: "answered 400, because the user no longer exists" }, null)

/**
 * Classifies the errors that CrowdStrike puts into answers with status 200, so that a partial list never passes as a complete one.
 *
 * Error 404 next to rows is not a failure: it names single IDs that were deleted after they were listed.
 *
 * https://developer.crowdstrike.com/api-reference/
 */
export const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status >= 300 && status !== 400 && status !== 404) return null
  const errors = listAt(body, "errors")
  if (errors.length === 0) return null
  if (status === 400) return says(errors, UNKNOWN_USER) ? missingUser(endpoint) : null
  if (says(errors, EXPIRED))
    return new VendorError.CheckpointExpired({ endpoint, status, detail: "the search expired" })
  if (status === 404) return null
  const other = errors.map((error) => asStatus(error?.code)).find((code) => code !== 404)
  if (other === undefined && listAt(body, "resources").length > 0) return null
  const failing = other ?? 404
  return VendorError.fromStatus({ endpoint, status: failing, detail: `answered ${status} with error ${failing}` }, null)
}
