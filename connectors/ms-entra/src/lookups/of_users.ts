import type { EntraUser } from "../rows/user.js"

/** The key of a user in the side lists. */
export const byUser = { matches: (user: EntraUser) => user.id }

/** What the list of sign-ins needs, and what it fills. It is optional like the others: a tenant may lack the permission or the licence. */
export const ofSignIns = {
  permissions: ["AuditLog.Read.All"],
  isOptional: true,
  fields: ["last_login_at"]
} as const

/** What the report of registered methods needs, and what it fills. */
export const ofRegistrations = {
  permissions: ["AuditLog.Read.All"],
  isOptional: true,
  fields: ["is_mfa_enabled"],
  sharedFields: ["is_admin"]
} as const

/** What the lists of roles need, and what they fill. */
export const ofRoles = {
  permissions: ["RoleManagement.Read.Directory"],
  isOptional: true,
  sharedFields: ["is_admin"]
} as const
