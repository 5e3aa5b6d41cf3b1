import { Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { pages } from "../pages.js"

/** An account of Jamf Pro itself: https://developer.jamf.com/jamf-pro/reference/get_v1-accounts */
export const JamfAccount = Schema.Struct({
  id: Schema.String,
  username: Row.text,
  realname: Row.text,
  email: Row.text,
  siteId: Row.nullish(Schema.Number),
  accessLevel: Row.text,
  privilegeLevel: Row.text,
  accountStatus: Row.text
})
export interface JamfAccount extends Schema.Schema.Type<typeof JamfAccount> {}

const ACTIVE: Readonly<Record<string, boolean>> = { Enabled: true, Disabled: false }

/** An administrator of one site does not administer the server. What members of account groups may do, only the groups say. */
const isAdmin = ({ accessLevel, privilegeLevel }: JamfAccount): boolean | null => {
  if (!accessLevel || !privilegeLevel || accessLevel === "GroupBasedAccess") return null
  return accessLevel === "FullAccess" && privilegeLevel === "ADMINISTRATOR"
}

/** Maps an account. Jamf says neither when somebody last logged in, nor whether a second factor is on. */
export const toConfigUser = (account: JamfAccount): RecordKind.Draft<typeof RecordKind.ConfigUser> => {
  const { accessLevel, accountStatus, email, id, privilegeLevel, realname, siteId, username } = account
  return {
    name: realname || null,
    email: email || null,
    username: username || email || id,
    vendor_user_id: id,
    role: privilegeLevel || null,
    is_admin: isAdmin(account),
    is_active: ACTIVE[accountStatus ?? ""] ?? null,
    access_data: { accessLevel, privilegeLevel, siteId },
    vendor_id: id,
    vendor_data: { vendor: "JAMF", accountStatus }
  }
}

/** Reads the accounts of Jamf Pro. */
export const configUsers = Extractor.make({
  record: RecordKind.ConfigUser,
  endpoint: "/api/v1/accounts",
  row: JamfAccount,
  pagination: pages(100),
  permissions: ["Read Accounts"],
  queries: [{ sort: "id:asc" }],
  marks: { volatile: ["failedLoginAttempts"] },
  toRecord: toConfigUser
})
