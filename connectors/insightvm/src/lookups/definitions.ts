import { Lookup, Pagination } from "@tributary/core"
import { InsightVmSolution, InsightVmVulnerability } from "../rows/definition.js"
import type { InsightVmFinding } from "../rows/finding.js"

/** The definition of the vulnerability of a finding; shared, because many assets have the same one. */
export const definitions = Lookup.shared<InsightVmFinding>()({
  endpoint: "/api/3/vulnerabilities/{id}",
  row: InsightVmVulnerability,
  pagination: Pagination.one(),
  permissions: ["View Site Asset Data"],
  // A console that updated its content may no longer have a definition to which an asset still refers.
  fields: [
    "name",
    "description",
    "severity",
    "vendor_severity",
    "cve",
    "cvss_version",
    "cvss_base_score",
    "cvss_vector",
    "is_exploited",
    "category",
    "vendor_data.severity_score",
    "vendor_data.risk_score",
    "vendor_data.exploits",
    "vendor_data.malware_kits",
    "vendor_data.denial_of_service",
    "vendor_data.cvss_v2_score",
    "vendor_data.cvss_v2_vector",
    "vendor_data.pci",
    "vendor_data.published",
    "vendor_data.added",
    "vendor_data.modified"
  ]
})

/** The ids of the solutions; the text of each would take one more request, and a vulnerability has one for each platform. */
export const solutions = Lookup.shared<InsightVmFinding>()({
  endpoint: "/api/3/vulnerabilities/{id}/solutions",
  row: InsightVmSolution,
  pagination: Pagination.none({ items: "resources" }),
  permissions: ["View Site Asset Data"],
  isOptional: true,
  fields: ["is_patchable", "solution"]
})
