// The kinds of record for what identity providers have.
import * as Records from "../../records/index.js"
import { make, relation } from "../defineKind.js"
import { flag, hide, vendorId } from "./deletions.js"

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

export const IdpAlert = make({
  name: "idp_alert",
  exportType: "idp_alerts",
  schema: Records.IdpAlert,
  path: "/idp/alerts",
  deletion: hide,
  identity: vendorId,
  references: { user_id: "idp_user", application_id: "idp_application" },
  facets: { severity: "severity", status: "status", user: "user_id", application: "application_id" }
})

export const IdpAuditEvent = make({
  name: "idp_audit_event",
  exportType: "idp_audit_logs",
  schema: Records.IdpAuditEvent,
  path: "/idp/audit-logs",
  deletion: hide,
  identity: vendorId,
  references: { "actor.id": "idp_user" },
  facets: { outcome: "outcome", severity: "severity", event_type: "event_type", actor: "actor.id" },
  instants: ["occurred_at"]
})
