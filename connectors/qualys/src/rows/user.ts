import { Row } from "@tributary/core"
import { Schema } from "effect"

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
