import { Row } from "@tributary/core"
import { Schema } from "effect"
import { AzureResourceDetails } from "../resourceDetails.js"

const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** An assessment of one resource: https://learn.microsoft.com/en-us/rest/api/defenderforcloud/assessments/list */
export const DefenderAssessment = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  properties: Schema.Struct({
    displayName: Row.nullish(Schema.String),
    resourceDetails: Row.nullish(AzureResourceDetails),
    status: Row.nullish(
      Schema.Struct({
        code: Row.nullish(Schema.String),
        cause: Row.nullish(Schema.String),
        description: Row.nullish(Schema.String),
        firstEvaluationDate: Row.nullish(Schema.String),
        statusChangeDate: Row.nullish(Schema.String)
      })
    ),
    additionalData: Row.nullish(JsonObject),
    links: Row.nullish(Schema.Struct({ azurePortalUri: Row.nullish(Schema.String) }))
  })
})
export interface DefenderAssessment extends Schema.Schema.Type<typeof DefenderAssessment> {}
