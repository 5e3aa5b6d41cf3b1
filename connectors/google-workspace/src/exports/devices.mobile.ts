import { Extractor, OperatingSystem, RecordKind, type Records } from "@tributary/core"
import { adminPages } from "../pagination.js"
import { MobileDevice } from "../rows/devices.js"
import { scopes } from "../scopes.js"

/** https://developers.google.com/workspace/admin/directory/reference/rest/v1/mobiledevices#MobileDevice */
const STATUSES: Readonly<Record<string, Records.DeviceStatus>> = {
  APPROVED: "ACTIVE",
  BLOCKED: "INACTIVE",
  UNPROVISIONED: "INACTIVE",
  ACCOUNT_WIPED: "INACTIVE",
  WIPED: "INACTIVE"
}

const PLATFORMS: Readonly<Record<string, Records.DevicePlatform>> = { ANDROID: "ANDROID", IOS_SYNC: "IOS" }

/** Google documents no other values. */
const ENCRYPTED = "encrypted"

/** The version in a name such as `Android 8.0.0`. */
const VERSION = /(\d{1,9})(?:\.(\d{1,9}))?/

const softwareOf = ({ applications }: MobileDevice): ReadonlyArray<string> | null =>
  applications?.flatMap(({ displayName, packageName, versionName }) => {
    const name = displayName || packageName
    if (!name) return []
    return [versionName ? `${name} ${versionName}` : name]
  }) ?? null

/** Maps a mobile device to a `device`. A device that several users have added is one for each of them. */
export const toDevice = (device: MobileDevice): RecordKind.Draft<typeof RecordKind.Device> => {
  const [, major, minor] = VERSION.exec(device.os ?? "") ?? []
  return {
    status: STATUSES[device.status ?? ""] ?? "UNKNOWN",
    platform: PLATFORMS[device.type ?? ""] ?? OperatingSystem.toPlatform(device.os),
    hostnames: [],
    fqdns: [],
    ipv4s: [],
    ipv6s: [],
    mac_addresses: device.wifiMacAddress ? [device.wifiMacAddress] : [],
    serial_number: device.serialNumber || null,
    manufacturer: device.manufacturer || null,
    model: device.model || null,
    os_version: device.os || null,
    os_major_version: major ?? null,
    os_minor_version: minor ?? null,
    first_seen: device.firstSync,
    last_seen: device.lastSync,
    is_encrypted: device.encryptionStatus?.toLowerCase() === ENCRYPTED ? true : null,
    owner_email: device.email?.[0] ?? null,
    source_vendors: [{ vendor: "GOOGLE_WORKSPACE", vendor_id: device.resourceId, agent_info: null }],
    installed_software: softwareOf(device),
    vendor_id: device.resourceId,
    vendor_data: {
      vendor: "GOOGLE_WORKSPACE",
      status: device.status,
      type: device.type,
      encryption_status: device.encryptionStatus
    }
  }
}

/** Extracts the mobile devices. */
export const mobileDevices = Extractor.make({
  record: RecordKind.Device,
  endpoint: "/admin/directory/v1/customer/my_customer/devices/mobile",
  row: MobileDevice,
  id: "resourceId",
  pagination: adminPages("mobiledevices", 100),
  permissions: [scopes.mobileDevices],
  queries: [{ projection: "FULL" }],
  marks: {
    leftOut: {
      kind: "the same for each device",
      etag: "says nothing about the device",
      "applications.permission": "what each application may do on the device"
    }
  },
  toRecord: toDevice
})
