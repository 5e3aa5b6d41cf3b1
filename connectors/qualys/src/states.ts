import type { Records } from "@tributary/core"
import { type Factors, indicatorsOf } from "./factors.js"
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

/** Version 2.0, and every version after it, as Qualys writes them in the factors: `v2` and `v3.x`. */
const versionOf = (factors: Factors): string =>
  (factors["CVSS_version"] ?? "v3.x").replace(/^v/i, "").replace(/^2$/, "2.0")

/** The scores of version 3, or else those of version 2; in each case those of the definition, or else the highest among its CVEs. */
export const scoresOf = (definition: QualysDefinition | null, factors: Factors) => {
  const { CVSS = null, CVSS_V3 = null } = definition ?? {}
  const second = { version: "2.0", base: numberOf(CVSS?.BASE), vector: CVSS?.VECTOR_STRING, temporal: CVSS?.TEMPORAL }
  const third = {
    version: textOf(CVSS_V3?.CVSS3_VERSION) ?? "3.0",
    base: numberOf(CVSS_V3?.BASE),
    vector: CVSS_V3?.VECTOR_STRING,
    temporal: CVSS_V3?.TEMPORAL
  }
  const highest = {
    version: versionOf(factors),
    base: numberOf(factors["CVSS"]),
    vector: factors["CVSS_vector"],
    temporal: null
  }
  const order = highest.version === "2.0" ? [third, second, highest] : [third, highest, second]
  const found = order.find(({ base }) => base !== null)
  return {
    cvss_version: found?.version ?? null,
    cvss_base_score: found?.base ?? null,
    cvss_vector: textOf(found?.vector),
    cvss_temporal_score: numberOf(found?.temporal)
  }
}

/** What Qualys's threat intelligence calls a vulnerability that is being exploited, in lower case. */
const EXPLOITED: ReadonlyArray<string> = ["active_attacks", "cisa_known_exploited_vulns"]

/** Whether the vulnerability is being exploited; null if Qualys has neither threat intelligence about it nor a score. */
export const isExploited = (definition: QualysDefinition | null, factors: Factors): boolean | null => {
  const threats = (definition?.THREAT_INTELLIGENCE?.THREAT_INTEL ?? []).map(textOf)
  if (threats.length === 0 && Object.keys(factors).length === 0) return null
  const words = [...threats, ...indicatorsOf(factors)].map((word) => word?.toLowerCase() ?? "")
  return factors["CISA_vuln"]?.toUpperCase() === "YES" || words.some((word) => EXPLOITED.includes(word))
}

/** How dangerous a vulnerability is, according to its definition and to what the score of its detection was computed from. */
export const dangerOf = (definition: QualysDefinition | null, factors: Factors) => ({
  ...scoresOf(definition, factors),
  epss_score: numberOf(factors["epss"]),
  is_exploited: isExploited(definition, factors)
})
