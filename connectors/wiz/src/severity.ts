import type { Records } from "@tributary/core"

const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  CRITICAL: "CRITICAL",
  HIGH: "HIGH",
  MEDIUM: "MEDIUM",
  LOW: "LOW",
  NONE: "INFORMATIONAL",
  INFORMATIONAL: "INFORMATIONAL"
}

/** The severity for one of Wiz's; UNKNOWN if it is missing or none of them. */
export const toSeverity = (severity: string | null): Records.Severity => SEVERITIES[severity ?? ""] ?? "UNKNOWN"
