/** An administrator role of a user: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/RoleAssignmentAUser/ */
export interface OktaRole {
  readonly id: string
  readonly type: RoleType
  readonly created: string
}

/** The standard administrator roles that the demo uses. */
export type RoleType = "SUPER_ADMIN" | "ORG_ADMIN" | "READ_ONLY_ADMIN"

const LABELS: Record<RoleType, string> = {
  SUPER_ADMIN: "Super Administrator",
  ORG_ADMIN: "Organizational Administrator",
  READ_ONLY_ADMIN: "Read-only Administrator"
}

/** A role in the API's format. */
export const roleBody = (role: OktaRole, userId: string, origin: string) => ({
  id: role.id,
  label: LABELS[role.type],
  type: role.type,
  status: "ACTIVE",
  created: role.created,
  lastUpdated: role.created,
  assignmentType: "USER",
  _links: { assignee: { href: `${origin}/api/v1/users/${userId}` } }
})
