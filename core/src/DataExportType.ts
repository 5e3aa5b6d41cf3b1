import { Schema } from "effect"
import * as Field from "./records/Field.js"

/** A type of data that a connector can export; the published API fixes the values and their order. */
export const DataExportType = Schema.Literal(
  "alerts",
  "compliances",
  "compliance_findings",
  "config_users",
  "cspm_alerts",
  "device_groups",
  "device_policies",
  "devices",
  "idp",
  "idp_alerts",
  "idp_audit_logs",
  "idp_policies",
  "issues",
  "organization_identities",
  "sast_issues",
  "sca_issues",
  "vms_scan_configs",
  "vulnerabilities",
  "resources",
  "vulnerability_findings_v2",
  "grc_entity",
  "grc_control",
  "grc_evidence",
  "grc_assessment_question",
  "grc_assessment",
  "tprm",
  "tprm_company",
  "tprm_finding",
  "findings",
  "itsm_users",
  "itsm_groups",
  "itsm_projects",
  "itsm_tickets",
  "itsm_attachments",
  "itsm_comments",
  "applications",
  "siem_events"
).annotations(Field.named("DataExportType"))

export type DataExportType = Schema.Schema.Type<typeof DataExportType>

/**
 * The types whose records are the events of a log. A log has many times the rows of everything else, so a connection reads these types only if
 * somebody chose them.
 */
export const EVENT_EXPORT_TYPES: ReadonlyArray<DataExportType> = ["idp_audit_logs", "siem_events"]
