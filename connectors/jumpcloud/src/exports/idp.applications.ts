import { Child, Extractor, RecordKind } from "@tributary/core"
import { JumpCloudBound, READ_ONLY, UNKNOWN_CREATION } from "../graph.js"
import { countedPages, plainPages } from "../pagination.js"
import { JumpCloudApplication } from "../rows/application.js"

const statusOf = ({ active }: JumpCloudApplication): string => {
  if (active === null) return "UNKNOWN"
  return active ? "ACTIVE" : "INACTIVE"
}

/** Maps an application; its name is the label that the administrator chose, or else that of its template. */
export const toApplication = (app: JumpCloudApplication): RecordKind.Draft<typeof RecordKind.IdpApplication> => ({
  name: app.displayLabel || app.displayName || app.name || app._id,
  vendor_id: app._id,
  vendor_status: statusOf(app),
  vendor_created_at: app.created ?? UNKNOWN_CREATION
})

/** Maps a user who may use the application. */
export const toAssignment = (
  user: JumpCloudBound,
  app: JumpCloudApplication
): RecordKind.Draft<typeof RecordKind.IdpApplicationAssignment> => ({
  user_vendor_id: user.id,
  application_vendor_id: app._id
})

/** Maps a group whose members may use the application. */
export const toGroupAssignment = (
  group: JumpCloudBound,
  app: JumpCloudApplication
): RecordKind.Draft<typeof RecordKind.IdpGroupAssignment> => ({
  group_vendor_id: group.id,
  application_vendor_id: app._id
})

const users = Child.of<JumpCloudApplication>()({
  record: RecordKind.IdpApplicationAssignment,
  endpoint: "/api/v2/applications/{_id}/users",
  row: JumpCloudBound,
  pagination: plainPages,
  permissions: READ_ONLY,
  toRecord: toAssignment
})

const groups = Child.of<JumpCloudApplication>()({
  record: RecordKind.IdpGroupAssignment,
  endpoint: "/api/v2/applications/{_id}/usergroups",
  row: JumpCloudBound,
  pagination: plainPages,
  permissions: READ_ONLY,
  toRecord: toGroupAssignment
})

/** Reads the applications, with their users and groups: https://docs.jumpcloud.com/api/1.0/index.html#operation/applications_list */
export const applications = Extractor.make({
  record: RecordKind.IdpApplication,
  endpoint: "/api/applications",
  row: JumpCloudApplication,
  id: "_id",
  pagination: countedPages,
  permissions: READ_ONLY,
  queries: [{ sort: "_id" }],
  children: [users, groups],
  toRecord: toApplication
})
