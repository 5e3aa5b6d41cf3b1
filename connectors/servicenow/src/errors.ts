import { Pagination, VendorError, type VendorHttp } from "@tributary/core"

const isFailure = (body: unknown): boolean =>
  Pagination.at(body, "status") === "failure" && Pagination.at(body, "error") !== undefined

/**
 * Classifies a list that exceeded the instance's time limit as a failure; returns null for all other answers.
 *
 * ServiceNow answers such a list with 200, the rows that were ready, and an error next to them.
 *
 * https://github.com/ansible-collections/servicenow.itsm/issues/76
 */
export const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer): VendorError.VendorError | null =>
  status >= 200 && status < 300 && isFailure(body)
    ? new VendorError.ServerError({
        endpoint,
        status,
        detail: `answered ${status} with only some of the rows and an error`
      })
    : null
