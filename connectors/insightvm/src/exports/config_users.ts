import { Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { USERS } from "../errors.js"
import { LINKS } from "../links.js"
import { pages } from "../pages.js"

const Flag = Row.nullish(Schema.Boolean)

/** A user of the console: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getUsers */
export const InsightVmUser = Schema.Struct({
  id: Schema.Number,
  login: Row.text,
  name: Row.text,
  email: Row.text,
  enabled: Flag,
  locked: Flag,
  role: Row.nullish(
    Schema.Struct({
      id: Row.text,
      name: Row.text,
      superuser: Flag,
      allSites: Flag,
      allAssetGroups: Flag,
      privileges: Row.nullish(Schema.Array(Schema.String))
    })
  )
})
export interface InsightVmUser extends Schema.Schema.Type<typeof InsightVmUser> {}

/** The role that may do everything. */
const GLOBAL_ADMINISTRATOR = "global-admin"

const isAdmin = ({ role }: InsightVmUser): boolean | null =>
  role?.superuser === true || role?.id === GLOBAL_ADMINISTRATOR ? true : (role?.superuser ?? null)

/** A locked account had too many failed logins, and waits for an administrator. */
const isActive = ({ enabled, locked }: InsightVmUser): boolean | null =>
  enabled === false || locked === true ? false : enabled

/**
 * Maps a user. The console does not say when somebody last logged in. Its only answer about a second factor is the key of that factor, for
 * which the connector does not ask: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getTwoFactorAuthenticationKey
 */
export const toConfigUser = (user: InsightVmUser): RecordKind.Draft<typeof RecordKind.ConfigUser> => ({
  name: user.name || null,
  email: user.email || null,
  username: user.login || user.email || String(user.id),
  vendor_user_id: String(user.id),
  role: user.role?.name || user.role?.id || null,
  is_admin: isAdmin(user),
  is_active: isActive(user),
  access_data: user.role,
  vendor_id: String(user.id),
  vendor_data: { vendor: "INSIGHTVM", enabled: user.enabled, locked: user.locked }
})

/** Reads all users of the console. */
export const configUsers = Extractor.make({
  record: RecordKind.ConfigUser,
  endpoint: USERS,
  row: InsightVmUser,
  marks: { leftOut: { links: LINKS, "authentication.links": LINKS, "locale.links": LINKS } },
  pagination: pages(500),
  permissions: ["role: Global Administrator"],
  toRecord: toConfigUser
})
