import { Extractor, Mention, OperatingSystem, RecordKind, type Records } from "@tributary/core"
import { cloudOf } from "../cloud.js"
import { adInfoOf } from "../directory.js"
import { BY_ID, cursorPages, MOST_ROWS } from "../pagination.js"
import { SentinelOneAgent } from "../rows/agent.js"

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
