import { Row } from "@tributary/core"
import { Schema } from "effect"

/** The definition of a vulnerability, which all its findings share: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getVulnerability */
export const InsightVmVulnerability = Schema.Struct({
  id: Schema.String,
  title: Row.nullish(Schema.String),
  description: Row.nullish(Schema.Struct({ text: Row.nullish(Schema.String) })),
  severity: Row.nullish(Schema.String),
  severityScore: Row.nullish(Schema.Number),
  cves: Row.nullish(Schema.Array(Schema.String)),
  cvss: Row.nullish(
    Schema.Struct({
      v2: Row.nullish(Schema.Struct({ score: Row.nullish(Schema.Number), vector: Row.nullish(Schema.String) })),
      v3: Row.nullish(Schema.Struct({ score: Row.nullish(Schema.Number), vector: Row.nullish(Schema.String) }))
    })
  ),
  categories: Row.nullish(Schema.Array(Schema.String)),
  exploits: Row.nullish(Schema.Number),
  malwareKits: Row.nullish(Schema.Number),
  riskScore: Row.nullish(Schema.Number),
  denialOfService: Row.nullish(Schema.Boolean),
  pci: Row.nullish(
    Schema.Struct({
      status: Row.nullish(Schema.String),
      fail: Row.nullish(Schema.Boolean),
      adjustedCVSSScore: Row.nullish(Schema.Number),
      specialNotes: Row.nullish(Schema.String)
    })
  ),
  published: Row.nullish(Schema.String),
  added: Row.nullish(Schema.String),
  modified: Row.nullish(Schema.String)
})
export interface InsightVmVulnerability extends Schema.Schema.Type<typeof InsightVmVulnerability> {}

/** The id of a solution, which says what to do, such as `msft-kb5037771` or `disable-telnet`: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getVulnerabilitySolutions */
export const InsightVmSolution = Schema.String
