import { Pagination, VendorError, type VendorHttp } from "@tributary/core"

const UNREGISTERED = "the subscription is not registered with Defender for Cloud"

/** The codes that say so, in lower case and without the spaces that some services write in them. */
const CODES: ReadonlySet<string> = new Set(["subscriptionnotregistered", "missingsubscriptionregistration"])

/** How many details are looked at: an error has few, but an answer can have as many as it has rows. */
const MAX_DETAILS = 100

/** Some services have the error itself as their answer, and some a more exact one among its details. */
const hasCode = (body: unknown): boolean => {
  const error = Pagination.at(body, "error") ?? body
  const details = Pagination.at(error, "details")
  return [error, ...(Array.isArray(details) ? details.slice(0, MAX_DETAILS) : [])]
    .map((each) => Pagination.at(each, "code"))
    .some((code) => typeof code === "string" && CODES.has(code.replaceAll(" ", "").toLowerCase()))
}

/**
 * Recognizes the 401 that Azure returns for a subscription without the resource provider Microsoft.Security, because the status
 * alone would mean a rejected token.
 *
 * https://learn.microsoft.com/en-us/azure/azure-resource-manager/troubleshooting/error-register-resource-provider
 */
export const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status < 400 || status >= 500 || !hasCode(body)) return null
  return new VendorError.ClientError({ endpoint, status, detail: UNREGISTERED })
}

/** Whether an error means that the subscription is not registered; Defender then has no assessments of it. */
export const isUnregistered = (error: VendorError.VendorError): boolean =>
  error._tag === "ClientError" && error.detail === UNREGISTERED
