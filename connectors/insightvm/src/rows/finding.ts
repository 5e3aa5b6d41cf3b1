import { Row } from "@tributary/core"
import { Schema } from "effect"

/** A vulnerability found on one asset: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getAssetVulnerabilities */
export const InsightVmFinding = Schema.Struct({
  id: Schema.String,
  status: Row.nullish(Schema.String),
  since: Row.nullish(Schema.String),
  instances: Row.nullish(Schema.Number),
  results: Row.nullish(
    Schema.Array(
      Schema.Struct({
        status: Row.nullish(Schema.String),
        port: Row.nullish(Schema.Number),
        protocol: Row.nullish(Schema.String),
        proof: Row.nullish(Schema.String)
      })
    )
  )
})
export interface InsightVmFinding extends Schema.Schema.Type<typeof InsightVmFinding> {}
