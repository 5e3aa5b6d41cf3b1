import type { InsightVmVulnerability } from "./rows/definition.js"

/** The CVSS version 3 score if Rapid7 has one, otherwise version 2, whose vectors contain no version. */
export const scoreOf = (definition: InsightVmVulnerability | null) => {
  const { v2 = null, v3 = null } = definition?.cvss ?? {}
  const score = v3 ?? v2
  if (score === null) return { version: null, score: null, vector: null }
  return { version: score === v2 ? "2.0" : (v3?.vector?.match(/^CVSS:([\d.]+)\//)?.[1] ?? "3.0"), ...score }
}

/** Whether known malware kits use the vulnerability; a published exploit alone does not mean that anyone uses it. */
export const isExploited = (definition: InsightVmVulnerability | null): boolean | null => {
  const kits = definition?.malwareKits ?? null
  return kits === null ? null : kits > 0
}

/** How the vulnerability counts in an assessment by PCI DSS. */
export const pciOf = (definition: InsightVmVulnerability | null): object | null => {
  if (!definition?.pci) return null
  const { status, fail, adjustedCVSSScore, specialNotes } = definition.pci
  return { status, fail, adjusted_cvss_score: adjustedCVSSScore, special_notes: specialNotes }
}
