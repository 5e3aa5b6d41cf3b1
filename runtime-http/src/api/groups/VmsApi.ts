import { HttpApiGroup, OpenApi } from "@effect/platform"
import { RecordKind, Records } from "@tributary/core"
import * as ListParameters from "../parts/ListParameters.js"
import * as Parameter from "../parts/Parameter.js"
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

/** The list and get-by-id endpoints of vulnerability findings. */
export const vulnerabilityFindings = RecordEndpoints.make(RecordKind.VulnerabilityFinding, {
  list: "listVulnerabilityFindings",
  get: "getVulnerabilityFinding",
  id: "finding_id",
  plural: "vulnerability findings",
  singular: "a vulnerability finding",
  item: Records.VulnerabilityFinding,
  filters: {
    severity: ListParameters.values("Only findings with one of these severities.", Records.Severity.literals),
    state: ListParameters.values("Only findings in one of these states.", Records.VulnerabilityState.literals),
    types: ListParameters.values("Only findings of one of these types.", Records.VulnerabilityFindingType.literals),
    hasFix: ListParameters.either(
      "`true` returns only findings for which a fix exists, `false` only those for which none does; both if absent."
    ),
    cves: ListParameters.texts(
      "Only findings with one of these CVE ids, such as `CVE-2024-3094`, in either case.",
      100
    ),
    deviceIds: ListParameters.references("Only findings in one of these devices."),
    applicationIds: ListParameters.references("Only findings in one of these applications."),
    resourceId: ListParameters.texts(
      "Only findings about one of these resources, by their ids in their cloud or in the source tool.",
      2_048
    ),
    firstSeenSince: ListParameters.optional(
      Parameter.instant(
        "Only findings that were first found at or after this instant. Send it again together with `cursor`."
      )
    ),
    lastSeenSince: ListParameters.optional(
      Parameter.instant(
        "Only findings that were last found at or after this instant. Send it again together with `cursor`."
      )
    ),
    stateUpdatedSince: ListParameters.optional(
      Parameter.instant(
        "Only findings that entered their state at or after this instant. Send it again together with `cursor`."
      )
    ),
    isDeleted: ListParameters.isRemoved
  },
  facets: {
    severity: "severity",
    state: "state",
    types: "type",
    hasFix: "has_fix",
    cves: "cve",
    deviceIds: "device",
    applicationIds: "application",
    resourceId: "resource"
  },
  periods: {
    firstSeenSince: { field: "first_seen", bound: "since" },
    lastSeenSince: { field: "last_seen", bound: "since" },
    stateUpdatedSince: { field: "state_updated_at", bound: "since" }
  }
})

/** Vulnerability management of one connection. */
export const VmsApi = HttpApiGroup.make("vms")
  .add(scanConfigurations.list)
  .add(scanConfigurations.get)
  .add(vulnerabilities.list)
  .add(vulnerabilities.get)
  .add(vulnerabilityFindings.list)
  .add(vulnerabilityFindings.get)
  .annotateContext(
    OpenApi.annotations({
      title: "Vulnerability management",
      description: "Configured scans, and the vulnerabilities that scanners find."
    })
  )
