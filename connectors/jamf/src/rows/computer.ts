import { Row, type VendorData } from "@tributary/core"
import { Schema } from "effect"
import { withoutExtensionAttributes } from "./extensionAttributes.js"

/**
 * The sections that are read of a computer. Others can be long, such as its certificates and services, or hold nothing about its security, such
 * as its printers: https://developer.jamf.com/jamf-pro/reference/get_v4-computers-inventory
 */
export const SECTIONS = [
  "GENERAL",
  "HARDWARE",
  "OPERATING_SYSTEM",
  "USER_AND_LOCATION",
  "DISK_ENCRYPTION",
  "SECURITY",
  "APPLICATIONS",
  "GROUP_MEMBERSHIPS"
]

/** A computer: https://developer.jamf.com/jamf-pro/reference/get_v4-computers-inventory */
export const JamfComputer = Schema.Struct({
  id: Schema.String,
  general: Schema.Struct({
    name: Row.text,
    platform: Row.text,
    jamfBinaryVersion: Row.text,
    initialEntryDate: Row.text,
    lastContact: Row.text,
    lastReportedIpV4: Row.text,
    lastReportedIpV6: Row.text,
    remoteManagement: Row.nullish(Schema.Struct({ managed: Row.nullish(Schema.Boolean) }))
  }),
  hardware: Row.nullish(
    Schema.Struct({
      make: Row.text,
      model: Row.text,
      serialNumber: Row.text,
      macAddress: Row.text,
      altMacAddress: Row.text
    })
  ),
  operatingSystem: Row.nullish(Schema.Struct({ name: Row.text, version: Row.text })),
  userAndLocation: Row.nullish(Schema.Struct({ email: Row.text })),
  diskEncryption: Row.nullish(
    Schema.Struct({
      bootPartitionEncryptionDetails: Row.nullish(Schema.Struct({ partitionFileVault2State: Row.text }))
    })
  ),
  applications: Row.nullish(Schema.Array(Schema.Struct({ name: Row.text, version: Row.text }))),
  groupMemberships: Row.nullish(Schema.Array(Schema.Struct({ groupId: Schema.String })))
})
export interface JamfComputer extends Schema.Schema.Type<typeof JamfComputer> {}

/** What becomes of the other fields of a computer. */
export const computerMarks: VendorData.FieldMarks = {
  volatile: [
    "general.lastCheckIn",
    "general.reportDate",
    "general.lastCloudBackupDate",
    "general.lastLoggedInUsernameSelfServiceTimestamp",
    "general.lastLoggedInUsernameBinaryTimestamp",
    "general.lastLoggedInUsernameMdmTimestamp",
    "hardware.batteryCapacityPercent",
    "security.lastAttestationAttempt",
    "security.lastSuccessfulAttestation"
  ],
  leftOut: {
    applications: "their names and versions are in `installed_software`",
    groupMemberships: "they are records of their own",
    ...withoutExtensionAttributes("general", "hardware", "operatingSystem", "userAndLocation")
  }
}
