import { Extractor, RecordKind, type Records } from "@tributary/core"
import { adminPages } from "../pagination.js"
import { ChromeDevice } from "../rows/devices.js"
import { scopes } from "../scopes.js"

/** https://developers.google.com/workspace/admin/directory/reference/rest/v1/chromeosdevices#ChromeOsDevice */
const STATUSES: Readonly<Record<string, Records.DeviceStatus>> = {
  ACTIVE: "ACTIVE",
  DELINQUENT: "ACTIVE",
  DISABLED: "INACTIVE",
  DEPROVISIONED: "INACTIVE",
  INACTIVE: "INACTIVE",
  PRE_PROVISIONED: "INACTIVE",
  RETURN_ARRIVED: "INACTIVE",
  RETURN_REQUESTED: "INACTIVE",
  SHIPPED: "INACTIVE"
}

const texts = (...all: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> =>
  all.flatMap((each) => each || [])

/** Whom an administrator wrote down as the user, if that is an address; otherwise the managed user who signed in last. */
const ownerOf = ({ annotatedUser, recentUsers }: ChromeDevice): string | null =>
  annotatedUser?.includes("@")
    ? annotatedUser
    : (recentUsers?.find(({ type }) => type === "USER_TYPE_MANAGED")?.email ?? null)

/** Maps a ChromeOS device to a `device`. */
export const toDevice = (device: ChromeDevice): RecordKind.Draft<typeof RecordKind.Device> => {
  const [major, minor] = device.osVersion?.split(".") ?? []
  const addresses = texts(...(device.lastKnownNetwork ?? []).map(({ ipAddress }) => ipAddress))
  return {
    status: STATUSES[device.status ?? ""] ?? "UNKNOWN",
    platform: "CHROME_OS",
    hostnames: [],
    fqdns: [],
    ipv4s: addresses.filter((address) => !address.includes(":")),
    ipv6s: addresses.filter((address) => address.includes(":")),
    mac_addresses: texts(device.macAddress, device.ethernetMacAddress),
    serial_number: device.serialNumber,
    model: device.model,
    os_version: device.osVersion,
    os_major_version: major ?? null,
    os_minor_version: minor ?? null,
    first_seen: device.firstEnrollmentTime ?? device.lastEnrollmentTime,
    last_seen: device.lastSync,
    is_managed: device.status === null ? null : device.status !== "DEPROVISIONED",
    owner_email: ownerOf(device),
    source_vendors: [{ vendor: "GOOGLE_WORKSPACE", vendor_id: device.deviceId, agent_info: null }],
    ad_info: { org_unit: device.orgUnitPath, site_name: null, domain: null, device_id: device.deviceId },
    vendor_id: device.deviceId,
    vendor_data: { vendor: "GOOGLE_WORKSPACE", status: device.status, annotated_user: device.annotatedUser }
  }
}

const MEASUREMENT = "a measurement of the past days"

/** Extracts the ChromeOS devices. */
export const chromeDevices = Extractor.make({
  record: RecordKind.Device,
  endpoint: "/admin/directory/v1/customer/my_customer/devices/chromeos",
  row: ChromeDevice,
  id: "deviceId",
  // Google allows 300, but a device in full can have many measurements.
  pagination: adminPages("chromeosdevices", 100),
  permissions: [scopes.chromeDevices],
  queries: [{ projection: "FULL" }],
  marks: {
    leftOut: {
      kind: "the same for each device",
      etag: "says nothing about the device",
      activeTimeRanges: MEASUREMENT,
      cpuStatusReports: MEASUREMENT,
      systemRamFreeReports: MEASUREMENT,
      diskVolumeReports: MEASUREMENT,
      deviceFiles: "addresses of files on the device",
      screenshotFiles: "addresses of pictures"
    }
  },
  toRecord: toDevice
})
