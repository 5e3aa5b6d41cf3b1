import { HttpApiGroup, OpenApi } from "@effect/platform"
import { RecordKind, Records } from "@tributary/core"
import * as ListParameters from "../parts/ListParameters.js"
import * as RecordEndpoints from "../parts/RecordEndpoints.js"

/** The list and get-by-id endpoints of scan configurations. */
export const scanConfigurations = RecordEndpoints.make(RecordKind.ScanConfiguration, {
  list: "listScanConfigurations",
  get: "getScanConfiguration",
  id: "scan_config_id",
  plural: "scan configurations",
  singular: "a scan configuration",
  item: Records.ScanConfiguration,
  filters: { isDeleted: ListParameters.isRemoved }
})

/** The list and get-by-id endpoints of vulnerabilities. */
export const vulnerabilities = RecordEndpoints.make(RecordKind.Vulnerability, {
  list: "listVulnerabilities",
  get: "getVulnerability",
  id: "vulnerability_id",
  plural: "vulnerabilities",
  singular: "a vulnerability",
  item: Records.Vulnerability,
  filters: {
    severities: ListParameters.values("Only vulnerabilities with one of these severities.", Records.Severity.literals),
    states: ListParameters.values("Only vulnerabilities in one of these states.", Records.VulnerabilityState.literals),
    cves: ListParameters.texts(
      "Only vulnerabilities with one of these CVE ids, such as `CVE-2024-3094`, in either case.",
      100
    ),
    isDeleted: ListParameters.isRemoved
  },
  facets: { severities: "severity", states: "state", cves: "cve" }
})

/** Vulnerability management of one connection. */
export const VmsApi = HttpApiGroup.make("vms")
  .add(scanConfigurations.list)
  .add(scanConfigurations.get)
  .add(vulnerabilities.list)
  .add(vulnerabilities.get)
  .annotateContext(
    OpenApi.annotations({
      title: "Vulnerability management",
      description: "Configured scans, and the vulnerabilities that scanners find."
    })
  )
