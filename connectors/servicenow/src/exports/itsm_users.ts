import { Extractor, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { table } from "../table.js"
import { Flag, Reference, Text, Time } from "../value.js"

/** A user, a row of the table `sys_user`: https://www.servicenow.com/docs/r/platform-administration/user-administration/user.html */
export const ServiceNowUser = Schema.Struct({
  sys_id: Schema.NonEmptyString,
  user_name: Text,
  name: Text,
  email: Text,
  title: Text,
  employee_number: Text,
  department: Reference,
  // The name: https://developer.servicenow.com/blog.do?p=/post/dot-walking-in-the-rest-table-api-2/
  "department.name": Text,
  manager: Reference,
  last_login_time: Time,
  locked_out: Flag,
  active: Flag,
  sys_created_on: Time,
  sys_updated_on: Time
})
export interface ServiceNowUser extends Schema.Schema.Type<typeof ServiceNowUser> {}

/** Maps a user to an `itsm_user`; a user without the flag `active` counts as inactive, and one that is locked out can still be assigned work. */
export const toItsmUser = (user: ServiceNowUser): RecordKind.Draft<typeof RecordKind.ItsmUser> => ({
  email: user.email,
  name: user.name ?? user.user_name ?? user.email ?? user.sys_id,
  status: user.active === true ? "ACTIVE" : "INACTIVE",
  vendor_attributes: {
    created_at: user.sys_created_on,
    id: user.sys_id,
    updated_at: user.sys_updated_on,
    vendor: "SERVICENOW",
    data: {
      vendor: "SERVICENOW",
      user_name: user.user_name,
      title: user.title,
      employee_number: user.employee_number,
      department_id: user.department?.value ?? null,
      department: user["department.name"],
      manager_id: user.manager?.value ?? null,
      last_login_at: user.last_login_time,
      is_locked_out: user.locked_out
    }
  }
})

/** Extracts the users of the instance. */
export const users = Extractor.make({
  record: RecordKind.ItsmUser,
  ...table("sys_user", ServiceNowUser),
  row: ServiceNowUser,
  toRecord: toItsmUser
})
