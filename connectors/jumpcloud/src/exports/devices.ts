import { Extractor, type Lookup, OperatingSystem, RecordKind, type Records } from "@tributary/core"
import { READ_ONLY } from "../graph.js"
import { informationOf, mdmDevices } from "../lookups/mdm_devices.js"
import { owners } from "../lookups/owners.js"
import { countedPages } from "../pagination.js"
import { addressesOf, adOf, agentOf, cloudOf, JumpCloudSystem, present } from "../rows/system.js"

/** A system is active while its agent is connected. */
const statusOf = ({ active }: JumpCloudSystem): Records.DeviceStatus => {
  if (active === null) return "UNKNOWN"
  return active ? "ACTIVE" : "INACTIVE"
}

const lookups = { mdmDevices, owners }

/** Maps a system with its primary user and what the MDM knows about it: JumpCloud's list of systems has no MAC addresses and no model. */
export const toDevice = (
  system: JumpCloudSystem,
  { mdmDevices, owners }: Lookup.Answers<typeof lookups>
): RecordKind.Draft<typeof RecordKind.Device> => ({
  status: statusOf(system),
  platform: OperatingSystem.toPlatform(system.os, system.osFamily),
  hostnames: present(system.hostname),
  fqdns: present(system.hostname).filter((name) => name.includes(".")),
  ipv4s: addressesOf(system, "IPv4"),
  ipv6s: addressesOf(system, "IPv6"),
  mac_addresses: present(informationOf(mdmDevices, "wifiMac")),
  serial_number: system.serialNumber,
  manufacturer: system.hwVendor,
  model: informationOf(mdmDevices, "modelName"),
  os_version: system.version,
  os_major_version: system.osVersionDetail?.major ?? null,
  os_minor_version: system.osVersionDetail?.minor ?? null,
  first_seen: system.created,
  last_seen: system.lastContact,
  is_encrypted: system.fde?.active ?? null,
  is_managed: true,
  owner_email: owners?.[0]?.email ?? null,
  source_vendors: [{ vendor: "JUMPCLOUD", vendor_id: system._id, agent_info: agentOf(system) }],
  ad_info: adOf(system),
  cloud_metadata: cloudOf(system),
  vendor_id: system._id,
  vendor_data: {
    vendor: "JUMPCLOUD",
    display_name: system.displayName,
    description: system.description,
    os: system.os,
    arch: system.arch,
    remote_ip: system.remoteIP,
    is_recovery_key_present: system.fde?.keyPresent ?? null,
    is_azure_ad_joined: system.azureAdJoined,
    mdm_vendor: system.mdm?.vendor ?? null,
    mdm_enrollment_type: system.mdm?.enrollmentType ?? null,
    tags: system.tags,
    organization: system.organization,
    primary_user_id: system.primarySystemUser?.id ?? null
  }
})

/** Reads the systems, with the email addresses of their primary users, and with the model and MAC address that the MDM knows: https://docs.jumpcloud.com/api/1.0/index.html#operation/systems_list */
export const devices = Extractor.make({
  record: RecordKind.Device,
  endpoint: "/api/systems",
  row: JumpCloudSystem,
  id: "_id",
  pagination: countedPages,
  permissions: READ_ONLY,
  queries: [{ sort: "_id" }],
  lookups,
  marks: { volatile: ["connectionHistory"], leftOut: { id: "the same as `_id`" } },
  toRecord: toDevice
})
