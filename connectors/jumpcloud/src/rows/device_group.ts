import { Row } from "@tributary/core"
import { Schema } from "effect"

/** A group of systems: https://docs.jumpcloud.com/api/2.0/index.html#operation/groups_system_list */
export const JumpCloudSystemGroup = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: Row.nullish(Schema.String),
  type: Row.nullish(Schema.String)
})
export interface JumpCloudSystemGroup extends Schema.Schema.Type<typeof JumpCloudSystemGroup> {}
