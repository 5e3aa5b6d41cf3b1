import { Row } from "@tributary/core"
import { Schema } from "effect"

/** An application: https://docs.jumpcloud.com/api/1.0/index.html#operation/applications_list */
export const JumpCloudApplication = Schema.Struct({
  _id: Schema.String,
  name: Row.nullish(Schema.String),
  displayName: Row.nullish(Schema.String),
  displayLabel: Row.nullish(Schema.String),
  active: Row.nullish(Schema.Boolean),
  created: Row.nullish(Schema.String)
})
export interface JumpCloudApplication extends Schema.Schema.Type<typeof JumpCloudApplication> {}
