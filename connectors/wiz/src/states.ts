import type { Records } from "@tributary/core"
import type { WizVulnerability } from "./rows/vulnerability.js"

/** The states behind Wiz's statuses: https://docs.wiz.io/dev/vulnerability-finding-query */
export const STATES: Readonly<Record<string, Records.VulnerabilityState>> = {
  OPEN: "OPEN",
  RESOLVED: "FIXED",
  REJECTED: "SUPPRESSED"
}

/** When the vulnerability entered its state; null if Wiz does not say, as for a rejected one. */
export const stateUpdatedAt = ({ firstDetectedAt, resolvedAt, status }: WizVulnerability): string | null => {
  if (status === "RESOLVED") return resolvedAt
  return status === "OPEN" ? firstDetectedAt : null
}
