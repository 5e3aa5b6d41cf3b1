import { Row } from "@tributary/core"
import { Schema } from "effect"

const RecentUser = Schema.Struct({ type: Row.text, email: Row.text })
const Network = Schema.Struct({ ipAddress: Row.text })

/** A ChromeOS device: https://developers.google.com/workspace/admin/directory/reference/rest/v1/chromeosdevices#ChromeOsDevice */
export const ChromeDevice = Schema.Struct({
  deviceId: Schema.String,
  status: Row.text,
  serialNumber: Row.text,
  model: Row.text,
  osVersion: Row.text,
  macAddress: Row.text,
  ethernetMacAddress: Row.text,
  annotatedUser: Row.text,
  orgUnitPath: Row.text,
  firstEnrollmentTime: Row.text,
  lastEnrollmentTime: Row.text,
  lastSync: Row.text,
  recentUsers: Row.nullish(Schema.Array(RecentUser)),
  lastKnownNetwork: Row.nullish(Schema.Array(Network))
})
export interface ChromeDevice extends Schema.Schema.Type<typeof ChromeDevice> {}

const Application = Schema.Struct({ displayName: Row.text, packageName: Row.text, versionName: Row.text })

/** A mobile device: https://developers.google.com/workspace/admin/directory/reference/rest/v1/mobiledevices#MobileDevice */
export const MobileDevice = Schema.Struct({
  resourceId: Schema.String,
  status: Row.text,
  type: Row.text,
  os: Row.text,
  model: Row.text,
  manufacturer: Row.text,
  serialNumber: Row.text,
  wifiMacAddress: Row.text,
  encryptionStatus: Row.text,
  email: Row.nullish(Schema.Array(Schema.String)),
  firstSync: Row.text,
  lastSync: Row.text,
  applications: Row.nullish(Schema.Array(Application))
})
export interface MobileDevice extends Schema.Schema.Type<typeof MobileDevice> {}
