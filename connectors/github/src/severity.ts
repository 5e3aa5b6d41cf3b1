import type { Records } from "@tributary/core"

/** The security severities, then those of rules without one: https://docs.github.com/en/code-security/code-scanning/managing-code-scanning-alerts/about-code-scanning-alerts#about-alert-severity-and-security-severity-levels */
const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  critical: "CRITICAL",
  high: "HIGH",
  medium: "MEDIUM",
  low: "LOW",
  error: "HIGH",
  warning: "MEDIUM",
  note: "LOW",
  none: "INFORMATIONAL"
}

/** The severity for one of GitHub's; UNKNOWN if it is missing or none of them. */
export const toSeverity = (severity: string | null): Records.Severity => SEVERITIES[severity ?? ""] ?? "UNKNOWN"
