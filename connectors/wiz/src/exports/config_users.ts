import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { USERS, WizUser } from "../rows/user.js"

/** Whether a user can log in. Wiz does not say whether one can who has not confirmed the address or must choose a new password. */
const ACTIVE: Readonly<Record<string, boolean>> = {
  ACTIVE: true,
  SUSPENDED: false,
  INVITE_EXPIRED: false
}

/** Whether the role administers the tenant; null if it has some of the administrative scopes, such as `admin:audit`. */
const isAdmin = ({ effectiveRole: role }: WizUser): boolean | null => {
  if (role === null || role.scopes === null) return null
  if (role.isProjectScoped === true) return false
  if (role.scopes.includes("admin:all")) return true
  return role.scopes.some((scope) => scope.startsWith("admin:")) ? null : false
}

/** Maps a user; Wiz does not say whether a second factor is on. One that was deleted is none. */
export const toConfigUser = (user: WizUser): RecordKind.Draft<typeof RecordKind.ConfigUser> | null => {
  if (user.deletedAt || user.status === "DELETED") return null
  return {
    name: user.name || null,
    email: user.email || null,
    username: user.email || user.name || user.id,
    vendor_user_id: user.id,
    role: user.effectiveRole?.name || null,
    is_admin: isAdmin(user),
    is_active: ACTIVE[user.status ?? ""] ?? null,
    last_login: user.lastLoginAt,
    access_data: { role: user.effectiveRole, projects: user.effectiveAssignedProjects },
    vendor_id: user.id,
    vendor_data: {
      vendor: "WIZ",
      status: user.status,
      created_at: user.createdAt,
      expires_at: user.expiresAt,
      identity_provider_type: user.identityProviderTypeV2,
      identity_provider: user.identityProviderV2
    }
  }
}

/** Reads the users of the tenant, but not its service accounts. */
export const configUsers = Extractor.make({
  record: RecordKind.ConfigUser,
  endpoint: "/graphql",
  post: { operationName: "Users", query: USERS, variables: {} },
  row: WizUser,
  pagination: Pagination.graphql({ connection: "data.users", limit: 100 }),
  permissions: ["read:users"],
  toRecord: toConfigUser
})
