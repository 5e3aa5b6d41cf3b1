import { Extractor, Mention, OperatingSystem, RecordKind, type Records, Row, type VendorError } from "@tributary/core"
import { Schema } from "effect"
import { fqdnsOf, hostnamesOf } from "../names.js"
import { listPages } from "../pages.js"

/** A machine: https://learn.microsoft.com/en-us/defender-endpoint/api/machine */
export const DefenderMachine = Schema.Struct({
  id: Schema.String,
  computerDnsName: Row.text,
  firstSeen: Row.text,
  lastSeen: Row.text,
  osPlatform: Row.text,
  osVersion: Row.text,
  version: Row.text,
  lastIpAddress: Row.text,
  agentVersion: Row.text,
  healthStatus: Row.text,
  onboardingStatus: Row.text,
  rbacGroupId: Row.nullish(Schema.Union(Schema.Number, Schema.String)),
  rbacGroupName: Row.text,
  aadDeviceId: Row.text,
  ipAddresses: Row.nullish(
    Schema.Array(Schema.Struct({ ipAddress: Row.text, macAddress: Row.text, operationalStatus: Row.text }))
  ),
  vmMetadata: Row.nullish(Schema.Struct({ vmId: Row.text, cloudProvider: Row.text, subscriptionId: Row.text }))
})
export interface DefenderMachine extends Schema.Schema.Type<typeof DefenderMachine> {}

/** Machines with an impaired sensor still communicate: https://learn.microsoft.com/en-us/defender-endpoint/fix-unhealthy-sensors */
const STATUSES: Readonly<Record<string, Records.DeviceStatus>> = {
  Active: "ACTIVE",
  ImpairedCommunication: "ACTIVE",
  NoSensorData: "ACTIVE",
  NoSensorDataImpairedCommunication: "ACTIVE",
  Inactive: "INACTIVE"
}

/** Whether Defender's sensor controls a machine; it also lists machines that it has only discovered. */
const MANAGED: Readonly<Record<string, boolean>> = { Onboarded: true, CanBeOnboarded: false, Unsupported: false }

const PROVIDERS: Readonly<Record<string, Records.CloudProvider>> = { Azure: "AZURE", AWS: "AWS", GCP: "GCP" }

const unique = (values: ReadonlyArray<string | null>): ReadonlyArray<string> => [
  ...new Set(values.flatMap((value) => value || []))
]

const LOOPBACK = /^127\.|^::1$/
const NO_MAC = /^0*$/

/** The addresses that the machine uses, the last one first. */
const addressesOf = ({ ipAddresses, lastIpAddress }: DefenderMachine): ReadonlyArray<string> => {
  const used = (ipAddresses ?? []).filter(({ operationalStatus }) => operationalStatus !== "Down")
  const known = unique([lastIpAddress, ...used.map(({ ipAddress }) => ipAddress)])
  return known.filter((address) => !LOOPBACK.test(address))
}

/** The numbers of a version; of Windows those in the name of its platform, such as `Windows10`, because its version is a release such as `22H2`. */
const numbersOf = ({ osPlatform, version }: DefenderMachine): ReadonlyArray<string> => {
  const text = /^windows/i.test(osPlatform ?? "") ? osPlatform?.replace(/^\D+/, "") : version
  return /^\d+(?:\.\d+)*/.exec(text ?? "")?.[0].split(".") ?? []
}

const cloudOf = ({ vmMetadata: vm }: DefenderMachine): Records.CloudMetadata | null =>
  vm && {
    cloud_provider: PROVIDERS[vm.cloudProvider ?? ""] ?? "OTHER",
    account_id: vm.subscriptionId || null,
    region: null,
    availability_zone: null,
    instance_id: vm.vmId || null
  }

/** Maps a machine. */
export const toDevice = (machine: DefenderMachine): RecordKind.Draft<typeof RecordKind.Device> => {
  const addresses = addressesOf(machine)
  const [major = null, minor = null] = numbersOf(machine)
  const agent = machine.agentVersion || null
  const directoryId = machine.aadDeviceId || null
  return {
    status: STATUSES[machine.healthStatus ?? ""] ?? "UNKNOWN",
    platform: OperatingSystem.toPlatform(machine.osPlatform),
    hostnames: hostnamesOf(machine.computerDnsName),
    fqdns: fqdnsOf(machine.computerDnsName),
    ipv4s: addresses.filter((address) => !address.includes(":")),
    ipv6s: addresses.filter((address) => address.includes(":")),
    mac_addresses: unique((machine.ipAddresses ?? []).map(({ macAddress }) => macAddress)).filter(
      (mac) => !NO_MAC.test(mac)
    ),
    os_version: machine.osVersion || machine.version || null,
    os_major_version: major,
    os_minor_version: minor,
    first_seen: machine.firstSeen,
    last_seen: machine.lastSeen,
    is_managed: MANAGED[machine.onboardingStatus ?? ""] ?? null,
    source_vendors: [
      {
        vendor: "MS_DEFENDER_ENDPOINT",
        vendor_id: machine.id,
        agent_info: agent === null ? null : { agent_version: agent, signature_version: null, policies: null }
      }
    ],
    ad_info: directoryId === null ? null : { org_unit: null, site_name: null, domain: null, device_id: directoryId },
    cloud_metadata: cloudOf(machine),
    vendor_id: machine.id,
    vendor_data: {
      vendor: "MS_DEFENDER_ENDPOINT",
      os_platform: machine.osPlatform,
      health_status: machine.healthStatus,
      onboarding_status: machine.onboardingStatus,
      group_name: machine.rbacGroupName
    }
  }
}

/** The id of a machine's group; 0 is that of a machine without one. */
const groupIdsOf = ({ rbacGroupId }: DefenderMachine): ReadonlyArray<string> =>
  [rbacGroupId].flatMap((id) => (id === null || id === "" || Number(id) === 0 ? [] : String(id)))

/** The group of a machine: Defender has no list of groups, so one without machines is not known. */
const groups = Mention.of<DefenderMachine>()({
  record: RecordKind.DeviceGroup,
  things: groupIdsOf,
  toRecord: (id, { rbacGroupName }) => ({ name: rbacGroupName || id, vendor_id: id })
})

const members = Mention.of<DefenderMachine>()({
  record: RecordKind.DeviceGroupMember,
  things: groupIdsOf,
  toRecord: (id, machine) => ({ group_vendor_id: id, device_vendor_id: machine.id })
})

/** Defender answers 404 if it has seen no machine of late; a path that is wrong has no such code in its answer. */
const hasNone = (error: VendorError.VendorError): boolean =>
  error._tag === "ClientError" && error.status === 404 && error.detail.includes("NotFound")

/**
 * Reads the machines, with their groups: https://learn.microsoft.com/en-us/defender-endpoint/api/get-machines
 *
 * The list can be filtered by the time of a machine's last report. A change of its group, tags or health is none, so each scan reads all.
 */
export const devices = Extractor.make({
  record: RecordKind.Device,
  endpoint: "/api/machines",
  row: DefenderMachine,
  marks: { leftOut: { "ipAddresses.type": "it says nothing without the address" } },
  pagination: { ...listPages(5_000), isAbsent: hasNone },
  permissions: ["Machine.Read.All"],
  mentions: [groups, members],
  toRecord: toDevice
})
