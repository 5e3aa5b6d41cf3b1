import type { Records } from "@tributary/core"

/** Rapid7's three classes of severity; it has neither low nor informational ones. */
const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  critical: "CRITICAL",
  severe: "HIGH",
  moderate: "MEDIUM"
}

/** InsightVM's `severity`, such as `Severe`. */
export const toSeverity = (severity: string | null): Records.Severity =>
  SEVERITIES[severity?.toLowerCase() ?? ""] ?? "UNKNOWN"
