import { Extractor, OperatingSystem, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { DEVICES, entraIdOf, graphPages, READ_DEVICES } from "../graph.js"

/** A managed device: https://learn.microsoft.com/en-us/graph/api/resources/intune-devices-manageddevice */
export const IntuneDevice = Schema.Struct({
  id: Schema.String,
  deviceName: Row.nullish(Schema.String),
  operatingSystem: Row.nullish(Schema.String),
  osVersion: Row.nullish(Schema.String),
  wiFiMacAddress: Row.nullish(Schema.String),
  ethernetMacAddress: Row.nullish(Schema.String),
  serialNumber: Row.nullish(Schema.String),
  manufacturer: Row.nullish(Schema.String),
  model: Row.nullish(Schema.String),
  isEncrypted: Row.nullish(Schema.Boolean),
  emailAddress: Row.nullish(Schema.String),
  userPrincipalName: Row.nullish(Schema.String),
  azureADDeviceId: Row.nullish(Schema.String),
  enrolledDateTime: Row.nullish(Schema.String),
  lastSyncDateTime: Row.nullish(Schema.String),
  complianceState: Row.nullish(Schema.String),
  managementAgent: Row.nullish(Schema.String),
  managedDeviceOwnerType: Row.nullish(Schema.String)
})
export interface IntuneDevice extends Schema.Schema.Type<typeof IntuneDevice> {}

/** Graph writes the year 1 for a time that it does not know. */
const timeOf = (time: string | null): string | null => (time?.startsWith("0001-") === true ? null : time || null)

const known = (...values: ReadonlyArray<string | null>): ReadonlyArray<string> => [
  ...new Set(values.flatMap((value) => value || []))
]

/** The leading numbers of a version such as `11.2.1 (20D74)`. */
const versionPart = ({ osVersion }: IntuneDevice, index: number): string | null =>
  /^\d+(?:\.\d+)*/.exec(osVersion ?? "")?.[0].split(".")[index] ?? null

/** Maps a managed device. Intune lists only devices that it manages, and in this version of Graph has no state for them. */
export const toDevice = (device: IntuneDevice): RecordKind.Draft<typeof RecordKind.Device> => ({
  status: "ACTIVE",
  platform: OperatingSystem.toPlatform(device.operatingSystem),
  hostnames: known(device.deviceName),
  fqdns: [],
  ipv4s: [],
  ipv6s: [],
  mac_addresses: known(device.wiFiMacAddress, device.ethernetMacAddress),
  serial_number: device.serialNumber || null,
  manufacturer: device.manufacturer || null,
  model: device.model || null,
  os_version: device.osVersion || null,
  os_major_version: versionPart(device, 0),
  os_minor_version: versionPart(device, 1),
  first_seen: timeOf(device.enrolledDateTime),
  last_seen: timeOf(device.lastSyncDateTime),
  is_encrypted: device.isEncrypted,
  is_managed: true,
  owner_email: device.emailAddress || device.userPrincipalName || null,
  source_vendors: [{ vendor: "MS_INTUNE", vendor_id: device.id, agent_info: null }],
  ad_info: { org_unit: null, site_name: null, domain: null, device_id: entraIdOf(device) },
  vendor_id: device.id,
  vendor_data: {
    vendor: "MS_INTUNE",
    operating_system: device.operatingSystem,
    compliance_state: device.complianceState,
    management_agent: device.managementAgent,
    owner_type: device.managedDeviceOwnerType
  }
})

/** Reads the managed devices: https://learn.microsoft.com/en-us/graph/api/intune-devices-manageddevice-list */
export const devices = Extractor.make({
  record: RecordKind.Device,
  endpoint: DEVICES,
  row: IntuneDevice,
  pagination: graphPages,
  permissions: [READ_DEVICES],
  marks: {
    // The code opens a locked device, and the address a remote session.
    secret: ["activationLockBypassCode", "remoteAssistanceSessionUrl"],
    volatile: [
      "freeStorageSpaceInBytes",
      "complianceGracePeriodExpirationDateTime",
      "exchangeLastSuccessfulSyncDateTime"
    ]
  },
  toRecord: toDevice
})
