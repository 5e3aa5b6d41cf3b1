import { Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { users } from "../lists.js"

/** A user of the subscription: https://docs.qualys.com/en/vm/api/users/users/list_users.htm */
export const QualysUser = Schema.Struct({
  USER_ID: Row.text,
  USER_LOGIN: Row.text,
  EXTERNAL_ID: Row.text,
  CONTACT_INFO: Row.nullish(
    Schema.Struct({ FIRSTNAME: Row.text, LASTNAME: Row.text, TITLE: Row.text, EMAIL: Row.text, COMPANY: Row.text })
  ),
  ASSIGNED_ASSET_GROUPS: Row.nullish(Schema.Struct({ ASSET_GROUP_TITLE: Schema.Array(Schema.String) })),
  USER_STATUS: Row.text,
  CREATION_DATE: Row.text,
  LAST_LOGIN_DATE: Row.text,
  USER_ROLE: Row.text,
  BUSINESS_UNIT: Row.text,
  UNIT_MANAGER_POC: Row.text,
  MANAGER_POC: Row.text,
  PERMISSIONS: Row.nullish(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
})
export interface QualysUser extends Schema.Schema.Type<typeof QualysUser> {}

/**
 * Whether a role administers the subscription; a unit manager administers one business unit.
 *
 * https://qualysapi.qualys.com/qwebhelp/fo_portal/user_accounts/setting_user_permissions.htm
 */
const ADMINS: Readonly<Record<string, boolean>> = {
  Manager: true,
  Administrator: true,
  "Unit Manager": false,
  Scanner: false,
  Reader: false,
  Auditor: false,
  Contact: false,
  "Remediation User": false,
  "KnowledgeBase Only": false
}

/** Whether a user can log in; Qualys does not say so of one who has not activated the account yet. */
const ACTIVE: Readonly<Record<string, boolean>> = { Active: true, Inactive: false }

/** What Qualys writes as the last login of a user who never logged in. */
const NEVER = "N/A"

/** The id of a user; the login of one whose id Qualys does not show. */
const idOf = (row: unknown) => Pagination.at(row, "USER_ID") || Pagination.at(row, "USER_LOGIN")

/** Maps a user; Qualys does not say whether a second factor is on. */
export const toConfigUser = (user: QualysUser): RecordKind.Draft<typeof RecordKind.ConfigUser> => {
  const { CONTACT_INFO: contact } = user
  const id = user.USER_ID ?? user.USER_LOGIN ?? ""
  return {
    name: [contact?.FIRSTNAME, contact?.LASTNAME].filter(Boolean).join(" ") || null,
    email: contact?.EMAIL ?? null,
    username: user.USER_LOGIN ?? contact?.EMAIL ?? id,
    vendor_user_id: id,
    role: user.USER_ROLE,
    is_admin: ADMINS[user.USER_ROLE ?? ""] ?? null,
    is_active: ACTIVE[user.USER_STATUS ?? ""] ?? null,
    last_login: user.LAST_LOGIN_DATE === NEVER ? null : user.LAST_LOGIN_DATE,
    access_data: {
      permissions: user.PERMISSIONS,
      business_unit: user.BUSINESS_UNIT,
      asset_groups: user.ASSIGNED_ASSET_GROUPS?.ASSET_GROUP_TITLE ?? []
    },
    vendor_id: id,
    vendor_data: {
      vendor: "QUALYS",
      status: user.USER_STATUS,
      external_id: user.EXTERNAL_ID,
      created: user.CREATION_DATE,
      title: contact?.TITLE ?? null,
      company: contact?.COMPANY ?? null,
      is_unit_manager_contact: user.UNIT_MANAGER_POC === "1",
      is_manager_contact: user.MANAGER_POC === "1"
    }
  }
}

const CONTACT = "how to reach the person, which says nothing about access"

/** Reads the users that the user may see. */
export const configUsers = Extractor.make({
  record: RecordKind.ConfigUser,
  endpoint: "/msp/user_list.php",
  row: QualysUser,
  id: idOf,
  marks: {
    leftOut: {
      "CONTACT_INFO.PHONE": CONTACT,
      "CONTACT_INFO.FAX": CONTACT,
      "CONTACT_INFO.ADDRESS*": CONTACT,
      "CONTACT_INFO.CITY": CONTACT,
      "CONTACT_INFO.STATE": CONTACT,
      "CONTACT_INFO.ZIP_CODE": CONTACT,
      UI_INTERFACE_STYLE: "the colours of the web interface"
    }
  },
  pagination: users,
  permissions: ["role: Manager, Administrator or Unit Manager", "API access"],
  toRecord: toConfigUser
})
