import { Row, type VendorData } from "@tributary/core"
import { Schema } from "effect"
import { withoutExtensionAttributes } from "./extensionAttributes.js"

/** The sections that are read of a mobile device: https://developer.jamf.com/jamf-pro/reference/get_v2-mobile-devices-detail */
export const SECTIONS = ["GENERAL", "HARDWARE", "USER_AND_LOCATION", "SECURITY", "APPLICATIONS", "GROUPS"]

/** A mobile device: https://developer.jamf.com/jamf-pro/reference/get_v2-mobile-devices-detail */
export const JamfMobileDevice = Schema.Struct({
  mobileDeviceId: Schema.String,
  deviceType: Row.text,
  general: Schema.Struct({
    displayName: Row.text,
    osVersion: Row.text,
    ipAddress: Row.text,
    lastContactDate: Row.text,
    lastInventoryUpdateDate: Row.text,
    managed: Row.nullish(Schema.Boolean)
  }),
  hardware: Row.nullish(
    Schema.Struct({ model: Row.text, serialNumber: Row.text, wifiMacAddress: Row.text, bluetoothMacAddress: Row.text })
  ),
  userAndLocation: Row.nullish(Schema.Struct({ emailAddress: Row.text })),
  security: Row.nullish(Schema.Struct({ dataProtected: Row.nullish(Schema.Boolean) })),
  applications: Row.nullish(Schema.Array(Schema.Struct({ name: Row.text, shortVersion: Row.text }))),
  groups: Row.nullish(Schema.Array(Schema.Struct({ groupId: Schema.String })))
})
export interface JamfMobileDevice extends Schema.Schema.Type<typeof JamfMobileDevice> {}

/** What becomes of the other fields of a mobile device. */
export const mobileDeviceMarks: VendorData.FieldMarks = {
  secret: ["general.airPlayPassword"],
  volatile: [
    "general.lastBackupDate",
    "general.lastCloudBackupDate",
    "general.lastLoggedInUsernameSelfServiceTimestamp",
    "general.lastLoggedInUsernameMdmTimestamp",
    "hardware.availableSpaceMb",
    "hardware.usedSpacePercentage",
    "hardware.batteryLevel",
    "security.lastAttestationAttemptDate",
    "security.lastSuccessfulAttestationDate"
  ],
  leftOut: {
    applications: "their names and versions are in `installed_software`",
    groups: "they are records of their own",
    "security.lostModeLocation": "it follows whoever carries the device",
    ...withoutExtensionAttributes("general", "hardware", "userAndLocation")
  }
}
