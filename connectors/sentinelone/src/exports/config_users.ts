import { Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { BY_ID, cursorPages, MOST_ROWS } from "../pagination.js"

/** What a user may do in a site, an account or the whole console. */
const SentinelOneRole = Schema.Struct({
  id: Row.text,
  name: Row.text,
  accountName: Row.text,
  roleId: Row.text,
  roleName: Row.text
})

/** A user of the console: https://usea1-partners.sentinelone.net/api-doc/overview > Users > List users */
export const SentinelOneUser = Schema.Struct({
  id: Schema.String,
  fullName: Row.text,
  email: Row.text,
  source: Row.text,
  scope: Row.text,
  scopeRoles: Row.nullish(Schema.Array(SentinelOneRole)),
  lastLogin: Row.text,
  twoFaEnabled: Row.nullish(Schema.Boolean)
})
export interface SentinelOneUser extends Schema.Schema.Type<typeof SentinelOneUser> {}

/** The predefined role that may do everything in its scope. */
const ADMIN = "Admin"

const rolesOf = ({ scopeRoles }: SentinelOneUser): ReadonlyArray<string> => [
  ...new Set((scopeRoles ?? []).flatMap(({ roleName }) => roleName || []))
]

/** Whether the console asks for a second factor; it does not know what the identity provider of another user asks for. */
const isMfaEnabled = ({ source, twoFaEnabled }: SentinelOneUser): boolean | null =>
  twoFaEnabled === true || source === "mgmt" ? twoFaEnabled : null

/** Maps a user, whose login is the email address. */
export const toConfigUser = (user: SentinelOneUser): RecordKind.Draft<typeof RecordKind.ConfigUser> => {
  const roles = rolesOf(user)
  return {
    name: user.fullName || null,
    email: user.email || null,
    username: user.email || user.id,
    vendor_user_id: user.id,
    role: roles.join(", ") || null,
    is_admin: roles.length === 0 ? null : roles.includes(ADMIN),
    is_mfa_enabled: isMfaEnabled(user),
    last_login: user.lastLogin,
    access_data:
      user.scope === null && user.scopeRoles === null ? null : { scope: user.scope, scopeRoles: user.scopeRoles },
    vendor_id: user.id,
    vendor_data: { vendor: "SENTINELONE", source: user.source }
  }
}

const DEPRECATED = "deprecated: access_data has it"

/**
 * Reads the users of the console; service users have a list of their own.
 *
 * https://usea1-partners.sentinelone.net/api-doc/overview > Users > List users
 */
export const users = Extractor.make({
  record: RecordKind.ConfigUser,
  endpoint: "/web/api/v2.1/users",
  row: SentinelOneUser,
  marks: {
    leftOut: {
      agreementUrl: "an address of the console",
      lowestRole: DEPRECATED,
      "scopeRoles.roles": DEPRECATED,
      siteRoles: DEPRECATED,
      tenantRoles: DEPRECATED
    }
  },
  pagination: cursorPages(MOST_ROWS),
  permissions: ["Users.view"],
  queries: [BY_ID],
  toRecord: toConfigUser
})
