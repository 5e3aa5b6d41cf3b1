import { Row } from "@tributary/core"
import { Schema } from "effect"

/** A group of users: https://docs.jumpcloud.com/api/2.0/index.html#operation/groups_user_list */
export const JumpCloudUserGroup = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: Row.nullish(Schema.String),
  type: Row.nullish(Schema.String)
})
export interface JumpCloudUserGroup extends Schema.Schema.Type<typeof JumpCloudUserGroup> {}
