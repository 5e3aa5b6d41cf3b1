import type { Records } from "@tributary/core"
import type { JiraIssue } from "./rows/issue.js"

/**
 * Priorities by the words of Jira's priority schemes, past and present; a site can add names such as `High - Tier 2`.
 */
const PRIORITIES: Readonly<Record<string, Records.TicketPriority>> = {
  highest: "CRITICAL",
  blocker: "CRITICAL",
  critical: "CRITICAL",
  urgent: "CRITICAL",
  high: "HIGH",
  major: "HIGH",
  medium: "MEDIUM",
  normal: "MEDIUM",
  low: "LOW",
  minor: "LOW",
  lowest: "INFORMATIONAL",
  trivial: "INFORMATIONAL"
}

/** The normalized priority of an issue: null when it has none, `UNKNOWN` when its name contains no known word. */
export const toPriority = ({ fields }: JiraIssue): Records.TicketPriority | null => {
  const name = fields.priority?.name ?? null
  if (name === null) return null
  const word = name
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.find((part) => Object.hasOwn(PRIORITIES, part))
  return word === undefined ? "UNKNOWN" : (PRIORITIES[word] ?? "UNKNOWN")
}
