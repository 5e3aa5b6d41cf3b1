import { Pagination, VendorError, type VendorHttp } from "@tributary/core"

const fieldsOf = (body: unknown): ReadonlyArray<string> => {
  const details = Pagination.at(body, "details")
  if (details === null || typeof details !== "object") return []
  return Object.keys(details).filter((name) => /^\w+$/.test(name))
}

/**
 * Classifies the answers whose status alone is misleading; returns null for all others.
 *
 * Zendesk answers 409 while another request changes the same rows, or has the same idempotency key, so that it may yet succeed. When Zendesk
 * refuses a ticket, the error names the invalid fields but leaves out Zendesk's messages, because they can quote the values.
 *
 * https://developer.zendesk.com/api-reference/introduction/requests/#400-range
 */
export const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status === 409) {
    const detail = "answered 409: it still works on another request"
    return new VendorError.ServerError({ endpoint, status, detail })
  }
  const fields = status === 422 ? fieldsOf(body) : []
  if (fields.length === 0) return null
  return new VendorError.ClientError({ endpoint, status, detail: `answered 422: invalid fields: ${fields.join(", ")}` })
}
