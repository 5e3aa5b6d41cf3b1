import { VendorError, type VendorHttp } from "@tributary/core"

const REFUSED = /AUTHENTICATED_FAILED|AUTHENTICATION_DENIED/

const fieldsOf = (text: string): ReadonlyArray<string> => {
  try {
    const { errors } = JSON.parse(text) as { readonly errors?: unknown }
    if (errors === null || typeof errors !== "object") return []
    return Object.keys(errors).filter((name) => /^\w+$/.test(name))
  } catch {
    return []
  }
}

/**
 * What the shared status table would misread.
 *
 * Jira takes a caller whose token has expired for an anonymous one, and answers 200 with an empty list, or 404: the
 * header alone tells. A refused ticket names the fields that are wrong, and only their names are kept.
 *
 * https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/
 */
export const jiraErrors = (answer: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  const { endpoint, headers, status, text } = answer
  if (status < 500 && status !== 429 && REFUSED.test(headers["x-seraph-loginreason"] ?? "")) {
    return new VendorError.Unauthorized({ endpoint, status, detail: `answered ${status}, as to an unknown caller` })
  }
  const fields = status === 400 ? fieldsOf(text) : []
  if (fields.length === 0) return null
  return new VendorError.ClientError({ endpoint, status, detail: `answered 400: look at ${fields.join(", ")}` })
}
