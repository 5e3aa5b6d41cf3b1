import { type Records, Row } from "@tributary/core"
import { Schema } from "effect"

const Interface = Schema.Struct({
  address: Row.nullish(Schema.String),
  family: Row.nullish(Schema.String),
  internal: Row.nullish(Schema.Boolean)
})

/** A system, which is a device with JumpCloud's agent or MDM: https://docs.jumpcloud.com/api/1.0/index.html#operation/systems_list */
export const JumpCloudSystem = Schema.Struct({
  _id: Schema.String,
  active: Row.nullish(Schema.Boolean),
  agentVersion: Row.nullish(Schema.String),
  amazonInstanceID: Row.nullish(Schema.String),
  arch: Row.nullish(Schema.String),
  azureAdJoined: Row.nullish(Schema.Boolean),
  created: Row.nullish(Schema.String),
  description: Row.nullish(Schema.String),
  displayName: Row.nullish(Schema.String),
  domainInfo: Row.nullish(Schema.Struct({ domainName: Row.nullish(Schema.String) })),
  fde: Row.nullish(Schema.Struct({ active: Row.nullish(Schema.Boolean), keyPresent: Row.nullish(Schema.Boolean) })),
  hostname: Row.nullish(Schema.String),
  hwVendor: Row.nullish(Schema.String),
  lastContact: Row.nullish(Schema.String),
  mdm: Row.nullish(Schema.Struct({ vendor: Row.nullish(Schema.String), enrollmentType: Row.nullish(Schema.String) })),
  networkInterfaces: Row.nullish(Schema.Array(Interface)),
  organization: Row.nullish(Schema.String),
  os: Row.nullish(Schema.String),
  osFamily: Row.nullish(Schema.String),
  osVersionDetail: Row.nullish(Schema.Struct({ major: Row.nullish(Schema.String), minor: Row.nullish(Schema.String) })),
  primarySystemUser: Row.nullish(Schema.Struct({ id: Row.nullish(Schema.String) })),
  remoteIP: Row.nullish(Schema.String),
  serialNumber: Row.nullish(Schema.String),
  tags: Row.nullish(Schema.Array(Schema.String)),
  version: Row.nullish(Schema.String)
})
export interface JumpCloudSystem extends Schema.Schema.Type<typeof JumpCloudSystem> {}

/** The addresses of a family, without those of the loopback. */
export const addressesOf = ({ networkInterfaces }: JumpCloudSystem, family: string): ReadonlyArray<string> => {
  const own = (networkInterfaces ?? []).filter((each) => each.family === family && each.internal !== true)
  return [...new Set(own.flatMap(({ address }) => address ?? []))]
}

/** The text in a list; an empty list if there is none. */
export const present = (value: string | null): ReadonlyArray<string> => (value === null || value === "" ? [] : [value])

/** The cloud in which a system runs; null if JumpCloud names none. Only those of Amazon have an id. */
export const cloudOf = ({ amazonInstanceID: instance_id }: JumpCloudSystem): Records.CloudMetadata | null => {
  if (instance_id === null || instance_id === "") return null
  return { cloud_provider: "AWS", account_id: null, region: null, availability_zone: null, instance_id }
}

/** The domain that a system has joined; null if it has joined none. */
export const adOf = ({ domainInfo }: JumpCloudSystem): Records.AdInfo | null => {
  const [domain] = present(domainInfo?.domainName ?? null)
  return domain === undefined ? null : { org_unit: null, site_name: null, domain, device_id: null }
}

/** JumpCloud's agent on a system. */
export const agentOf = ({ agentVersion: agent_version }: JumpCloudSystem): Records.AgentInfo => ({
  agent_version,
  signature_version: null,
  policies: null
})
