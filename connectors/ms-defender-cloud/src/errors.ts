import { VendorError, type VendorHttp } from "@tributary/core"

const UNREGISTERED = "the subscription is not registered with Defender for Cloud"

/** The codes that say so, in lower case and without the spaces that some services write in them. */
const CODES: ReadonlySet<string> = new Set(["subscriptionnotregistered", "missingsubscriptionregistration"])

const hasCode = (text: string): boolean =>
  [...text.matchAll(/"code"\s*:\s*"([\w ]+)"/gi)].some(([, code = ""]) =>
    CODES.has(code.replaceAll(" ", "").toLowerCase())
  )

/**
 * Recognizes the 401 that Azure returns for a subscription without the resource provider Microsoft.Security, because the status
 * alone would mean a rejected token.
 *
 * https://learn.microsoft.com/en-us/azure/azure-resource-manager/troubleshooting/error-register-resource-provider
 */
export const classify = ({ endpoint, status, text }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status < 400 || status >= 500 || !hasCode(text)) return null
  return new VendorError.ClientError({ endpoint, status, detail: UNREGISTERED })
}

/** Whether an error means that the subscription is not registered; Defender then has no assessments of it. */
export const isUnregistered = (error: VendorError.VendorError): boolean =>
  error._tag === "ClientError" && error.detail === UNREGISTERED
