import { Pagination } from "@tributary/core"

const textAt = (row: unknown, path: string): string => String(Pagination.at(row, path) ?? "")

/**
 * What orders the changes of one weakness: the time, and of two at the same time the one counts that does not say that it is fixed. One whose device
 * moved to another group is listed as fixed in the old group and as new in the other.
 */
export const changeOrder = (row: unknown): string =>
  `${textAt(row, "eventTimestamp")} ${textAt(row, "status") === "Fixed" ? 0 : 1}`
