import { Row } from "@tributary/core"
import { Schema } from "effect"

/** Where a cloud runs an agent, under the name of the cloud. */
const SentinelOneCloud = Schema.Struct({ cloudAccount: Row.text, cloudInstanceId: Row.text, cloudLocation: Row.text })

const Addresses = Row.nullish(Schema.Array(Schema.String))

/** An agent on an endpoint: https://usea1-partners.sentinelone.net/api-doc/overview > Agents > Get Agents */
export const SentinelOneAgent = Schema.Struct({
  id: Schema.String,
  computerName: Row.text,
  domain: Row.text,
  osType: Row.text,
  osName: Row.text,
  osRevision: Row.text,
  serialNumber: Row.text,
  modelName: Row.text,
  agentVersion: Row.text,
  registeredAt: Row.text,
  lastActiveDate: Row.text,
  isDecommissioned: Row.nullish(Schema.Boolean),
  isUninstalled: Row.nullish(Schema.Boolean),
  encryptedApplications: Row.nullish(Schema.Boolean),
  groupId: Row.text,
  networkInterfaces: Row.nullish(
    Schema.Array(Schema.Struct({ inet: Addresses, inet6: Addresses, physical: Row.text }))
  ),
  activeDirectory: Row.nullish(Schema.Struct({ computerDistinguishedName: Row.text })),
  cloudProviders: Row.nullish(Schema.Record({ key: Schema.String, value: Schema.NullOr(SentinelOneCloud) }))
})
export interface SentinelOneAgent extends Schema.Schema.Type<typeof SentinelOneAgent> {}
