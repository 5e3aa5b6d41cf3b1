import type { Records } from "@tributary/core"
import type { DefenderAssessment } from "./rows/assessment.js"
import type { AzureLocation, DefenderControl, DefenderMetadata, DefenderTimes } from "./rows/assessment_details.js"

/** The answers to the lookups of an assessment; null if they could not be read. */
export interface DefenderAnswers {
  /** The definition of the assessment. */
  readonly metadata: ReadonlyArray<DefenderMetadata> | null
  /** The controls to which the assessment belongs. */
  readonly controls: ReadonlyArray<DefenderControl> | null
  /** The location of the assessed resource. */
  readonly locations: ReadonlyArray<AzureLocation> | null
  /** The times of the status, if the assessment itself lacks one. */
  readonly times: ReadonlyArray<DefenderTimes> | null
}

const results: Readonly<Record<string, Records.ComplianceResult>> = {
  unhealthy: "FAIL",
  healthy: "PASS",
  notapplicable: "NOT_APPLICABLE"
}

/** The code of the status of an assessment. */
export const codeOf = ({ properties }: DefenderAssessment): string => properties.status?.code ?? "UNKNOWN"

/** The name that follows a collection in the ID of a resource; undefined if it has none. */
const nameIn = (collection: string, id: string): string | undefined => {
  const segments = id.split("/")
  const index = segments.findIndex((segment) => segment.toLowerCase() === collection)
  return index < 0 ? undefined : segments[index + 1]
}

/** Matches a standard's name that ends in a version, such as `PCI-DSS-3.2.1`; a number without a dot belongs to the name, as in `ISO-27001`. */
const VERSION = /^(.+)-v?(\d+(?:\.\d+)+)$/i

/** What an assessment of no standard counts towards: otherwise no filter by result or control would find it. */
const OWN_CHECKS = "Microsoft Defender for Cloud"

/** The controls to which an assessment belongs, each with the result; null if they could not be read. */
export const compliancesOf = (
  assessment: DefenderAssessment,
  title: string,
  { controls }: DefenderAnswers
): ReadonlyArray<Records.FindingCompliance> | null => {
  if (controls === null) return null
  const result = results[codeOf(assessment).toLowerCase()] ?? "NOT_APPLICABLE"
  // The table has no order of its own, and the same controls in another order are no change.
  const sorted = [...controls].sort((one, other) => (one.id < other.id ? -1 : 1))
  const found = sorted.flatMap(({ id, controlName }) => {
    const name = nameIn("regulatorycompliancestandards", id)
    const control = nameIn("regulatorycompliancecontrols", id)
    if (name === undefined || control === undefined) return []
    const [, standard = name, version = null] = VERSION.exec(name) ?? []
    return [{ standard, standard_version: version, control, control_name: controlName, result }]
  })
  const own = { standard: OWN_CHECKS, standard_version: null, control: assessment.name, control_name: title, result }
  return found.length === 0 ? [own] : found
}
