import { Pagination } from "@tributary/core"

const textAt = (row: unknown, path: string): string => String(Pagination.at(row, path) ?? "")

/** What counts of two changes of one weakness: the later one, and of two at the same time the one that does not say that it is fixed. */
const rankOf = (row: unknown): string => `${textAt(row, "eventTimestamp")} ${textAt(row, "status") === "Fixed" ? 0 : 1}`

/** The last change of each weakness: one whose device moved to another group is listed as fixed in the old group and as new in the other. */
export const lastChanges = (rows: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const last = new Map<unknown, unknown>()
  for (const row of rows) {
    const id = Pagination.at(row, "id") ?? row
    const other = last.get(id)
    if (other === undefined || rankOf(row) >= rankOf(other)) last.set(id, row)
  }
  return [...last.values()]
}
