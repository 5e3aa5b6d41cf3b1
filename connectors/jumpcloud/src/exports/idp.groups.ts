import { Child, Extractor, RecordKind } from "@tributary/core"
import { JumpCloudBound, READ_ONLY, UNKNOWN_CREATION } from "../graph.js"
import { plainPages } from "../pagination.js"
import { JumpCloudUserGroup } from "../rows/group.js"

/** Maps a group of users; JumpCloud does not say when it was created or changed. */
export const toIdpGroup = (group: JumpCloudUserGroup): RecordKind.Draft<typeof RecordKind.IdpGroup> => ({
  types: group.type === null ? [] : [group.type],
  description: group.description ?? "",
  name: group.name,
  vendor_id: group.id,
  vendor_created_at: UNKNOWN_CREATION
})

/** Maps a member of a group. */
export const toMembership = (
  user: JumpCloudBound,
  group: JumpCloudUserGroup
): RecordKind.Draft<typeof RecordKind.IdpGroupMembership> => ({ user_vendor_id: user.id, group_vendor_id: group.id })

// The users of a group, be they members of it or of a group inside it.
const members = Child.of<JumpCloudUserGroup>()({
  record: RecordKind.IdpGroupMembership,
  endpoint: "/api/v2/usergroups/{id}/membership",
  row: JumpCloudBound,
  pagination: plainPages,
  permissions: READ_ONLY,
  toRecord: toMembership
})

/** Reads the groups of users, with their members: https://docs.jumpcloud.com/api/2.0/index.html#operation/groups_user_list */
export const groups = Extractor.make({
  record: RecordKind.IdpGroup,
  endpoint: "/api/v2/usergroups",
  row: JumpCloudUserGroup,
  pagination: plainPages,
  permissions: READ_ONLY,
  children: [members],
  toRecord: toIdpGroup
})
