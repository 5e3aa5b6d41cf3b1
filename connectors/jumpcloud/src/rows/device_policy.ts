import { Row } from "@tributary/core"
import { Schema } from "effect"

/** A policy: https://docs.jumpcloud.com/api/2.0/index.html#operation/policies_list */
export const JumpCloudPolicy = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  notes: Row.nullish(Schema.String),
  template: Row.nullish(
    Schema.Struct({
      id: Row.nullish(Schema.String),
      name: Row.nullish(Schema.String),
      displayName: Row.nullish(Schema.String),
      osMetaFamily: Row.nullish(Schema.String)
    })
  )
})
export interface JumpCloudPolicy extends Schema.Schema.Type<typeof JumpCloudPolicy> {}
