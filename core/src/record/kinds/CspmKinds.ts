// The kinds of record for what tools for cloud security posture have.
import * as Records from "../../records/index.js"
import { make } from "../defineKind.js"
import { hide, vendorId } from "./deletions.js"

export const ComplianceFinding = make({
  name: "compliance_finding",
  exportType: "compliance_findings",
  schema: Records.ComplianceFindingWithEntities,
  path: "/cspm/compliance_findings",
  deletion: { _tag: "Status", field: "status", within: { list: "compliances", field: "result" } },
  identity: vendorId,
  onRequest: ["rule", "compliances"],
  references: { "rule.id": "finding_rule" },
  facets: {
    standard: "compliances.standard",
    control: "compliances.control",
    result: "compliances.result"
  },
  instants: ["status_changed_at"]
})

export const Compliance = make({
  name: "compliance",
  exportType: "compliances",
  schema: Records.Compliance,
  path: "/cspm/compliances",
  deletion: { _tag: "Status", field: "result" },
  identity: vendorId
})

export const CspmAlert = make({
  name: "cspm_alert",
  exportType: "cspm_alerts",
  schema: Records.CspmAlert,
  path: "/cspm/alerts",
  deletion: hide,
  identity: vendorId,
  facets: { severity: "severity", status: "status", cloud_provider: "cloud_provider", resource: "resource_id" }
})
