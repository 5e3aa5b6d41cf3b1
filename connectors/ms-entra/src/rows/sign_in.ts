import { Row } from "@tributary/core"
import { Schema } from "effect"
import { EntraLocation } from "./location.js"

/** A sign-in of a user: https://learn.microsoft.com/en-us/graph/api/resources/signin */
export const EntraSignIn = Schema.Struct({
  id: Schema.String,
  createdDateTime: Schema.String,
  userId: Row.text,
  userDisplayName: Row.text,
  userPrincipalName: Row.text,
  appId: Row.text,
  appDisplayName: Row.text,
  resourceId: Row.text,
  resourceDisplayName: Row.text,
  ipAddress: Row.text,
  correlationId: Row.text,
  conditionalAccessStatus: Row.text,
  status: Row.nullish(Schema.Struct({ errorCode: Row.nullish(Schema.Number), failureReason: Row.text })),
  deviceDetail: Row.nullish(Schema.Struct({ operatingSystem: Row.text })),
  location: Row.nullish(EntraLocation)
})
export interface EntraSignIn extends Schema.Schema.Type<typeof EntraSignIn> {}
