import type { Records } from "@tributary/core"

/** Rapid7's three severity classes; none of them corresponds to LOW or INFORMATIONAL. */
const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  critical: "CRITICAL",
  severe: "HIGH",
  moderate: "MEDIUM"
}

/** The severity for InsightVM's `severity`, such as `Severe`; UNKNOWN if it is missing or not one of the three classes. */
export const toSeverity = (severity: string | null): Records.Severity =>
  SEVERITIES[severity?.toLowerCase() ?? ""] ?? "UNKNOWN"
