import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { users } from "../lists.js"
import { QualysUser } from "../rows/user.js"
import { isActive, isAdmin, lastLoginOf } from "../users.js"

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
    is_admin: isAdmin(user),
    is_active: isActive(user),
    last_login: lastLoginOf(user),
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
