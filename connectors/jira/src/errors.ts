import { Pagination, VendorError, type VendorHttp } from "@tributary/core"

const REFUSED = /AUTHENTICATED_FAILED|AUTHENTICATION_DENIED/

/** What the API gateway answers with a 401 to a token without the scope of an endpoint; the token itself is good. */
const LACKS_SCOPE = /scope does not match/i

const fieldsOf = (body: unknown): ReadonlyArray<string> => {
  const errors = Pagination.at(body, "errors")
  if (errors === null || typeof errors !== "object") return []
  return Object.keys(errors).filter((name) => /^\w+$/.test(name))
}

/**
 * Classifies the answers whose status alone is misleading; returns null for all others.
 *
 * Jira treats a caller with an expired token as anonymous and answers 200 with an empty list, or 404: only the header
 * `x-seraph-loginreason` shows the refusal. When Jira refuses a ticket, the error names the invalid fields but leaves
 * out Jira's messages, because they can quote the values.
 *
 * https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/
 */
export const classify = (answer: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  const { endpoint, headers, status } = answer
  if (status < 500 && status !== 429 && REFUSED.test(headers["x-seraph-loginreason"] ?? "")) {
    const detail = `answered ${status} as to an anonymous caller: Jira refused the credentials`
    return new VendorError.Unauthorized({ endpoint, status, detail })
  }
  const message = Pagination.at(answer.body, "message")
  if (status === 401 && typeof message === "string" && LACKS_SCOPE.test(message)) {
    const detail = "answered 401: the token lacks the scope of this endpoint"
    return new VendorError.Unauthorized({ endpoint, status, detail, isOfCredentials: false })
  }
  const fields = status === 400 ? fieldsOf(answer.body) : []
  if (fields.length === 0) return null
  return new VendorError.ClientError({ endpoint, status, detail: `answered 400: invalid fields: ${fields.join(", ")}` })
}
