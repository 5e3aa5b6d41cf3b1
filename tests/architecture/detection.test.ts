import { readdirSync } from "node:fs"
import { Connector, type DataExportType, Extractor } from "@tributary/core"
import { describe, expect, it } from "vitest"
import { connectors } from "../../examples/server/src/connectors.js"

/** How new and changed records, deletions, and what the vendor reports late or not at all, are found. */
const WHOLE = "EVERY_JOB EVERY_JOB EVERY_JOB"
const SINCE = "CHANGES FULL_SCAN FULL_SCAN"
const LOG = "CHANGES CHANGES CHANGES"
const FEED = "CHANGES CHANGES FULL_SCAN"

type Expected = Readonly<Partial<Record<DataExportType, Readonly<Record<string, string>>>>>

const assignments = { idp_application: WHOLE, idp_application_assignment: WHOLE, idp_group_assignment: WHOLE }

const policies = { idp_policy: WHOLE, idp_policy_user: WHOLE, idp_policy_group: WHOLE, idp_policy_application: WHOLE }

/** What each connector promises. A new connector needs a row, and a new list a place in it. */
const expected: Readonly<Record<string, Expected>> = {
  AWS_INSPECTOR: {
    resources: { resource: WHOLE },
    vulnerabilities: { vulnerability: SINCE },
    vulnerability_findings_v2: { vulnerability_finding: SINCE }
  },
  AWS_SECURITYHUB: {
    compliance_findings: { compliance_finding: SINCE },
    compliances: { compliance: WHOLE },
    cspm_alerts: { cspm_alert: WHOLE },
    vulnerabilities: { vulnerability: SINCE }
  },
  CROWDSTRIKE: {
    alerts: { edr_alert: SINCE },
    config_users: { config_user: WHOLE },
    device_groups: { device_group: WHOLE, device_group_member: WHOLE },
    device_policies: { device_policy: WHOLE, device_policy_group: WHOLE },
    devices: { device: SINCE },
    vulnerabilities: { vulnerability: SINCE }
  },
  GITHUB: {
    applications: { application: WHOLE },
    config_users: { config_user: WHOLE },
    findings: { appsec_finding: SINCE },
    issues: { appsec_issue: SINCE },
    organization_identities: { organization_identity: WHOLE },
    sast_issues: { sast_issue: SINCE },
    sca_issues: { sca_issue: SINCE }
  },
  GITLAB: {
    applications: { application: WHOLE },
    findings: { appsec_finding: WHOLE },
    issues: { appsec_issue: WHOLE },
    organization_identities: { organization_identity: WHOLE },
    sast_issues: { sast_issue: WHOLE },
    sca_issues: { sca_issue: WHOLE },
    vulnerability_findings_v2: { vulnerability_finding: WHOLE }
  },
  GOOGLE_WORKSPACE: {
    devices: { device: WHOLE },
    idp: {
      idp_user: WHOLE,
      idp_group: WHOLE,
      idp_group_membership: WHOLE,
      idp_group_nesting: WHOLE,
      idp_application: WHOLE,
      idp_application_assignment: WHOLE
    },
    idp_alerts: { idp_alert: SINCE },
    idp_audit_logs: { idp_audit_event: LOG }
  },
  INSIGHTVM: {
    config_users: { config_user: WHOLE },
    devices: { device: WHOLE },
    vms_scan_configs: { scan_configuration: WHOLE },
    vulnerabilities: { vulnerability: WHOLE }
  },
  JAMF: {
    config_users: { config_user: WHOLE },
    device_groups: { device_group: WHOLE, device_group_member: SINCE },
    device_policies: { device_policy: WHOLE, device_policy_group: WHOLE },
    devices: { device: SINCE }
  },
  JIRA: {
    itsm_attachments: { itsm_attachment: SINCE },
    itsm_comments: { itsm_comment: SINCE },
    itsm_groups: { itsm_group: WHOLE },
    itsm_projects: { itsm_project: WHOLE },
    itsm_tickets: { itsm_ticket: SINCE },
    itsm_users: { itsm_user: WHOLE }
  },
  JUMPCLOUD: {
    device_groups: { device_group: WHOLE, device_group_member: WHOLE },
    device_policies: { device_policy: WHOLE, device_policy_group: WHOLE },
    devices: { device: WHOLE },
    idp: { idp_user: WHOLE, idp_group: WHOLE, idp_group_membership: WHOLE, ...assignments }
  },
  KANDJI: { device_policies: { device_policy: WHOLE }, devices: { device: WHOLE } },
  MS_DEFENDER_CLOUD: {
    compliance_findings: { compliance_finding: WHOLE },
    cspm_alerts: { cspm_alert: WHOLE },
    resources: { resource: WHOLE }
  },
  MS_DEFENDER_ENDPOINT: {
    alerts: { edr_alert: SINCE },
    device_groups: { device_group: WHOLE, device_group_member: WHOLE },
    devices: { device: WHOLE },
    vulnerabilities: { vulnerability: SINCE }
  },
  MS_ENTRA: {
    devices: { device: WHOLE },
    idp: {
      idp_user: FEED,
      idp_group: FEED,
      idp_group_membership: FEED,
      idp_group_nesting: FEED,
      ...assignments
    },
    idp_alerts: { idp_alert: SINCE },
    idp_audit_logs: { idp_audit_event: LOG },
    idp_policies: policies
  },
  MS_INTUNE: {
    device_groups: { device_group: WHOLE, device_group_member: WHOLE },
    device_policies: { device_policy: WHOLE, device_policy_group: WHOLE },
    devices: { device: WHOLE }
  },
  OKTA: {
    idp: { idp_user: SINCE, idp_group: WHOLE, idp_group_membership: WHOLE, ...assignments },
    idp_alerts: { idp_alert: LOG },
    idp_audit_logs: { idp_audit_event: LOG },
    idp_policies: policies
  },
  QUALYS: {
    config_users: { config_user: WHOLE },
    devices: { device: SINCE },
    vms_scan_configs: { scan_configuration: WHOLE },
    vulnerabilities: { vulnerability: SINCE },
    vulnerability_findings_v2: { vulnerability_finding: SINCE }
  },
  SENTINELONE: {
    alerts: { edr_alert: SINCE },
    config_users: { config_user: WHOLE },
    device_groups: { device_group: SINCE, device_group_member: SINCE },
    devices: { device: SINCE },
    vulnerabilities: { vulnerability: SINCE }
  },
  SERVICENOW: {
    itsm_attachments: { itsm_attachment: SINCE },
    itsm_comments: { itsm_comment: SINCE },
    itsm_groups: { itsm_group: SINCE },
    itsm_tickets: { itsm_ticket: SINCE },
    itsm_users: { itsm_user: SINCE }
  },
  SNYK: {
    applications: { application: WHOLE },
    config_users: { config_user: WHOLE },
    findings: { appsec_finding: SINCE },
    issues: { appsec_issue: SINCE },
    sast_issues: { sast_issue: SINCE },
    sca_issues: { sca_issue: SINCE }
  },
  TENABLE: {
    config_users: { config_user: WHOLE },
    devices: { device: SINCE },
    vms_scan_configs: { scan_configuration: WHOLE },
    vulnerabilities: { vulnerability: SINCE }
  },
  WIZ: {
    compliance_findings: { compliance_finding: SINCE },
    config_users: { config_user: WHOLE },
    issues: { appsec_issue: SINCE },
    resources: { resource: SINCE },
    vulnerabilities: { vulnerability: SINCE },
    vulnerability_findings_v2: { vulnerability_finding: SINCE }
  },
  ZENDESK: {
    itsm_attachments: { itsm_attachment: SINCE },
    itsm_comments: { itsm_comment: SINCE },
    itsm_groups: { itsm_group: WHOLE },
    itsm_tickets: { itsm_ticket: FEED },
    itsm_users: { itsm_user: FEED }
  }
}

const found = (connector: Connector.Connector): Expected => {
  const types: Partial<Record<DataExportType, Record<string, string>>> = {}
  for (const extractor of Connector.extractorsOf(connector)) {
    for (const kind of extractor.kinds) {
      const methods = Object.values(Extractor.methodsOf(extractor, kind)).join(" ")
      types[kind.exportType] = { ...types[kind.exportType], [kind.name]: methods }
    }
  }
  return types
}

describe("how each connector finds changes and deletions", () => {
  it.each(connectors.map((connector) => [connector.vendor, connector] as const))("%s", (vendor, connector) => {
    expect(found(connector)).toEqual(expected[vendor])
  })

  it("the table has every connector of the repository", () => {
    const folders = readdirSync(new URL("../../connectors/", import.meta.url))
    expect(Object.keys(expected).map((vendor) => vendor.toLowerCase().replaceAll("_", "-"))).toEqual(folders.toSorted())
  })
})
