import { VendorError, type VendorHttp } from "@tributary/core"

const isFailure = (text: string): boolean => {
  if (!text.includes('"failure"')) return false
  try {
    const body = JSON.parse(text) as { readonly status?: unknown; readonly error?: unknown } | null
    return body?.status === "failure" && body.error !== undefined
  } catch {
    return false
  }
}

/**
 * Classifies a list that exceeded the instance's time limit as a failure; returns null for all other answers.
 *
 * ServiceNow answers such a list with 200, the rows that were ready, and an error next to them.
 *
 * https://github.com/ansible-collections/servicenow.itsm/issues/76
 */
export const classify = ({ endpoint, status, text }: VendorHttp.RawAnswer): VendorError.VendorError | null =>
  status >= 200 && status < 300 && isFailure(text)
    ? new VendorError.ServerError({
        endpoint,
        status,
        detail: `answered ${status} with only some of the rows and an error`
      })
    : null
