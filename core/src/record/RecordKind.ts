// record: turns the draft of a mapping into a record that can be stored. This file is the table of all kinds of record.
import * as Records from "../records/index.js"
import { type Any, type Deletion, make, relation } from "./defineKind.js"

export {
  type Any,
  type Deletion,
  type DeletionFacet,
  type Draft,
  deletionFacetOf,
  type Of,
  type RecordKind,
  type Relation,
  type RelationEnd
} from "./defineKind.js"

const vendorId = (draft: { readonly vendor_id: string }): string => draft.vendor_id
const flag: Deletion = { _tag: "Flag" }
const hide: Deletion = { _tag: "Hide" }
const status: Deletion = { _tag: "Status", field: "status" }

export const IdpUser = make({
  name: "idp_user",
  exportType: "idp",
  schema: Records.IdpUser,
  path: "/idp/users",
  deletion: flag,
  identity: vendorId,
  facets: {
    email: { path: "email_addr", ignoresCase: true },
    vendor_status: "vendor_status",
    is_admin: "is_admin",
    is_mfa_enabled: "is_mfa_enabled",
    user_type: "user_type"
  }
})

export const IdpGroup = make({
  name: "idp_group",
  exportType: "idp",
  schema: Records.IdpGroup,
  path: "/idp/groups",
  deletion: flag,
  identity: vendorId
})

export const IdpApplication = make({
  name: "idp_application",
  exportType: "idp",
  schema: Records.IdpApplication,
  path: "/idp/applications",
  deletion: flag,
  identity: vendorId
})

export const IdpGroupMembership = relation({
  name: "idp_group_membership",
  exportType: "idp",
  schema: Records.IdpGroupMembership,
  source: { kind: "idp_user", field: "user_vendor_id" },
  target: { kind: "idp_group", field: "group_vendor_id" }
})

export const IdpGroupNesting = relation({
  name: "idp_group_nesting",
  exportType: "idp",
  schema: Records.IdpGroupNesting,
  source: { kind: "idp_group", field: "member_group_vendor_id" },
  target: { kind: "idp_group", field: "group_vendor_id" }
})

export const IdpApplicationAssignment = relation({
  name: "idp_application_assignment",
  exportType: "idp",
  schema: Records.IdpApplicationAssignment,
  source: { kind: "idp_user", field: "user_vendor_id" },
  target: { kind: "idp_application", field: "application_vendor_id" },
  embed: ["user_app_last_login_at"]
})

export const IdpGroupAssignment = relation({
  name: "idp_group_assignment",
  exportType: "idp",
  schema: Records.IdpGroupAssignment,
  source: { kind: "idp_group", field: "group_vendor_id" },
  target: { kind: "idp_application", field: "application_vendor_id" }
})

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
  instant: "status_changed_at"
})

export const DeviceGroup = make({
  name: "device_group",
  exportType: "device_groups",
  schema: Records.DeviceGroup,
  path: "/entities/device-groups",
  deletion: hide,
  identity: vendorId,
  relatedIds: { device_ids: "device_group_member" }
})

export const DeviceGroupMember = relation({
  name: "device_group_member",
  exportType: "device_groups",
  schema: Records.DeviceGroupMember,
  source: { kind: "device_group", field: "group_vendor_id" },
  target: { kind: "device", field: "device_vendor_id" }
})

export const ScanConfiguration = make({
  name: "scan_configuration",
  exportType: "vms_scan_configs",
  schema: Records.ScanConfiguration,
  path: "/vms/scan-configurations",
  deletion: hide,
  identity: vendorId
})

export const ItsmUser = make({
  name: "itsm_user",
  exportType: "itsm_users",
  schema: Records.ItsmUser,
  path: "/itsm/users",
  deletion: status,
  identity: (draft) => draft.vendor_attributes.id
})

export const Device = make({
  name: "device",
  exportType: "devices",
  schema: Records.Device,
  path: "/entities/devices",
  deletion: status,
  identity: vendorId,
  facets: { platform: "platform" }
})

export const DevicePolicy = make({
  name: "device_policy",
  exportType: "device_policies",
  schema: Records.DevicePolicy,
  path: "/entities/device-policies",
  deletion: hide,
  identity: vendorId,
  relatedIds: { device_group_ids: "device_policy_group" }
})

export const DevicePolicyGroup = relation({
  name: "device_policy_group",
  exportType: "device_policies",
  schema: Records.DevicePolicyGroup,
  source: { kind: "device_policy", field: "policy_vendor_id" },
  target: { kind: "device_group", field: "group_vendor_id" }
})

export const Resource = make({
  name: "resource",
  exportType: "resources",
  schema: Records.Resource,
  path: "/entities/resources",
  deletion: flag,
  identity: vendorId
})

export const Compliance = make({
  name: "compliance",
  exportType: "compliances",
  schema: Records.Compliance,
  path: "/cspm/compliances",
  deletion: { _tag: "Status", field: "result" },
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

export const IdpPolicy = make({
  name: "idp_policy",
  exportType: "idp_policies",
  schema: Records.IdpPolicy,
  path: "/idp/policies",
  deletion: flag,
  identity: vendorId
})

export const IdpPolicyUser = relation({
  name: "idp_policy_user",
  exportType: "idp_policies",
  schema: Records.IdpPolicyUser,
  source: { kind: "idp_policy", field: "policy_vendor_id" },
  target: { kind: "idp_user", field: "user_vendor_id" }
})

export const IdpPolicyGroup = relation({
  name: "idp_policy_group",
  exportType: "idp_policies",
  schema: Records.IdpPolicyGroup,
  source: { kind: "idp_policy", field: "policy_vendor_id" },
  target: { kind: "idp_group", field: "group_vendor_id" }
})

export const IdpPolicyApplication = relation({
  name: "idp_policy_application",
  exportType: "idp_policies",
  schema: Records.IdpPolicyApplication,
  source: { kind: "idp_policy", field: "policy_vendor_id" },
  target: { kind: "idp_application", field: "application_vendor_id" }
})

export const ItsmGroup = make({
  name: "itsm_group",
  exportType: "itsm_groups",
  schema: Records.ItsmGroup,
  path: "/itsm/groups",
  deletion: hide,
  identity: vendorId
})

export const ItsmProject = make({
  name: "itsm_project",
  exportType: "itsm_projects",
  schema: Records.ItsmProject,
  path: "/itsm/projects",
  deletion: hide,
  identity: vendorId
})

export const ItsmTicket = make({
  name: "itsm_ticket",
  exportType: "itsm_tickets",
  schema: Records.ItsmTicket,
  path: "/itsm/tickets",
  deletion: hide,
  identity: vendorId,
  references: {
    project_id: "itsm_project",
    parent_ticket_id: "itsm_ticket",
    assigned_user_id: "itsm_user",
    created_by_user_id: "itsm_user"
  },
  facets: { status: "status", project: "project_id" }
})

export const ItsmComment = make({
  name: "itsm_comment",
  exportType: "itsm_comments",
  schema: Records.ItsmComment,
  path: "/itsm/comments",
  deletion: hide,
  identity: vendorId,
  references: { ticket_id: "itsm_ticket", author_user_id: "itsm_user" }
})

export const ItsmAttachment = make({
  name: "itsm_attachment",
  exportType: "itsm_attachments",
  schema: Records.ItsmAttachment,
  path: "/itsm/attachments",
  deletion: hide,
  identity: vendorId,
  references: { ticket_id: "itsm_ticket", author_user_id: "itsm_user" }
})

/** All record kinds, by name. */
export const table: Readonly<Record<string, Any>> = Object.fromEntries(
  [
    IdpUser,
    IdpGroup,
    IdpApplication,
    IdpGroupMembership,
    IdpGroupNesting,
    IdpApplicationAssignment,
    IdpGroupAssignment,
    ComplianceFinding,
    DeviceGroup,
    DeviceGroupMember,
    ScanConfiguration,
    ItsmUser,
    Device,
    DevicePolicy,
    DevicePolicyGroup,
    Resource,
    Compliance,
    Vulnerability,
    IdpPolicy,
    IdpPolicyUser,
    IdpPolicyGroup,
    IdpPolicyApplication,
    ItsmGroup,
    ItsmProject,
    ItsmTicket,
    ItsmComment,
    ItsmAttachment
  ].map((kind): readonly [string, Any] => [kind.name, kind])
)
