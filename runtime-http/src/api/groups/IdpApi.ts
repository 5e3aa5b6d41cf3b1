// api/groups: the endpoints, one file per part of the API.

import { HttpApiGroup, OpenApi } from "@effect/platform"
import { RecordKind, Records } from "@tributary/core"
import * as ListParameters from "../parts/ListParameters.js"
import * as Parameter from "../parts/Parameter.js"
import * as RecordEndpoints from "../parts/RecordEndpoints.js"

/** The list and get-by-id endpoints of users. */
export const users = RecordEndpoints.make(RecordKind.IdpUser, {
  list: "listIdpUsers",
  get: "getIdpUser",
  id: "user_id",
  plural: "IDP users",
  singular: "an IDP user",
  item: Records.IdpUser,
  itemWithEntities: Records.IdpUserWithEntities,
  includes: {
    includeIdpGroups: { field: "groups", relation: RecordKind.IdpGroupMembership, from: "source" },
    includeIdpApplications: { field: "applications", relation: RecordKind.IdpApplicationAssignment, from: "source" }
  },
  filters: {
    emails: ListParameters.texts(
      "Only users with one of these email addresses; the case of A to Z does not matter.",
      320
    ),
    vendorStatuses: ListParameters.texts(
      "Only users with one of these values of `vendor_status`, exactly as written there.",
      200
    ),
    isAdmin: ListParameters.either("Only users whose `is_admin` has this value; null matches neither."),
    isMfaEnabled: ListParameters.either("Only users whose `is_mfa_enabled` has this value; null matches neither."),
    userTypes: ListParameters.values(
      "Only users with one of these values of `user_type`; null matches none.",
      Records.IdpUserType.literals
    ),
    isDeleted: ListParameters.isDeleted
  },
  facets: {
    emails: "email",
    vendorStatuses: "vendor_status",
    isAdmin: "is_admin",
    isMfaEnabled: "is_mfa_enabled",
    userTypes: "user_type"
  },
  limit: { minimum: 0, maximum: 500, default: 100 },
  shape: "both"
})

/** The list and get-by-id endpoints of groups. */
export const groups = RecordEndpoints.make(RecordKind.IdpGroup, {
  list: "listIdpGroups",
  get: "getIdpGroup",
  id: "group_id",
  plural: "IDP groups",
  singular: "an IDP group",
  item: Records.IdpGroup,
  filters: { isDeleted: ListParameters.isDeleted },
  itemWithEntities: Records.IdpGroupWithEntities,
  includes: {
    includeIdpUsers: { field: "users", relation: RecordKind.IdpGroupMembership, from: "target" },
    includeIdpGroups: { field: "groups", relation: RecordKind.IdpGroupNesting, from: "target" },
    includeIdpApplications: { field: "applications", relation: RecordKind.IdpGroupAssignment, from: "source" }
  }
})

/** The list and get-by-id endpoints of applications. */
export const applications = RecordEndpoints.make(RecordKind.IdpApplication, {
  list: "listIdpApplications",
  get: "getIdpApplication",
  id: "application_id",
  plural: "IDP applications",
  singular: "an IDP application",
  item: Records.IdpApplication,
  filters: { isDeleted: ListParameters.isDeleted },
  itemWithEntities: Records.IdpApplicationWithEntities,
  includes: {
    includeIdpUsers: { field: "users", relation: RecordKind.IdpApplicationAssignment, from: "target" },
    includeIdpGroups: { field: "groups", relation: RecordKind.IdpGroupAssignment, from: "target" }
  }
})

/** The list and get-by-id endpoints of policies. */
export const policies = RecordEndpoints.make(RecordKind.IdpPolicy, {
  list: "listIdpPolicies",
  get: "getIdpPolicy",
  id: "policy_id",
  plural: "IDP policies",
  singular: "an IDP policy",
  item: Records.IdpPolicy,
  filters: { isDeleted: ListParameters.isDeleted }
})

const joining = "A new member counts as changed, so `updatedSince` and a walk by cursor find it."

/** The list of users of a policy. */
export const policyUsers = RecordEndpoints.makeMembers(policies, users, {
  list: "listIdpPolicyUsers",
  relation: RecordKind.IdpPolicyUser,
  segment: "users",
  plural: "users of an IDP policy",
  description: `The users that the policy includes by id, oldest change first. ${joining}`
})

/** The list of groups of a policy. */
export const policyGroups = RecordEndpoints.makeMembers(policies, groups, {
  list: "listIdpPolicyGroups",
  relation: RecordKind.IdpPolicyGroup,
  segment: "groups",
  plural: "groups of an IDP policy",
  description: `The groups that the policy includes by id, oldest change first. ${joining}`
})

/** The list of applications of a policy. */
export const policyApplications = RecordEndpoints.makeMembers(policies, applications, {
  list: "listIdpPolicyApplications",
  relation: RecordKind.IdpPolicyApplication,
  segment: "applications",
  plural: "applications of an IDP policy",
  description: `The applications that the policy includes by id, oldest change first. ${joining}`
})

/** The list and get-by-id endpoints of identity alerts. */
export const alerts = RecordEndpoints.make(RecordKind.IdpAlert, {
  list: "listIdpAlerts",
  get: "getIdpAlert",
  id: "alert_id",
  plural: "identity alerts",
  singular: "an identity alert",
  item: Records.IdpAlert,
  filters: {
    severities: ListParameters.values("Only alerts with one of these severities.", Records.Severity.literals),
    statuses: ListParameters.values("Only alerts with one of these statuses.", Records.AlertStatus.literals),
    userIds: ListParameters.references("Only alerts about one of these users."),
    applicationIds: ListParameters.references("Only alerts about one of these applications."),
    isDeleted: ListParameters.isRemoved
  },
  facets: { severities: "severity", statuses: "status", userIds: "user", applicationIds: "application" }
})

/** The list and get-by-id endpoints of audit events. */
export const auditLogs = RecordEndpoints.make(RecordKind.IdpAuditEvent, {
  list: "listIdpAuditLogs",
  get: "getIdpAuditLog",
  id: "audit_log_id",
  plural: "audit events",
  singular: "an audit event",
  item: Records.IdpAuditEvent,
  filters: {
    outcomes: ListParameters.values("Only events with one of these outcomes.", Records.AuditOutcome.literals),
    severities: ListParameters.values("Only events with one of these severities.", Records.Severity.literals),
    eventTypes: ListParameters.texts("Only events of one of these types, as the source tool writes them.", 1_000),
    actorIds: ListParameters.references("Only events whose actor is one of these users."),
    occurredSince: ListParameters.optional(
      Parameter.instant(
        "Only events that happened at or after this instant. Unlike `updatedSince`, send it again together with `cursor`."
      )
    ),
    occurredUntil: ListParameters.optional(
      Parameter.instant("Only events that happened before this instant. Send it again together with `cursor`.")
    )
  },
  facets: { outcomes: "outcome", severities: "severity", eventTypes: "event_type", actorIds: "actor" },
  periods: {
    occurredSince: { field: "occurred_at", bound: "since" },
    occurredUntil: { field: "occurred_at", bound: "until" }
  }
})

/** Identity provider data of one connection. */
export const IdpApi = HttpApiGroup.make("idp")
  .add(users.list)
  .add(users.get)
  .add(groups.list)
  .add(groups.get)
  .add(applications.list)
  .add(applications.get)
  .add(policies.list)
  .add(policies.get)
  .add(policyUsers.list)
  .add(policyGroups.list)
  .add(policyApplications.list)
  .add(alerts.list)
  .add(alerts.get)
  .add(auditLogs.list)
  .add(auditLogs.get)
  .annotateContext(
    OpenApi.annotations({
      title: "Identity provider",
      description: "Users, groups, applications and policies of identity providers, and the relations between them."
    })
  )
