import { Row } from "@tributary/core"
import { Schema } from "effect"

/** A subscription: https://learn.microsoft.com/en-us/rest/api/resources/subscriptions/list */
export const AzureSubscription = Schema.Struct({
  subscriptionId: Schema.String,
  displayName: Row.nullish(Schema.String),
  state: Row.nullish(Schema.String)
})
export interface AzureSubscription extends Schema.Schema.Type<typeof AzureSubscription> {}
