import { Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { graphPages } from "../graph.js"

const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** A conditional access policy: https://learn.microsoft.com/en-us/graph/api/resources/conditionalaccesspolicy */
export const EntraPolicy = Schema.Struct({
  id: Schema.String,
  displayName: Row.nullish(Schema.String),
  description: Row.nullish(Schema.String),
  state: Row.nullish(Schema.String),
  templateId: Row.nullish(Schema.String),
  createdDateTime: Row.nullish(Schema.String),
  modifiedDateTime: Row.nullish(Schema.String),
  conditions: Row.nullish(JsonObject),
  grantControls: Row.nullish(JsonObject),
  sessionControls: Row.nullish(JsonObject)
})
export interface EntraPolicy extends Schema.Schema.Type<typeof EntraPolicy> {}

/** The states of a policy: https://learn.microsoft.com/en-us/graph/api/resources/conditionalaccesspolicy#properties */
const statuses: Readonly<Record<string, string>> = {
  enabled: "ENABLED",
  disabled: "DISABLED",
  enabledForReportingButNotEnforced: "REPORT_ONLY"
}

export const toIdpPolicy = (policy: EntraPolicy): RecordKind.Draft<typeof RecordKind.IdpPolicy> => ({
  name: policy.displayName ?? policy.id,
  type: "CONDITIONAL_ACCESS",
  status: statuses[policy.state ?? ""] ?? "OTHER",
  description: policy.description,
  conditions: policy.conditions,
  vendor_created_at: policy.createdDateTime,
  last_updated_at: policy.modifiedDateTime ?? policy.createdDateTime,
  vendor_id: policy.id,
  vendor_data: {
    vendor: "MS_ENTRA",
    state: policy.state,
    template_id: policy.templateId,
    grant_controls: policy.grantControls,
    session_controls: policy.sessionControls
  }
})

export const policies = Extractor.make({
  record: RecordKind.IdpPolicy,
  endpoint: "/v1.0/identity/conditionalAccess/policies",
  row: EntraPolicy,
  pagination: graphPages(),
  permissions: ["Policy.Read.All"],
  toRecord: toIdpPolicy
})
