// What people call the records of each kind, for sentences that a product shows.

const names: Readonly<Record<string, string>> = {
  compliance: "results of compliance controls",
  compliance_finding: "compliance findings",
  device: "devices",
  device_group: "device groups",
  device_group_member: "devices of device groups",
  device_policy: "device policies",
  device_policy_group: "device groups of device policies",
  idp_application: "applications",
  idp_application_assignment: "users of applications",
  idp_group: "groups",
  idp_group_assignment: "groups of applications",
  idp_group_membership: "members of groups",
  idp_group_nesting: "groups within groups",
  idp_policy: "policies",
  idp_policy_application: "applications of policies",
  idp_policy_group: "groups of policies",
  idp_policy_user: "users of policies",
  idp_user: "users",
  itsm_attachment: "attachments of tickets",
  itsm_comment: "comments on tickets",
  itsm_group: "groups",
  itsm_project: "projects",
  itsm_ticket: "tickets",
  itsm_user: "users",
  resource: "resources",
  scan_configuration: "scan configurations",
  vulnerability: "vulnerabilities"
}

/** What people call several records of the kind, such as "groups" for `idp_group`. */
export const plural = (kind: string): string => names[kind] ?? kind.replaceAll("_", " ")
