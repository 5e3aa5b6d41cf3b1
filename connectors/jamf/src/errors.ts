import { VendorError, type VendorHttp } from "@tributary/core"

/** Where the older of Jamf's two APIs is: https://developer.jamf.com/jamf-pro/docs/getting-started-2 */
export const CLASSIC = "/JSSResource"

/**
 * Recognizes a 401 of the Classic API, which also answers so if a valid token lacks a privilege.
 *
 * A refused token is renewed first, as after any other 401. Jamf's documentation does not say this, but its users met it:
 * https://github.com/jssimporter/python-jss/issues/21
 */
export const classify = ({ endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status !== 401 || !endpoint.startsWith(`${CLASSIC}/`)) return null
  const detail = "answered 401, as the Classic API does if the API client lacks a privilege"
  return new VendorError.Unauthorized({ endpoint, status, detail, isOfCredentials: false })
}
