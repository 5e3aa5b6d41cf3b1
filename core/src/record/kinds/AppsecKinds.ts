// The kinds of record for what tools for application security have.
import * as Records from "../../records/index.js"
import { make } from "../defineKind.js"
import { hide, vendorId } from "./deletions.js"

export const AppsecIssue = make({
  name: "appsec_issue",
  exportType: "issues",
  schema: Records.AppsecIssue,
  path: "/appsec/issues",
  deletion: hide,
  identity: vendorId,
  references: { application_id: "application" },
  facets: {
    type: "type",
    severity: "severity",
    state: "state",
    cve: { path: "cve", ignoresCase: true },
    is_patchable: "is_patchable",
    application: "application_id",
    resource: "resource_id"
  }
})

export const SastIssue = make({
  name: "sast_issue",
  exportType: "sast_issues",
  schema: Records.SastIssue,
  path: "/appsec/sast-issues",
  deletion: hide,
  identity: vendorId,
  references: { application_id: "application" },
  facets: {
    severity: "severity",
    confidence: "confidence",
    state: "state",
    application: "application_id"
  }
})

export const ScaIssue = make({
  name: "sca_issue",
  exportType: "sca_issues",
  schema: Records.ScaIssue,
  path: "/appsec/sca-issues",
  deletion: hide,
  identity: vendorId,
  references: { application_id: "application" },
  facets: {
    severity: "severity",
    state: "state",
    cve: { path: "cve", ignoresCase: true },
    is_patchable: "is_patchable",
    is_direct: "is_direct",
    application: "application_id"
  }
})

export const AppsecFinding = make({
  name: "appsec_finding",
  exportType: "findings",
  schema: Records.AppsecFinding,
  path: "/appsec/findings",
  deletion: hide,
  identity: vendorId,
  references: { application_id: "application" },
  facets: {
    type: "type",
    severity: "severity",
    state: "state",
    validity: "validity",
    application: "application_id"
  }
})
