import { Extractor, Lookup, OperatingSystem, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"

/** The most rows that Kandji returns in an answer. */
const LIMIT = 300

/** A device: https://api-docs.kandji.io/ > Device Information > List Devices */
export const KandjiDevice = Schema.Struct({
  device_id: Schema.String,
  device_name: Row.nullish(Schema.String),
  model: Row.nullish(Schema.String),
  serial_number: Row.nullish(Schema.String),
  platform: Row.nullish(Schema.String),
  os_version: Row.nullish(Schema.String),
  last_check_in: Row.nullish(Schema.String),
  first_enrollment: Row.nullish(Schema.String),
  // An empty text if nobody uses the device.
  user: Row.nullish(Schema.Union(Schema.String, Schema.Struct({ email: Row.nullish(Schema.String) }))),
  blueprint_id: Row.nullish(Schema.String),
  mdm_enabled: Row.nullish(Schema.Boolean),
  agent_installed: Row.nullish(Schema.Boolean),
  agent_version: Row.nullish(Schema.String),
  is_missing: Row.nullish(Schema.Boolean),
  is_removed: Row.nullish(Schema.Boolean)
})
export interface KandjiDevice extends Schema.Schema.Type<typeof KandjiDevice> {}

/** Whether FileVault encrypts the disk of a Mac: https://api-docs.kandji.io/ > Prism > FileVault */
export const KandjiFileVault = Schema.Struct({ device_id: Schema.String, status: Row.nullish(Schema.Boolean) })
export interface KandjiFileVault extends Schema.Schema.Type<typeof KandjiFileVault> {}

// One list for all Macs. The details of a device would say the same, but cost a request for each, of the 10,000 that a customer has in an hour.
const fileVault = Lookup.joined<KandjiDevice>()({
  endpoint: "/api/v1/prism/filevault?sort_by=serial_number",
  row: KandjiFileVault,
  pagination: Pagination.offset({ items: "data", limit: LIMIT, counts: "returned", total: "total" }),
  permissions: ["FileVault"],
  isOptional: true,
  // Only Macs have FileVault.
  mayBeMissing: true,
  fields: ["is_encrypted"],
  key: ({ device_id }) => device_id,
  matches: ({ device_id }) => device_id
})

const lookups = { fileVault }

/** A device that has not checked in for long is missing, and one that left the management is removed. */
const statusOf = ({ is_missing, is_removed }: KandjiDevice): Records.DeviceStatus => {
  if (is_missing === null && is_removed === null) return "UNKNOWN"
  return is_missing === true || is_removed === true ? "INACTIVE" : "ACTIVE"
}

/** Kandji writes a space between the date and the time of an enrollment. */
const enrolledAt = ({ first_enrollment }: KandjiDevice): string | null => first_enrollment?.replace(" ", "T") || null

const ownerOf = ({ user }: KandjiDevice): string | null => (typeof user === "string" ? null : user?.email || null)

const agentOf = ({ agent_installed, agent_version, blueprint_id }: KandjiDevice): Records.AgentInfo | null =>
  agent_installed === true
    ? { agent_version: agent_version || null, signature_version: null, policies: blueprint_id ? [blueprint_id] : null }
    : null

/** Maps a device, and whether its disk is encrypted. */
export const toDevice = (
  device: KandjiDevice,
  answers: Lookup.Answers<typeof lookups>
): RecordKind.Draft<typeof RecordKind.Device> => ({
  status: statusOf(device),
  platform: OperatingSystem.toPlatform(device.platform),
  hostnames: device.device_name ? [device.device_name] : [],
  fqdns: [],
  ipv4s: [],
  ipv6s: [],
  mac_addresses: [],
  serial_number: device.serial_number || null,
  model: device.model || null,
  os_version: device.os_version || null,
  os_major_version: device.os_version?.split(".")[0] || null,
  os_minor_version: device.os_version?.split(".")[1] ?? null,
  first_seen: enrolledAt(device),
  last_seen: device.last_check_in || null,
  is_encrypted: answers.fileVault?.[0]?.status ?? null,
  is_managed: device.mdm_enabled,
  owner_email: ownerOf(device),
  source_vendors: [{ vendor: "KANDJI", vendor_id: device.device_id, agent_info: agentOf(device) }],
  vendor_id: device.device_id,
  vendor_data: {
    vendor: "KANDJI",
    platform: device.platform,
    blueprint_id: device.blueprint_id,
    is_missing: device.is_missing,
    is_removed: device.is_removed
  }
})

/** Reads the devices. */
export const devices = Extractor.make({
  record: RecordKind.Device,
  endpoint: "/api/v1/devices",
  row: KandjiDevice,
  id: "device_id",
  pagination: Pagination.offset({ limit: LIMIT, counts: "returned" }),
  permissions: ["Device list"],
  // Kandji documents no default order, and rows could move to another page while the list is read.
  queries: [{ ordering: "device_id" }],
  lookups,
  toRecord: toDevice
})
