import { VendorError, type VendorHttp } from "@tributary/core"

const UNREGISTERED = "the subscription is not registered with Defender for Cloud"

const CODE = /"code"\s*:\s*"(Subscription ?Not ?Registered|MissingSubscriptionRegistration)"/i

/**
 * Recognizes the 401 that Azure returns for a subscription without the resource provider Microsoft.Security, because the status
 * alone would mean a rejected token.
 *
 * https://learn.microsoft.com/en-us/azure/azure-resource-manager/troubleshooting/error-register-resource-provider
 */
export const classify = ({ endpoint, status, text }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status < 400 || status >= 500 || !CODE.test(text)) return null
  return new VendorError.ClientError({ endpoint, status, detail: UNREGISTERED })
}

/** Whether an error means that the subscription is not registered; Defender then has no assessments of it. */
export const isUnregistered = (error: VendorError.VendorError): boolean =>
  error._tag === "ClientError" && error.detail === UNREGISTERED
