import { Child, Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { enabledStatus, graphPages, only, UNKNOWN_CREATION } from "../graph.js"

/** An enterprise application: https://learn.microsoft.com/en-us/graph/api/resources/serviceprincipal */
export const EntraServicePrincipal = Schema.Struct({
  id: Schema.String,
  appId: Row.nullish(Schema.String),
  displayName: Row.nullish(Schema.String),
  appDisplayName: Row.nullish(Schema.String),
  accountEnabled: Row.nullish(Schema.Boolean),
  createdDateTime: Row.nullish(Schema.String),
  tags: Row.nullish(Schema.Array(Schema.String))
})
export interface EntraServicePrincipal extends Schema.Schema.Type<typeof EntraServicePrincipal> {}

/** The assignment of a user or group to an application: https://learn.microsoft.com/en-us/graph/api/resources/approleassignment */
export const EntraAppRoleAssignment = Schema.Struct({
  principalId: Schema.String,
  principalType: Schema.String
})
export interface EntraAppRoleAssignment extends Schema.Schema.Type<typeof EntraAppRoleAssignment> {}

/** Maps a service principal to an `idp_application`. */
export const toIdpApplication = (
  application: EntraServicePrincipal
): RecordKind.Draft<typeof RecordKind.IdpApplication> => ({
  labels: application.tags,
  name: application.displayName ?? application.appDisplayName ?? application.appId ?? application.id,
  vendor_id: application.id,
  vendor_status: enabledStatus(application.accountEnabled),
  vendor_created_at: application.createdDateTime ?? UNKNOWN_CREATION
})

/** Maps an assignment of a user to an `idp_application_assignment`. */
export const toUserAssignment = (
  assignment: EntraAppRoleAssignment,
  application: EntraServicePrincipal
): RecordKind.Draft<typeof RecordKind.IdpApplicationAssignment> => ({
  user_vendor_id: assignment.principalId,
  application_vendor_id: application.id
})

/** Maps an assignment of a group to an `idp_group_assignment`. */
export const toGroupAssignment = (
  assignment: EntraAppRoleAssignment,
  application: EntraServicePrincipal
): RecordKind.Draft<typeof RecordKind.IdpGroupAssignment> => ({
  group_vendor_id: assignment.principalId,
  application_vendor_id: application.id
})

// Graph cannot filter this list by the principal's type, so each kind of assignment reads the whole list.
const assignedUsers = Child.of<EntraServicePrincipal>()({
  record: RecordKind.IdpApplicationAssignment,
  endpoint: "/v1.0/servicePrincipals/{id}/appRoleAssignedTo?$select=id,principalId,principalType",
  row: EntraAppRoleAssignment,
  id: "principalId",
  pagination: only(graphPages(999), "principalType", "User"),
  permissions: ["Application.Read.All"],
  toRecord: toUserAssignment
})

const assignedGroups = Child.of<EntraServicePrincipal>()({
  record: RecordKind.IdpGroupAssignment,
  endpoint: "/v1.0/servicePrincipals/{id}/appRoleAssignedTo?$select=principalId,principalType",
  row: EntraAppRoleAssignment,
  id: "principalId",
  pagination: only(graphPages(999), "principalType", "Group"),
  permissions: ["Application.Read.All"],
  toRecord: toGroupAssignment
})

/** Extracts the enterprise applications of the tenant, with their user and group assignments. */
export const applications = Extractor.make({
  record: RecordKind.IdpApplication,
  endpoint: "/v1.0/servicePrincipals",
  row: EntraServicePrincipal,
  pagination: graphPages(999),
  permissions: ["Application.Read.All"],
  queries: [{ $select: Object.keys(EntraServicePrincipal.fields).join(",") }],
  children: [assignedUsers, assignedGroups],
  toRecord: toIdpApplication
})
