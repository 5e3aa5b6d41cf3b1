import { describe, expect, it } from "@effect/vitest"
import { DataExportType, RecordKind } from "@tributary/core"

/** The values as the published API lists them. */
const SPEC =
  "alerts, compliances, compliance_findings, config_users, cspm_alerts, device_groups, device_policies, devices, idp, idp_alerts, idp_audit_logs, idp_policies, issues, organization_identities, sast_issues, sca_issues, vms_scan_configs, vulnerabilities, resources, vulnerability_findings_v2, grc_entity, grc_control, grc_evidence, grc_assessment_question, grc_assessment, tprm, tprm_company, tprm_finding, findings, itsm_users, itsm_groups, itsm_projects, itsm_tickets, itsm_attachments, itsm_comments, applications, siem_events"

describe("DataExportType", () => {
  it("has the 37 values of the contract, in its order [contract: export-types]", () => {
    expect(DataExportType.literals).toHaveLength(37)
    expect(DataExportType.literals.join(", ")).toBe(SPEC)
  })

  it("includes the export type of every record kind [contract: export-types]", () => {
    for (const kind of Object.values(RecordKind.table)) expect(DataExportType.literals).toContain(kind.exportType)
  })
})
