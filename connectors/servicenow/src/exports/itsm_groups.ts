import { Extractor, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { table } from "../table.js"
import { Flag, Reference, Text, Time } from "../value.js"

/** A group, a row of the table `sys_user_group`: https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html */
export const ServiceNowGroup = Schema.Struct({
  sys_id: Schema.NonEmptyString,
  name: Text,
  description: Text,
  email: Text,
  type: Text,
  active: Flag,
  manager: Reference,
  parent: Reference,
  sys_created_on: Time,
  sys_updated_on: Time
})
export interface ServiceNowGroup extends Schema.Schema.Type<typeof ServiceNowGroup> {}

/** Maps a group to an `itsm_group`; its name falls back to its `sys_id`. */
export const toItsmGroup = (group: ServiceNowGroup): RecordKind.Draft<typeof RecordKind.ItsmGroup> => ({
  name: group.name ?? group.sys_id,
  description: group.description?.trim(),
  vendor_id: group.sys_id,
  vendor_attributes: {
    created_at: group.sys_created_on,
    id: group.sys_id,
    updated_at: group.sys_updated_on,
    vendor: "SERVICENOW",
    data: {
      vendor: "SERVICENOW",
      email: group.email,
      type: group.type,
      is_active: group.active,
      manager_id: group.manager?.value ?? null,
      parent_group_id: group.parent?.value ?? null
    }
  }
})

/** Extracts the groups of the instance. */
export const groups = Extractor.make({
  record: RecordKind.ItsmGroup,
  ...table("sys_user_group", ServiceNowGroup),
  row: ServiceNowGroup,
  toRecord: toItsmGroup
})
