import type { Records } from "@tributary/core"
import type { JiraIssue } from "./rows/issue.js"

/** What issues of a category count as. */
interface Status {
  readonly usual: Records.TicketStatus
  readonly byName: readonly [RegExp, Records.TicketStatus]
}

/** Statuses by Jira's three categories, one of which every workflow status belongs to; some names are more precise. */
export const STATUSES: Readonly<Record<string, Status>> = {
  new: { usual: "TODO", byName: [/^(open|re-?opened|new)$/i, "OPEN"] },
  indeterminate: { usual: "IN_PROGRESS", byName: [/review|approval/i, "IN_REVIEW"] },
  done: { usual: "RESOLVED", byName: [/^(closed?|cancel|declined|rejected|abandoned|duplicate|won.?t)/i, "CLOSED"] }
}

/** The category of the status of an issue, in lower case; empty if Jira names none. */
export const categoryOf = ({ fields }: JiraIssue): string => fields.status?.statusCategory?.key?.toLowerCase() ?? ""

/** The normalized status of an issue; `OTHER` when its category is unknown. */
export const toStatus = (issue: JiraIssue): Records.TicketStatus => {
  const known = STATUSES[categoryOf(issue)]
  if (known === undefined) return "OTHER"
  const [name, refined] = known.byName
  return name.test(issue.fields.status?.name ?? "") ? refined : known.usual
}

/** Whether the work on an issue is over. */
export const isDone = (issue: JiraIssue): boolean => categoryOf(issue) === "done"
