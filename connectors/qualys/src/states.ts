import type { Records } from "@tributary/core"
import { type QualysDefinition, textOf } from "./rows/definition.js"
import type { QualysDetection } from "./rows/detection.js"

/** Qualys's five levels of severity: https://docs.qualys.com/en/vm/latest/knowledgebase/severity_levels.htm */
const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  "1": "INFORMATIONAL",
  "2": "LOW",
  "3": "MEDIUM",
  "4": "HIGH",
  "5": "CRITICAL"
}

/** The severity of a detection; UNKNOWN if it is none of the five levels. */
export const severityOf = ({ SEVERITY }: Pick<QualysDetection, "SEVERITY">) => ({
  severity: SEVERITIES[SEVERITY ?? ""] ?? "UNKNOWN",
  vendor_severity: SEVERITY
})

const STATES: Readonly<Record<string, Records.VulnerabilityState>> = {
  new: "OPEN",
  active: "OPEN",
  "re-opened": "REOPENED",
  fixed: "FIXED"
}

/** Where a detection stands, and since when; one that a user ignores or disables is SUPPRESSED since an unknown time. */
export const stateOf = (row: Omit<QualysDetection, "host">) => {
  const isSuppressed = row.IS_IGNORED === "1" || row.IS_DISABLED === "1"
  const state = isSuppressed ? "SUPPRESSED" : (STATES[row.STATUS?.toLowerCase() ?? ""] ?? "UNKNOWN")
  const since: Partial<Record<Records.VulnerabilityState, string | null>> = {
    OPEN: row.FIRST_FOUND_DATETIME,
    REOPENED: row.LAST_REOPENED_DATETIME,
    FIXED: row.LAST_FIXED_DATETIME
  }
  return { state, state_updated_at: since[state] ?? null }
}

const numberOf = (value: Parameters<typeof textOf>[0]): number | null => {
  const text = textOf(value)
  return text === null || Number.isNaN(Number(text)) ? null : Number(text)
}

/** The CVSS version 3 scores of a definition, or else those of version 2. */
export const scoresOf = (definition: QualysDefinition | null) => {
  const { CVSS = null, CVSS_V3 = null } = definition ?? {}
  const third = numberOf(CVSS_V3?.BASE)
  const scores = third === null ? CVSS : CVSS_V3
  const base = numberOf(scores?.BASE)
  const version = third === null ? "2.0" : (textOf(scores?.CVSS3_VERSION) ?? "3.0")
  return {
    cvss_version: base === null ? null : version,
    cvss_base_score: base,
    cvss_vector: textOf(scores?.VECTOR_STRING),
    cvss_temporal_score: numberOf(scores?.TEMPORAL)
  }
}

/** What Qualys's threat intelligence calls a vulnerability that is being exploited. */
const EXPLOITED: ReadonlyArray<string | null> = ["Active_Attacks", "Cisa_Known_Exploited_Vulns"]

/** Whether the vulnerability is being exploited; null if Qualys has no threat intelligence about it. */
export const isExploited = (definition: QualysDefinition | null): boolean | null => {
  const threats = definition?.THREAT_INTELLIGENCE?.THREAT_INTEL ?? []
  return threats.length === 0 ? null : threats.map(textOf).some((threat) => EXPLOITED.includes(threat))
}
