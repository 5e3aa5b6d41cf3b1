import { Row } from "@tributary/core"
import { Schema } from "effect"

/** A change in the directory: https://learn.microsoft.com/en-us/graph/api/resources/directoryaudit */
export const EntraDirectoryAudit = Schema.Struct({
  id: Schema.String,
  activityDateTime: Schema.String,
  activityDisplayName: Schema.String,
  category: Row.text,
  correlationId: Row.text,
  result: Row.text,
  resultReason: Row.text,
  // https://learn.microsoft.com/en-us/graph/api/resources/auditactivityinitiator
  initiatedBy: Row.nullish(
    Schema.Struct({
      user: Row.nullish(
        Schema.Struct({ id: Row.text, displayName: Row.text, userPrincipalName: Row.text, ipAddress: Row.text })
      ),
      app: Row.nullish(Schema.Struct({ appId: Row.text, displayName: Row.text, servicePrincipalId: Row.text }))
    })
  ),
  // https://learn.microsoft.com/en-us/graph/api/resources/targetresource
  targetResources: Row.nullish(
    Schema.Array(Schema.Struct({ id: Row.text, type: Row.text, displayName: Row.text, userPrincipalName: Row.text }))
  )
})
export interface EntraDirectoryAudit extends Schema.Schema.Type<typeof EntraDirectoryAudit> {}
