import { Extractor, OperatingSystem, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { graphPages } from "../graph.js"

/** A device: https://learn.microsoft.com/en-us/graph/api/resources/device */
export const EntraDevice = Schema.Struct({
  id: Schema.String,
  deviceId: Row.nullish(Schema.String),
  displayName: Row.nullish(Schema.String),
  accountEnabled: Row.nullish(Schema.Boolean),
  operatingSystem: Row.nullish(Schema.String),
  operatingSystemVersion: Row.nullish(Schema.String),
  manufacturer: Row.nullish(Schema.String),
  model: Row.nullish(Schema.String),
  isManaged: Row.nullish(Schema.Boolean),
  isCompliant: Row.nullish(Schema.Boolean),
  trustType: Row.nullish(Schema.String),
  profileType: Row.nullish(Schema.String),
  deviceOwnership: Row.nullish(Schema.String),
  managementType: Row.nullish(Schema.String),
  onPremisesSyncEnabled: Row.nullish(Schema.Boolean),
  registrationDateTime: Row.nullish(Schema.String),
  createdDateTime: Row.nullish(Schema.String),
  approximateLastSignInDateTime: Row.nullish(Schema.String),
  registeredUsers: Row.nullish(
    Schema.Array(
      Schema.Struct({
        id: Row.nullish(Schema.String),
        mail: Row.nullish(Schema.String),
        userPrincipalName: Row.nullish(Schema.String)
      })
    )
  )
})
export interface EntraDevice extends Schema.Schema.Type<typeof EntraDevice> {}

const statusOf = ({ accountEnabled }: EntraDevice): Records.DeviceStatus => {
  if (accountEnabled === null) return "UNKNOWN"
  return accountEnabled ? "ACTIVE" : "INACTIVE"
}

const versionPart = ({ operatingSystemVersion }: EntraDevice, index: number): string | null =>
  operatingSystemVersion?.split(".")[index] ?? null

/** A device that joined an on-premises domain has users, but no registered owner: https://learn.microsoft.com/en-us/graph/api/device-list-registeredusers */
const ownerOf = ({ registeredUsers }: EntraDevice): string | null =>
  registeredUsers?.[0]?.mail || registeredUsers?.[0]?.userPrincipalName || null

/** Maps a device to a `device`; Graph has no addresses, serial numbers or encryption state. */
export const toDevice = (device: EntraDevice): RecordKind.Draft<typeof RecordKind.Device> => ({
  status: statusOf(device),
  platform: OperatingSystem.toPlatform(device.operatingSystem),
  hostnames: device.displayName === null ? [] : [device.displayName],
  fqdns: [],
  ipv4s: [],
  ipv6s: [],
  mac_addresses: [],
  manufacturer: device.manufacturer,
  model: device.model,
  os_version: device.operatingSystemVersion,
  os_major_version: versionPart(device, 0),
  os_minor_version: versionPart(device, 1),
  first_seen: device.registrationDateTime ?? device.createdDateTime,
  last_seen: device.approximateLastSignInDateTime,
  is_managed: device.isManaged,
  owner_email: ownerOf(device),
  source_vendors: [{ vendor: "MS_ENTRA", vendor_id: device.id, agent_info: null }],
  ad_info: { org_unit: null, site_name: null, domain: null, device_id: device.deviceId },
  vendor_id: device.id,
  vendor_data: {
    vendor: "MS_ENTRA",
    operating_system: device.operatingSystem,
    trust_type: device.trustType,
    profile_type: device.profileType,
    device_ownership: device.deviceOwnership,
    management_type: device.managementType,
    is_compliant: device.isCompliant,
    on_premises_sync_enabled: device.onPremisesSyncEnabled,
    registered_user_ids: device.registeredUsers?.flatMap(({ id }) => id ?? []).toSorted() ?? null
  }
})

/** Extracts the devices of the tenant, with their registered users. */
export const devices = Extractor.make({
  record: RecordKind.Device,
  endpoint: "/v1.0/devices",
  row: EntraDevice,
  pagination: graphPages(999),
  permissions: ["Device.Read.All", "User.ReadBasic.All"],
  // Without `$select`, Graph sends every property of a device. It expands one relation of a device in a request.
  queries: [{ $expand: "registeredUsers" }],
  marks: {
    // Each check of the device puts off when it counts as not compliant any more: https://learn.microsoft.com/en-us/graph/api/resources/device#properties
    volatile: ["complianceExpirationDateTime", "onPremisesLastSyncDateTime"],
    leftOut: { registeredUsers: "each of them is a user of its own" }
  },
  toRecord: toDevice
})
