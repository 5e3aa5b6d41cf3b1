import { VendorError, type VendorHttp } from "@tributary/core"

const UNREGISTERED = "the subscription is not registered with Defender for Cloud"

const CODE = /"code"\s*:\s*"(Subscription ?Not ?Registered|MissingSubscriptionRegistration)"/i

/**
 * Where Azure's status says less than the error's name: a subscription without the resource provider Microsoft.Security is
 * answered with a 401, as if the token were refused.
 *
 * https://learn.microsoft.com/en-us/azure/azure-resource-manager/troubleshooting/error-register-resource-provider
 */
export const classify = ({ endpoint, status, text }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status < 400 || status >= 500 || !CODE.test(text)) return null
  return new VendorError.ClientError({ endpoint, status, detail: UNREGISTERED })
}

/** Nothing was ever assessed in such a subscription: its list of assessments is empty. */
export const isUnregistered = (error: VendorError.VendorError): boolean =>
  error._tag === "ClientError" && error.detail === UNREGISTERED
