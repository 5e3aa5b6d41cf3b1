import { Extractor, OperatingSystem, Pagination, RecordKind, type Records } from "@tributary/core"
import { idIn, rawIdIn } from "../ids.js"
import { pages } from "../pages.js"
import { SECTIONS as COMPUTER_SECTIONS, computerMarks, JamfComputer } from "../rows/computer.js"
import { JamfMobileDevice, SECTIONS as MOBILE_SECTIONS, mobileDeviceMarks } from "../rows/mobile_device.js"
import { groupsOfComputer, groupsOfMobileDevice } from "./device_groups.js"

/** Whether the startup disk is encrypted, by the state of FileVault on it; states that do not say it are left out. */
const ENCRYPTED: Readonly<Record<string, boolean>> = {
  ENCRYPTED: true,
  UNENCRYPTED: false,
  DECRYPTED: false,
  ENCRYPTING: false,
  ENCRYPTING_PAUSED: false,
  DECRYPTING: false,
  DECRYPTING_PAUSED: false,
  RESTART_NEEDED: false,
  INELIGIBLE: false
}

/** Jamf has no status of a device. One that it no longer manages stays in the inventory. */
const statusOf = (isManaged: boolean | null): Records.DeviceStatus => {
  if (isManaged === null) return "UNKNOWN"
  return isManaged ? "ACTIVE" : "INACTIVE"
}

/** The values that Jamf knows, each once. */
const known = (...values: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> => [
  ...new Set(values.flatMap((value) => value || []))
]

/** The applications, each with its version and once. */
const softwareOf = (applications: ReadonlyArray<readonly [name: string | null, version: string | null]> | undefined) =>
  applications === undefined
    ? null
    : known(...applications.map(([name, version]) => (name ? known(name, version).join(" ") : null)))

const partOf = (version: string | null | undefined, index: number): string | null => version?.split(".")[index] || null

/** Jamf gives only the day on which a computer entered the inventory. */
const firstSeenOf = ({ general: { initialEntryDate } }: JamfComputer): string | null =>
  initialEntryDate ? `${initialEntryDate}T00:00:00Z` : null

const encryptionOf = ({ diskEncryption }: JamfComputer): boolean | null =>
  ENCRYPTED[diskEncryption?.bootPartitionEncryptionDetails?.partitionFileVault2State ?? ""] ?? null

const agentOf = (version: string | null): Records.AgentInfo | null =>
  version ? { agent_version: version, signature_version: null, policies: null } : null

/** Maps a computer. */
export const toComputer = (computer: JamfComputer): RecordKind.Draft<typeof RecordKind.Device> => {
  const { applications, general, hardware, operatingSystem, userAndLocation } = computer
  const isManaged = general.remoteManagement?.managed ?? null
  const vendorId = idIn("computer", computer.id)
  return {
    status: statusOf(isManaged),
    platform: OperatingSystem.toPlatform(operatingSystem?.name, general.platform),
    hostnames: known(general.name),
    fqdns: [],
    ipv4s: known(general.lastReportedIpV4),
    ipv6s: known(general.lastReportedIpV6),
    mac_addresses: known(hardware?.macAddress, hardware?.altMacAddress),
    serial_number: hardware?.serialNumber || null,
    manufacturer: hardware?.make || null,
    model: hardware?.model || null,
    os_version: operatingSystem?.version || null,
    os_major_version: partOf(operatingSystem?.version, 0),
    os_minor_version: partOf(operatingSystem?.version, 1),
    first_seen: firstSeenOf(computer),
    last_seen: general.lastContact || null,
    is_encrypted: encryptionOf(computer),
    is_managed: isManaged,
    owner_email: userAndLocation?.email || null,
    source_vendors: [{ vendor: "JAMF", vendor_id: vendorId, agent_info: agentOf(general.jamfBinaryVersion) }],
    installed_software: softwareOf(applications?.map(({ name, version }) => [name, version])),
    vendor_id: vendorId,
    vendor_data: { vendor: "JAMF", inventory: "computer" }
  }
}

/** Maps a mobile device. Its disk counts as encrypted if Apple's data protection is on, which is so once a passcode is set. */
export const toMobileDevice = (device: JamfMobileDevice): RecordKind.Draft<typeof RecordKind.Device> => {
  const { applications, general, hardware, security, userAndLocation } = device
  const vendorId = idIn("mobile", device.mobileDeviceId)
  return {
    status: statusOf(general.managed),
    platform: OperatingSystem.toPlatform(device.deviceType),
    hostnames: known(general.displayName),
    fqdns: [],
    ipv4s: known(general.ipAddress).filter((address) => address.includes(".")),
    ipv6s: known(general.ipAddress).filter((address) => address.includes(":")),
    mac_addresses: known(hardware?.wifiMacAddress, hardware?.bluetoothMacAddress),
    serial_number: hardware?.serialNumber || null,
    model: hardware?.model || null,
    os_version: general.osVersion || null,
    os_major_version: partOf(general.osVersion, 0),
    os_minor_version: partOf(general.osVersion, 1),
    last_seen: general.lastContactDate || general.lastInventoryUpdateDate || null,
    is_encrypted: security?.dataProtected ?? null,
    is_managed: general.managed,
    owner_email: userAndLocation?.emailAddress || null,
    source_vendors: [{ vendor: "JAMF", vendor_id: vendorId, agent_info: null }],
    installed_software: softwareOf(applications?.map(({ name, shortVersion }) => [name, shortVersion])),
    vendor_id: vendorId,
    vendor_data: { vendor: "JAMF", inventory: "mobile", device_type: device.deviceType }
  }
}

/** Reads the computers, with the groups that they belong to. */
export const computers = Extractor.make({
  record: RecordKind.Device,
  name: "computers",
  endpoint: "/api/v4/computers-inventory",
  row: JamfComputer,
  id: (row) => rawIdIn("computer", Pagination.at(row, "id")),
  pagination: pages(100),
  permissions: ["Read Computers"],
  queries: [{ section: COMPUTER_SECTIONS, sort: "id:asc" }],
  // What an administrator edits, and what a smart group decides, is no contact: it waits for the next one, or for a full scan.
  since: (instant) => ({ filter: `general.lastContact>="${instant}"` }),
  marks: computerMarks,
  mentions: [groupsOfComputer],
  toRecord: toComputer
})

/** Reads the mobile devices, with the groups that they belong to. */
export const mobileDevices = Extractor.make({
  record: RecordKind.Device,
  name: "mobile_devices",
  endpoint: "/api/v2/mobile-devices/detail",
  row: JamfMobileDevice,
  id: (row) => rawIdIn("mobile", Pagination.at(row, "mobileDeviceId")),
  pagination: pages(200),
  permissions: ["Read Mobile Devices"],
  // By default, one device whose data Jamf cannot process costs the whole list an error 500.
  queries: [{ section: MOBILE_SECTIONS, sort: "mobileDeviceId:asc", "exception-handling": "LENIENT" }],
  // Jamf documents no filter for the last contact.
  since: (instant) => ({ filter: `lastInventoryUpdateDate>="${instant}"` }),
  marks: mobileDeviceMarks,
  mentions: [groupsOfMobileDevice],
  toRecord: toMobileDevice
})

/** Both inventories are one list, because they hold records of one kind. */
export const devices = Extractor.concat(computers, mobileDevices)
