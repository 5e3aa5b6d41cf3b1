import { Row } from "@tributary/core"
import { Schema } from "effect"

/** The definition of an assessment, which all assessments with its key share: https://learn.microsoft.com/en-us/rest/api/defenderforcloud/assessments-metadata/list-by-subscription */
export const DefenderMetadata = Schema.Struct({
  name: Schema.String,
  properties: Schema.Struct({
    displayName: Row.nullish(Schema.String),
    description: Row.nullish(Schema.String),
    remediationDescription: Row.nullish(Schema.String),
    severity: Row.nullish(Schema.String),
    categories: Row.nullish(Schema.Array(Schema.String)),
    threats: Row.nullish(Schema.Array(Schema.String)),
    assessmentType: Row.nullish(Schema.String),
    policyDefinitionId: Row.nullish(Schema.String)
  })
})
export interface DefenderMetadata extends Schema.Schema.Type<typeof DefenderMetadata> {}

/** An assessment that belongs to a control of a standard: https://learn.microsoft.com/en-us/rest/api/defenderforcloud/regulatory-compliance-assessments/list */
export const DefenderControl = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  controlName: Row.nullish(Schema.String)
})
export interface DefenderControl extends Schema.Schema.Type<typeof DefenderControl> {}

/** The location of an Azure resource: https://learn.microsoft.com/en-us/rest/api/resources/resources/list */
export const AzureLocation = Schema.Struct({
  id: Schema.String,
  location: Row.nullish(Schema.String)
})
export interface AzureLocation extends Schema.Schema.Type<typeof AzureLocation> {}

/** When an assessment was first evaluated and last changed its status, in Azure Resource Graph: https://learn.microsoft.com/en-us/azure/defender-for-cloud/resource-graph-samples */
export const DefenderTimes = Schema.Struct({
  id: Schema.String,
  firstEvaluationDate: Row.nullish(Schema.String),
  statusChangeDate: Row.nullish(Schema.String)
})
export interface DefenderTimes extends Schema.Schema.Type<typeof DefenderTimes> {}
