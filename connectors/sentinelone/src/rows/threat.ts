import { Row } from "@tributary/core"
import { Schema } from "effect"

/** A threat: https://usea1-partners.sentinelone.net/api-doc/overview > Threats > Get Threats */
export const SentinelOneThreat = Schema.Struct({
  id: Schema.String,
  threatInfo: Row.nullish(
    Schema.Struct({
      threatName: Row.text,
      classification: Row.text,
      confidenceLevel: Row.text,
      analystVerdict: Row.text,
      incidentStatus: Row.text,
      mitigationStatus: Row.text,
      identifiedAt: Row.text,
      createdAt: Row.text,
      updatedAt: Row.text,
      processUser: Row.text,
      filePath: Row.text,
      maliciousProcessArguments: Row.text,
      md5: Row.text,
      sha1: Row.text,
      sha256: Row.text
    })
  ),
  agentDetectionInfo: Row.nullish(Schema.Struct({ agentIpV4: Row.text, agentOsName: Row.text })),
  agentRealtimeInfo: Row.nullish(
    Schema.Struct({ agentId: Row.text, agentComputerName: Row.text, agentOsType: Row.text })
  ),
  indicators: Row.nullish(
    Schema.Array(
      Schema.Struct({
        description: Row.text,
        tactics: Row.nullish(
          Schema.Array(
            Schema.Struct({
              name: Row.text,
              source: Row.text,
              techniques: Row.nullish(Schema.Array(Schema.Struct({ name: Row.text })))
            })
          )
        )
      })
    )
  )
})
export interface SentinelOneThreat extends Schema.Schema.Type<typeof SentinelOneThreat> {}
