import { Extractor, Mention, OperatingSystem, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { BY_ID, cursorPages, MOST_ROWS } from "../pagination.js"

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

const PROVIDERS: Readonly<Record<string, Records.CloudProvider>> = { aws: "AWS", azure: "AZURE", gcp: "GCP" }

const distinct = (values: ReadonlyArray<string | null>): ReadonlyArray<string> => [
  ...new Set(values.flatMap((value) => value || []))
]

/** Whether SentinelOne still manages the endpoint; null if it does not say. */
const isManaged = ({ isDecommissioned, isUninstalled }: SentinelOneAgent): boolean | null =>
  isDecommissioned === null && isUninstalled === null ? null : isDecommissioned !== true && isUninstalled !== true

const statusOf = (agent: SentinelOneAgent): Records.DeviceStatus => {
  const managed = isManaged(agent)
  if (managed === null) return "UNKNOWN"
  return managed ? "ACTIVE" : "INACTIVE"
}

/** The name of Windows has the version, and its revision is a build. The names of macOS and Linux do not have it, and their revisions do. */
const versionOf = ({ osName, osRevision, osType }: SentinelOneAgent): OperatingSystem.Version => {
  if (osType?.startsWith("windows") === true) return OperatingSystem.toVersion(osName)
  return OperatingSystem.toVersion(osType === "linux" ? osRevision : `${osName ?? ""} ${osRevision ?? ""}`)
}

/** A domain without a dot is a workgroup, or the short name of a domain. */
const fqdnsOf = ({ computerName, domain }: SentinelOneAgent): ReadonlyArray<string> =>
  computerName && !/[\s.]/.test(computerName) && domain?.includes(".") === true ? [`${computerName}.${domain}`] : []

/** The values of one kind in a distinguished name such as `CN=PC1,OU=Laptops,DC=acme,DC=example`, from left to right. */
const partsOf = (name: string, kind: string): ReadonlyArray<string> =>
  name
    .split(/(?<!\\),/)
    .map((part) => part.trim())
    .filter((part) => part.toUpperCase().startsWith(`${kind}=`))
    .map((part) => part.slice(kind.length + 1).replaceAll("\\,", ","))

const adInfoOf = ({ activeDirectory }: SentinelOneAgent): Records.AdInfo | null => {
  const name = activeDirectory?.computerDistinguishedName
  if (!name) return null
  return {
    org_unit: [...partsOf(name, "OU")].reverse().join("/") || null,
    site_name: null,
    domain: partsOf(name, "DC").join(".") || null,
    device_id: null
  }
}

/** A zone of AWS (us-east-1a) or Google Cloud (us-east1-b) is its region plus a letter. */
const ZONE = /^(.*\d)-?[a-z]$/

const cloudOf = ({ cloudProviders }: SentinelOneAgent): Records.CloudMetadata | null => {
  const [provider, cloud] = Object.entries(cloudProviders ?? {})[0] ?? []
  if (provider === undefined) return null
  const location = cloud?.cloudLocation || null
  const region = location === null ? null : (ZONE.exec(location)?.[1] ?? location)
  return {
    cloud_provider: PROVIDERS[provider.toLowerCase()] ?? "OTHER",
    account_id: cloud?.cloudAccount || null,
    region,
    availability_zone: region === location ? null : location,
    instance_id: cloud?.cloudInstanceId || null
  }
}

/** Maps an agent to the device on which it is installed. */
export const toDevice = (agent: SentinelOneAgent): RecordKind.Draft<typeof RecordKind.Device> => {
  const interfaces = agent.networkInterfaces ?? []
  const agent_info = { agent_version: agent.agentVersion || null, signature_version: null, policies: null }
  return {
    status: statusOf(agent),
    platform: OperatingSystem.toPlatform(agent.osType, agent.osName),
    hostnames: distinct([agent.computerName]),
    fqdns: fqdnsOf(agent),
    ipv4s: distinct(interfaces.flatMap(({ inet }) => inet ?? [])),
    ipv6s: distinct(interfaces.flatMap(({ inet6 }) => inet6 ?? [])),
    mac_addresses: distinct(interfaces.map(({ physical }) => physical)),
    serial_number: agent.serialNumber || null,
    model: agent.modelName || null,
    os_version: agent.osRevision || null,
    ...versionOf(agent),
    first_seen: agent.registeredAt,
    last_seen: agent.lastActiveDate,
    is_encrypted: agent.encryptedApplications,
    is_managed: isManaged(agent),
    source_vendors: [{ vendor: "SENTINELONE", vendor_id: agent.id, agent_info }],
    ad_info: adInfoOf(agent),
    cloud_metadata: cloudOf(agent),
    vendor_id: agent.id,
    vendor_data: {
      vendor: "SENTINELONE",
      os_type: agent.osType,
      os_name: agent.osName,
      domain: agent.domain,
      group_id: agent.groupId,
      is_decommissioned: agent.isDecommissioned,
      is_uninstalled: agent.isUninstalled
    }
  }
}

/** The group of each agent that SentinelOne still manages; an agent is in one group. */
const memberships = Mention.of<SentinelOneAgent>()({
  record: RecordKind.DeviceGroupMember,
  things: (agent) => (agent.groupId && isManaged(agent) !== false ? [agent.groupId] : []),
  toRecord: (group, agent) => ({ device_vendor_id: agent.id, group_vendor_id: group })
})

/**
 * Reads the agents with their groups: https://usea1-partners.sentinelone.net/api-doc/overview > Agents > Get Agents
 *
 * Agents that were decommissioned or uninstalled are in the list, so that a delta finds that they were, and threats keep their devices.
 */
export const devices = Extractor.make({
  record: RecordKind.Device,
  endpoint: "/web/api/v2.1/agents",
  row: SentinelOneAgent,
  marks: {
    secret: ["licenseKey"],
    // Whether the agent is connected at the moment, its clock, and counters.
    volatile: ["isActive", "lastIpToMgmt", "osStartTime", "updatedAt"],
    leftOut: { createdAt: "the time of the registration, which registeredAt has too" }
  },
  pagination: cursorPages(MOST_ROWS),
  permissions: ["Endpoints.view"],
  queries: [{ ...BY_ID, isDecommissioned: "True,False", isUninstalled: "True,False" }],
  since: (instant) => ({ updatedAt__gte: instant }),
  mentions: [memberships],
  toRecord: toDevice
})
