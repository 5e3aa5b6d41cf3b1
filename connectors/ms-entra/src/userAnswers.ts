import type { EntraRegistration, EntraRoleAssignment, EntraRoleEligibility, EntraSignIns } from "./rows/user.js"

/**
 * A user's rows in the side lists; null if the token does not allow reading the list, and empty if the tenant's licence
 * does not include it.
 */
export interface EntraUserAnswers {
  readonly signIns: ReadonlyArray<EntraSignIns> | null
  readonly registrations: ReadonlyArray<EntraRegistration> | null
  readonly roles: ReadonlyArray<EntraRoleAssignment> | null
  readonly eligibilities: ReadonlyArray<EntraRoleEligibility> | null
}

/** When a user last signed in, successfully if Graph knows when; null if it does not say. */
export const lastLogin = ({ signIns }: EntraUserAnswers): string | null => {
  const activity = signIns?.[0]?.signInActivity
  return activity?.lastSuccessfulSignInDateTime ?? activity?.lastSignInDateTime ?? null
}

/**
 * Whether a user has a factor that counts: Graph's `isMfaCapable` leaves out factors that the tenant's policy no longer
 * allows.
 */
export const isMfaEnabled = ({ registrations }: EntraUserAnswers): boolean | null =>
  registrations?.[0]?.isMfaCapable ?? registrations?.[0]?.isMfaRegistered ?? null

/**
 * Whether a user has or may activate a directory role; null if no list says so and one of them could not be read.
 *
 * Only the report shows roles that come from a group, and only the list of eligibilities shows roles that a user may
 * activate. The licence that allows such roles also includes the report and that list.
 */
export const isAdmin = ({ registrations, roles, eligibilities }: EntraUserAnswers): boolean | null => {
  const hasRole = (roles ?? []).length + (eligibilities ?? []).length > 0
  if (hasRole || registrations?.[0]?.isAdmin === true) return true
  return roles === null || eligibilities === null || registrations === null ? null : false
}
