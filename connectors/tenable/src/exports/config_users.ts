import { Extractor, Pagination, RecordKind, Row, Timestamp } from "@tributary/core"
import { Schema } from "effect"

const Flag = Row.nullish(Schema.Boolean)
const Count = Row.nullish(Schema.Number)

/** Tenable's reference has 1 and 0 in answers, but true and false in the request that changes them. */
const Switch = Row.nullish(Schema.Union(Schema.Boolean, Schema.Number))

/**
 * The second factor of a user. Tenable's reference knows only codes by SMS; Okta, which reads the same list, also shows whether an
 * authenticator app is on: https://help.okta.com/wf/en-us/content/topics/workflows/connector-reference/tenablevm/actions/listusers.htm
 */
const TenableTwoFactor = Schema.Struct({ sms_enabled: Switch, totp_enabled: Switch })

/** A user of the container: https://developer.tenable.com/reference/users-list */
export const TenableUser = Schema.Struct({
  uuid: Schema.String,
  username: Row.text,
  email: Row.text,
  name: Row.text,
  permissions: Count,
  rbac_roles: Row.nullish(Schema.Array(Schema.Struct({ name: Row.text, uuid: Row.text }))),
  enabled: Flag,
  lockout: Count,
  ui_permitted: Flag,
  ui_saml_only: Flag,
  api_permitted: Flag,
  group_uuids: Row.nullish(Schema.Array(Schema.String)),
  two_factor: Row.nullish(TenableTwoFactor),
  lastlogin: Count
})
export interface TenableUser extends Schema.Schema.Type<typeof TenableUser> {}

const ADMINISTRATOR = "Administrator"

/**
 * The predefined roles by number; 0 is not among them, because it stands for Read-Only and for a custom role.
 *
 * https://developer.tenable.com/docs/roles
 */
const ROLES: Readonly<Record<number, string>> = {
  16: "Basic",
  24: "Scan Operator",
  32: "Standard",
  40: "Scan Manager",
  64: ADMINISTRATOR
}

/** The names of all predefined roles; any other is a custom role, about which the list of users says nothing but its name. */
const PREDEFINED: ReadonlyArray<string> = ["Read-Only", ...Object.values(ROLES)]

/** The names of a user's roles; the number counts only without them, because that of a custom role says little. */
const rolesOf = ({ permissions, rbac_roles }: TenableUser): ReadonlyArray<string> => {
  const names = (rbac_roles ?? []).flatMap(({ name }) => name || [])
  const predefined = permissions === null ? undefined : ROLES[permissions]
  return names.length > 0 || predefined === undefined ? names : [predefined]
}

/** Null for a custom role, unless Tenable gives the user the number of administrators. */
const isAdmin = (user: TenableUser): boolean | null => {
  const roles = rolesOf(user)
  if (user.permissions === 64 || roles.includes(ADMINISTRATOR)) return true
  return roles.length > 0 && roles.every((role) => PREDEFINED.includes(role)) ? false : null
}

/** An enabled user who is locked out of the user interface, or may not use it, can still use API keys if these are permitted. */
const isActive = ({ api_permitted, enabled, lockout, ui_permitted }: TenableUser): boolean | null => {
  if (enabled !== true) return enabled
  return (lockout !== 1 && ui_permitted !== false) || api_permitted === true
}

/**
 * Tenable leaves `two_factor` out if a user has not set it up, and leaves it out of every user for all but administrators, who alone see
 * `enabled`. It does not know the second factor of somebody who signs in through SAML only.
 */
const isMfaEnabled = ({ enabled, two_factor, ui_saml_only }: TenableUser): boolean | null => {
  if (two_factor === null) return enabled === null || ui_saml_only === true ? null : false
  const factors = [two_factor.sms_enabled, two_factor.totp_enabled].filter((factor) => factor !== null)
  return factors.length === 0 || factors.some((factor) => factor === true || factor === 1)
}

const accessOf = (user: TenableUser): Record<string, unknown> | null => {
  const { api_permitted, group_uuids, permissions, rbac_roles, ui_permitted, ui_saml_only } = user
  const access = { permissions, rbac_roles, group_uuids, ui_permitted, ui_saml_only, api_permitted }
  return Object.values(access).every((value) => value === null) ? null : access
}

/** Tenable uses the login as the email address of a user who has no other: https://developer.tenable.com/reference/users-list */
const emailOf = ({ email, username }: TenableUser): string | null =>
  email || (username?.includes("@") ? username : null)

/** Maps a user. */
export const toConfigUser = (user: TenableUser): RecordKind.Draft<typeof RecordKind.ConfigUser> => ({
  name: user.name || null,
  email: emailOf(user),
  username: user.username || user.email || user.uuid,
  vendor_user_id: user.uuid,
  role: rolesOf(user).join(", ") || null,
  is_admin: isAdmin(user),
  is_active: isActive(user),
  is_mfa_enabled: isMfaEnabled(user),
  last_login: Timestamp.fromSeconds(user.lastlogin === null ? null : user.lastlogin / 1_000),
  access_data: accessOf(user),
  vendor_id: user.uuid,
  vendor_data: { vendor: "TENABLE", enabled: user.enabled, lockout: user.lockout, two_factor: user.two_factor }
})

/** Reads the users of the container, all in one answer. */
export const configUsers = Extractor.make({
  record: RecordKind.ConfigUser,
  endpoint: "/users",
  row: TenableUser,
  marks: {
    // The connector's own user has another time of access after each job.
    volatile: ["last_apikey_access", "last_login_attempt", "login_fail_count", "login_fail_total"],
    leftOut: {
      "two_factor.sms_phone": "the phone number that receives the codes",
      preferences: "how the user has arranged the user interface",
      user_name: "the same as `username`",
      uuid_id: "the same as `uuid`"
    }
  },
  id: "uuid",
  pagination: Pagination.none({ items: "users" }),
  // Without it, Tenable names no custom role.
  queries: [{ withRoles: true }],
  permissions: ["role: Basic [16]"],
  toRecord: toConfigUser
})
