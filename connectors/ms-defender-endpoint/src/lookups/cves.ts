import { Lookup } from "@tributary/core"
import { listPages } from "../pages.js"
import { DefenderCve, type DefenderVulnerability } from "../rows/vulnerability.js"

/** What Defender knows about all CVEs, also those that no device has: it has no filter for those that it found. */
export const cves = Lookup.joined<DefenderVulnerability>()({
  endpoint: "/api/vulnerabilities",
  row: DefenderCve,
  pagination: listPages(8_000),
  permissions: ["Vulnerability.Read.All"],
  fields: ["description", "cvss_version", "cvss_vector", "cvss_temporal_vector", "epss_score"],
  isOptional: true,
  mayBeMissing: true,
  when: ({ cveId }) => Boolean(cveId),
  key: ({ id }) => id,
  matches: ({ cveId }) => cveId ?? ""
})
