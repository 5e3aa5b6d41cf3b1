// The kinds of record for what scanners of vulnerabilities have.
import * as Records from "../../records/index.js"
import { make } from "../defineKind.js"
import { hide, vendorId } from "./deletions.js"

export const ScanConfiguration = make({
  name: "scan_configuration",
  exportType: "vms_scan_configs",
  schema: Records.ScanConfiguration,
  path: "/vms/scan-configurations",
  deletion: hide,
  identity: vendorId
})

export const Vulnerability = make({
  name: "vulnerability",
  exportType: "vulnerabilities",
  schema: Records.Vulnerability,
  path: "/vms/vulnerabilities",
  deletion: hide,
  identity: vendorId,
  references: { "device.id": "device" },
  facets: { severity: "severity", state: "state", cve: { path: "cve", ignoresCase: true } }
})

export const VulnerabilityFinding = make({
  name: "vulnerability_finding",
  exportType: "vulnerability_findings_v2",
  schema: Records.VulnerabilityFinding,
  path: "/vms/vulnerability-findings",
  deletion: hide,
  identity: vendorId,
  references: { device_id: "device", application_id: "application" },
  facets: {
    severity: "severity",
    state: "state",
    type: "type",
    has_fix: "has_fix",
    device: "device_id",
    application: "application_id",
    resource: "resource_id",
    cve: { path: "vulnerabilities.uid", ignoresCase: true }
  },
  instants: ["first_seen", "last_seen", "state_updated_at"]
})
