import type { TenableVulnerability } from "./rows/vulnerability.js"

/** A vector as text; null if there is none. */
export const textOf = (vector: string | { readonly raw: string | null } | null): string | null =>
  vector === null || typeof vector === "string" ? vector : vector.raw

/** The CVSS score in version 3, which most have, or else 4, or else 2; Tenable returns 0 without a vector if there is no score. */
export const cvssOf = ({ plugin }: TenableVulnerability) => {
  const third = { base: plugin.cvss3_base_score, vector: textOf(plugin.cvss3_vector) }
  if (third.vector !== null || (third.base ?? 0) > 0) {
    return {
      ...third,
      version: /^CVSS:(3\.\d)/.exec(third.vector ?? "")?.[1] ?? "3.0",
      temporal: plugin.cvss3_temporal_score,
      temporalVector: textOf(plugin.cvss3_temporal_vector)
    }
  }
  const fourth = { base: plugin.cvss4_base_score, vector: textOf(plugin.cvss4_vector) }
  if (fourth.vector !== null || (fourth.base ?? 0) > 0) {
    const threat = plugin.cvss4_threat_vector
    return { ...fourth, version: "4.0", temporal: threat?.threat_score ?? null, temporalVector: threat?.raw ?? null }
  }
  const second = { base: plugin.cvss_base_score, vector: textOf(plugin.cvss_vector) }
  const isScored = second.vector !== null || (second.base ?? 0) > 0
  if (!isScored) return { base: null, vector: null, version: null, temporal: null, temporalVector: null }
  const temporalVector = textOf(plugin.cvss_temporal_vector)
  return { ...second, version: "2.0", temporal: plugin.cvss_temporal_score, temporalVector }
}
