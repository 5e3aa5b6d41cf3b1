import { Child, Extractor, Mention, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { oktaPages } from "../pagination.js"

const Link = Row.nullish(Schema.Struct({ href: Row.text }))

/** An application: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/ */
export const OktaApplication = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  label: Row.nullish(Schema.String),
  status: Schema.String,
  created: Schema.String,
  lastUpdated: Row.nullish(Schema.String),
  // Only an organization with the Identity Engine has these policies.
  _links: Row.nullish(Schema.Struct({ accessPolicy: Link, profileEnrollment: Link }))
})
export interface OktaApplication extends Schema.Schema.Type<typeof OktaApplication> {}

/** A user or group that an application is assigned to; the mapping reads only its id: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationUsers/ */
export const OktaAssignee = Schema.Struct({ id: Schema.String })
export interface OktaAssignee extends Schema.Schema.Type<typeof OktaAssignee> {}

/** Maps an application to an `idp_application`. */
export const toIdpApplication = (application: OktaApplication): RecordKind.Draft<typeof RecordKind.IdpApplication> => ({
  labels: application.label === null ? null : [application.label],
  name: application.name,
  vendor_id: application.id,
  vendor_status: application.status,
  vendor_created_at: application.created,
  last_updated_at: application.lastUpdated
})

/**
 * Maps an assigned user to an `idp_application_assignment`; Okta does not say when the user last opened the
 * application.
 */
export const toUserAssignment = (
  user: OktaAssignee,
  application: OktaApplication
): RecordKind.Draft<typeof RecordKind.IdpApplicationAssignment> => ({
  user_vendor_id: user.id,
  application_vendor_id: application.id
})

/** Maps an assigned group to an `idp_group_assignment`. */
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
  pagination: oktaPages(500),
  permissions: ["okta.apps.read"],
  toRecord: toUserAssignment
})

const assignedGroups = Child.of<OktaApplication>()({
  record: RecordKind.IdpGroupAssignment,
  endpoint: "/api/v1/apps/{id}/groups",
  row: OktaAssignee,
  pagination: oktaPages(200),
  permissions: ["okta.apps.read"],
  toRecord: toGroupAssignment
})

/** The ids of the policies for signing in to an application and for the profiles of its users, which only links name. */
export const policiesOf = ({ _links }: OktaApplication): ReadonlyArray<string> =>
  [_links?.accessPolicy, _links?.profileEnrollment].flatMap((link) => link?.href?.split("/").at(-1) || [])

/*
 * Okta also has a list of the applications below each policy, except below a default one, which most applications can have. An application
 * links to its policies, whichever they are.
 */
const policies = Mention.of<OktaApplication>()({
  record: RecordKind.IdpPolicyApplication,
  things: policiesOf,
  toRecord: (id, application) => ({ policy_vendor_id: id, application_vendor_id: application.id })
})

/** Extracts the applications of the organization, with their user and group assignments and their policies. */
export const applications = Extractor.make({
  record: RecordKind.IdpApplication,
  endpoint: "/api/v1/apps",
  row: OktaApplication,
  pagination: oktaPages(200),
  permissions: ["okta.apps.read"],
  children: [assignedUsers, assignedGroups],
  mentions: [policies],
  toRecord: toIdpApplication
})
