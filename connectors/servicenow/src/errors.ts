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
 * What the shared status table would misread: a list that ran into the instance's time limit is answered with 200, the
 * rows that were ready, and an error beside them.
 *
 * https://github.com/ansible-collections/servicenow.itsm/issues/76
 */
export const serviceNowErrors = ({ endpoint, status, text }: VendorHttp.RawAnswer): VendorError.VendorError | null =>
  status >= 200 && status < 300 && isFailure(text)
    ? new VendorError.ServerError({
        endpoint,
        status,
        detail: `answered ${status} with a part of the rows and an error`
      })
    : null
