import { Extractor, OperatingSystem, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { HOSTS, hostPages } from "../hosts.js"

/** A host: https://developer.crowdstrike.com/api-reference/collections/hosts/ */
export const CrowdStrikeDevice = Schema.Struct({
  device_id: Schema.String,
  status: Row.nullish(Schema.String),
  platform_name: Row.nullish(Schema.String),
  hostname: Row.nullish(Schema.String),
  machine_domain: Row.nullish(Schema.String),
  local_ip: Row.nullish(Schema.String),
  connection_ip: Row.nullish(Schema.String),
  external_ip: Row.nullish(Schema.String),
  mac_address: Row.nullish(Schema.String),
  connection_mac_address: Row.nullish(Schema.String),
  serial_number: Row.nullish(Schema.String),
  system_manufacturer: Row.nullish(Schema.String),
  system_product_name: Row.nullish(Schema.String),
  os_version: Row.nullish(Schema.String),
  os_build: Row.nullish(Schema.String),
  major_version: Row.nullish(Schema.String),
  minor_version: Row.nullish(Schema.String),
  first_seen: Row.nullish(Schema.String),
  last_seen: Row.nullish(Schema.String),
  os_product_name: Row.nullish(Schema.String),
  kernel_version: Row.nullish(Schema.String),
  bios_manufacturer: Row.nullish(Schema.String),
  bios_version: Row.nullish(Schema.String),
  chassis_type_desc: Row.nullish(Schema.String),
  last_reboot: Row.nullish(Schema.String),
  last_login_user: Row.nullish(Schema.String),
  last_login_timestamp: Row.nullish(Schema.String),
  default_gateway_ip: Row.nullish(Schema.String),
  modified_timestamp: Row.nullish(Schema.String),
  detection_suppression_status: Row.nullish(Schema.String),
  filesystem_containment_status: Row.nullish(Schema.String),
  host_hidden_status: Row.nullish(Schema.String),
  deployment_type: Row.nullish(Schema.String),
  linux_sensor_mode: Row.nullish(Schema.String),
  rtr_state: Row.nullish(Schema.String),
  cid: Row.nullish(Schema.String),
  provision_status: Row.nullish(Schema.String),
  email: Row.nullish(Schema.String),
  agent_version: Row.nullish(Schema.String),
  device_policies: Row.nullish(
    Schema.Record({
      key: Schema.String,
      // Each type of policy has further fields of its own.
      value: Schema.NullOr(
        Schema.Struct(
          { policy_id: Row.nullish(Schema.String) },
          Schema.Record({ key: Schema.String, value: Schema.Unknown })
        )
      )
    })
  ),
  ou: Row.nullish(Schema.Array(Schema.String)),
  site_name: Row.nullish(Schema.String),
  service_provider: Row.nullish(Schema.String),
  service_provider_account_id: Row.nullish(Schema.String),
  zone_group: Row.nullish(Schema.String),
  instance_id: Row.nullish(Schema.String),
  groups: Row.nullish(Schema.Array(Schema.String)),
  tags: Row.nullish(Schema.Array(Schema.String)),
  product_type_desc: Row.nullish(Schema.String),
  reduced_functionality_mode: Row.nullish(Schema.String)
})
export interface CrowdStrikeDevice extends Schema.Schema.Type<typeof CrowdStrikeDevice> {}

/** A contained host is ACTIVE, because containment only isolates it from the network. */
const STATUSES: Readonly<Record<string, Records.DeviceStatus>> = {
  normal: "ACTIVE",
  containment_pending: "ACTIVE",
  contained: "ACTIVE",
  lift_containment_pending: "ACTIVE"
}

const PROVIDERS: Readonly<Record<string, Records.CloudProvider>> = {
  AWS_EC2: "AWS",
  AWS_EC2_V2: "AWS",
  AZURE: "AZURE",
  GCP: "GCP"
}

const PROVISIONED: Readonly<Record<string, boolean>> = { Provisioned: true, NotProvisioned: false }

const distinct = (...values: ReadonlyArray<string | null>): ReadonlyArray<string> =>
  [...new Set(values.filter((value) => value !== null && value !== ""))] as ReadonlyArray<string>

const fqdns = ({ hostname, machine_domain }: CrowdStrikeDevice): ReadonlyArray<string> => {
  if (hostname === null || hostname === "") return []
  if (hostname.includes(".")) return [hostname]
  return machine_domain === null || machine_domain === "" ? [] : [`${hostname}.${machine_domain}`]
}

const policyIds = ({ device_policies }: CrowdStrikeDevice): ReadonlyArray<string> | null =>
  device_policies === null
    ? null
    : distinct(...Object.values(device_policies).map((policy) => policy?.policy_id ?? null))

const adInfo = ({ ou, site_name, machine_domain }: CrowdStrikeDevice): Records.AdInfo | null => {
  const unit = ou === null || ou.length === 0 ? null : ou.join("/")
  if (unit === null && site_name === null && machine_domain === null) return null
  return { org_unit: unit, site_name, domain: machine_domain, device_id: null }
}

const cloudMetadata = (device: CrowdStrikeDevice): Records.CloudMetadata | null => {
  const { service_provider, service_provider_account_id, zone_group, instance_id } = device
  if (service_provider === null || service_provider === "") return null
  return {
    cloud_provider: PROVIDERS[service_provider] ?? "OTHER",
    account_id: service_provider_account_id,
    // A zone of AWS (us-east-1a) or Google Cloud (us-east1-b) is its region plus a letter.
    region: zone_group?.match(/^(.*\d)-?[a-z]$/)?.[1] ?? null,
    availability_zone: zone_group,
    instance_id
  }
}

/** Maps a host. */
export const toDevice = (device: CrowdStrikeDevice): RecordKind.Draft<typeof RecordKind.Device> => ({
  status: STATUSES[device.status ?? ""] ?? "UNKNOWN",
  platform: OperatingSystem.toPlatform(device.platform_name),
  hostnames: distinct(device.hostname),
  fqdns: fqdns(device),
  ipv4s: distinct(device.local_ip, device.connection_ip).filter((ip) => !ip.includes(":")),
  ipv6s: distinct(device.local_ip, device.connection_ip).filter((ip) => ip.includes(":")),
  mac_addresses: distinct(device.mac_address, device.connection_mac_address),
  serial_number: device.serial_number,
  manufacturer: device.system_manufacturer,
  model: device.system_product_name,
  os_version: device.os_version,
  os_major_version: device.major_version,
  os_minor_version: device.minor_version,
  first_seen: device.first_seen,
  last_seen: device.last_seen,
  is_managed: PROVISIONED[device.provision_status ?? ""] ?? null,
  owner_email: device.email,
  source_vendors: [
    {
      vendor: "CROWDSTRIKE",
      vendor_id: device.device_id,
      agent_info: { agent_version: device.agent_version, signature_version: null, policies: policyIds(device) }
    }
  ],
  ad_info: adInfo(device),
  cloud_metadata: cloudMetadata(device),
  vendor_id: device.device_id,
  vendor_data: {
    vendor: "CROWDSTRIKE",
    vendor_status: device.status,
    platform_name: device.platform_name,
    product_type: device.product_type_desc,
    provision_status: device.provision_status,
    reduced_functionality_mode: device.reduced_functionality_mode,
    cid: device.cid,
    os_build: device.os_build,
    os_product_name: device.os_product_name,
    kernel_version: device.kernel_version,
    bios_manufacturer: device.bios_manufacturer,
    bios_version: device.bios_version,
    chassis_type: device.chassis_type_desc,
    last_reboot: device.last_reboot,
    last_login_user: device.last_login_user,
    last_login_timestamp: device.last_login_timestamp,
    modified_timestamp: device.modified_timestamp,
    detection_suppression_status: device.detection_suppression_status,
    filesystem_containment_status: device.filesystem_containment_status,
    host_hidden_status: device.host_hidden_status,
    deployment_type: device.deployment_type,
    linux_sensor_mode: device.linux_sensor_mode,
    rtr_state: device.rtr_state,
    policies: device.device_policies,
    default_gateway_ip: device.default_gateway_ip,
    external_ip: device.external_ip,
    service_provider: device.service_provider,
    group_ids: device.groups,
    tags: device.tags
  }
})

/** Reads the hosts that are not hidden: https://developer.crowdstrike.com/api-reference/collections/hosts/ */
export const devices = Extractor.make({
  record: RecordKind.Device,
  endpoint: HOSTS,
  row: CrowdStrikeDevice,
  marks: {
    // The clock of the host, and versions of the vendor's own document about it.
    volatile: ["agent_local_time", "meta", "slow_changing_modified_timestamp"],
    leftOut: {
      chassis_type: "a number, which vendor_data.chassis_type has in words",
      policies: "the prevention policy, which vendor_data.policies has too",
      product_type: "a number, which vendor_data.product_type has in words"
    }
  },
  id: "device_id",
  // CrowdStrike allows 10,000, but a host has several kilobytes.
  pagination: hostPages(1_000),
  permissions: ["Hosts: Read"],
  since: (instant) => ({ filter: `modified_timestamp:>='${instant}'` }),
  toRecord: toDevice
})
