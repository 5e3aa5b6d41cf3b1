import { VendorError, type VendorHttp } from "@tributary/core"

/** The list of users, which only a Global Administrator may read: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getUsers */
export const USERS = "/api/3/users"

/**
 * Recognizes a 401 of the list of users: the console also answers so if a user lacks the permission. The other lists, and the test of the
 * connection, show whether it refuses the password.
 *
 * https://help.rapid7.com/insightvm/en-us/api/index.html#section/Overview/Responses
 */
export const classify = ({ endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if (status !== 401 || endpoint !== USERS) return null
  const detail = "answered 401, as the console does if the user is no Global Administrator"
  return new VendorError.Unauthorized({ endpoint, status, detail, isOfCredentials: false })
}
