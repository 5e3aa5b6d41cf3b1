import { Child, Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"

/** An application: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/ */
export const OktaApplication = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  label: Row.nullish(Schema.String),
  status: Schema.String,
  created: Schema.String,
  lastUpdated: Row.nullish(Schema.String)
})
export interface OktaApplication extends Schema.Schema.Type<typeof OktaApplication> {}

/** A user or group that an application is assigned to; only who it is. */
export const OktaAssignee = Schema.Struct({ id: Schema.String })
export interface OktaAssignee extends Schema.Schema.Type<typeof OktaAssignee> {}

export const toIdpApplication = (application: OktaApplication): RecordKind.Draft<typeof RecordKind.IdpApplication> => ({
  labels: application.label === null ? null : [application.label],
  name: application.name,
  vendor_id: application.id,
  vendor_status: application.status,
  vendor_created_at: application.created,
  last_updated_at: application.lastUpdated
})

/** Okta's application users hold no login to the application, so `user_app_last_login_at` stays null. */
export const toUserAssignment = (
  user: OktaAssignee,
  application: OktaApplication
): RecordKind.Draft<typeof RecordKind.IdpApplicationAssignment> => ({
  user_vendor_id: user.id,
  application_vendor_id: application.id
})

export const toGroupAssignment = (
  group: OktaAssignee,
  application: OktaApplication
): RecordKind.Draft<typeof RecordKind.IdpGroupAssignment> => ({
  group_vendor_id: group.id,
  application_vendor_id: application.id
})

const assignedUsers = Child.of<OktaApplication>()({
  record: RecordKind.IdpApplicationAssignment,
  endpoint: "/api/v1/apps/{id}/users",
  row: OktaAssignee,
  pagination: Pagination.linkHeader({ limit: 500 }),
  permissions: ["okta.apps.read"],
  toRecord: toUserAssignment
})

const assignedGroups = Child.of<OktaApplication>()({
  record: RecordKind.IdpGroupAssignment,
  endpoint: "/api/v1/apps/{id}/groups",
  row: OktaAssignee,
  pagination: Pagination.linkHeader({ limit: 200 }),
  permissions: ["okta.apps.read"],
  toRecord: toGroupAssignment
})

export const applications = Extractor.make({
  record: RecordKind.IdpApplication,
  endpoint: "/api/v1/apps",
  row: OktaApplication,
  pagination: Pagination.linkHeader({ limit: 200 }),
  permissions: ["okta.apps.read"],
  children: [assignedUsers, assignedGroups],
  toRecord: toIdpApplication
})
