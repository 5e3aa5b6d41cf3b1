import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/**
 * Whether a device is in use. `DELETED` means that the source tool deleted it or that complete scans no longer find it;
 * `UNKNOWN` is a status without a counterpart here.
 */
export const DeviceStatus = Field.openEnum({
  identifier: "DeviceStatus",
  values: ["ACTIVE", "INACTIVE", "DELETED", "UNKNOWN"],
  catchAll: "UNKNOWN"
})
export type DeviceStatus = Schema.Schema.Type<typeof DeviceStatus>

/**
 * The operating system family of a device. `OTHER` is a platform without a value here; `UNKNOWN` means that the source
 * tool names none.
 */
export const DevicePlatform = Field.openEnum({
  identifier: "DevicePlatform",
  values: ["WINDOWS", "MAC", "LINUX", "IOS", "ANDROID", "CHROME_OS", "NETWORK", "OTHER", "UNKNOWN"],
  catchAll: "OTHER"
})
export type DevicePlatform = Schema.Schema.Type<typeof DevicePlatform>

/** A public cloud; `OTHER` is any cloud without a value here. */
export const CloudProvider = Field.openEnum({
  identifier: "CloudProvider",
  values: ["AWS", "AZURE", "GCP", "OTHER"],
  catchAll: "OTHER"
})
export type CloudProvider = Schema.Schema.Type<typeof CloudProvider>

/** The source tool's agent on a device. */
export const AgentInfo = Field.struct("AgentInfo", {
  /** The version of the agent. Null if unknown. */
  agent_version: Schema.NullOr(Schema.String),
  /** The version of the agent's detection signatures. Null if unknown or if the agent has none. */
  signature_version: Schema.NullOr(Schema.String),
  /** The source tool's ids of the policies that the agent applies. Null if unknown. */
  policies: Schema.NullOr(Schema.Array(Schema.String))
})

export interface AgentInfo extends Schema.Schema.Type<typeof AgentInfo> {}

/** A source tool that reports the device. */
export const SourceVendor = Field.struct("SourceVendor", {
  /** The vendor identifier of that source tool, such as `CROWDSTRIKE`. */
  vendor: Schema.String,
  /** The device's id in that source tool. */
  vendor_id: Schema.String,
  /** The tool's agent on the device. Null if there is no agent or nothing is known about one. */
  agent_info: Schema.NullOr(AgentInfo)
})

export interface SourceVendor extends Schema.Schema.Type<typeof SourceVendor> {}

/** How a directory service, such as Active Directory or Entra ID, knows the device. */
export const AdInfo = Field.struct("AdInfo", {
  /** The organizational unit that contains the device, parts joined by `/`. Null if unknown. */
  org_unit: Schema.NullOr(Schema.String),
  /** The Active Directory site. Null if unknown. */
  site_name: Schema.NullOr(Schema.String),
  /** The directory domain that the device has joined. Null if unknown. */
  domain: Schema.NullOr(Schema.String),
  /** The device id that the directory assigned. Null if unknown. */
  device_id: Schema.NullOr(Schema.String)
})

export interface AdInfo extends Schema.Schema.Type<typeof AdInfo> {}

/** Which cloud runs the device, and where. */
export const CloudMetadata = Field.struct("CloudMetadata", {
  /** The cloud that runs the device. */
  cloud_provider: CloudProvider,
  /** The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown. */
  account_id: Schema.NullOr(Schema.String),
  /** The cloud region, such as `eu-west-1`. Null if unknown. */
  region: Schema.NullOr(Schema.String),
  /** The zone within the region, such as `eu-west-1a`. Null if unknown. */
  availability_zone: Schema.NullOr(Schema.String),
  /** The virtual machine's id in the cloud. Null if unknown. */
  instance_id: Schema.NullOr(Schema.String)
})

export interface CloudMetadata extends Schema.Schema.Type<typeof CloudMetadata> {}

/** A computer, phone, server or network device. */
export const Device = Field.struct("Device", {
  /** The service's own id of the device: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** Whether the device is in use, normalized. */
  status: DeviceStatus,
  /** The operating system family, normalized. */
  platform: DevicePlatform,
  /** Host names, without duplicates; empty if none is known. */
  hostnames: Schema.Array(Schema.String),
  /** Fully qualified domain names; empty if none is known. */
  fqdns: Schema.Array(Schema.String),
  /** IPv4 addresses; empty if none is known. */
  ipv4s: Schema.Array(Schema.String),
  /** IPv6 addresses; empty if none is known. */
  ipv6s: Schema.Array(Schema.String),
  /** Hardware addresses of the network interfaces, as the source tool writes them; empty if none is known. */
  mac_addresses: Schema.Array(Schema.String),
  /** The manufacturer's serial number. Null if unknown. */
  serial_number: Schema.NullOr(Schema.String),
  /** The maker of the hardware. Null if unknown. */
  manufacturer: Schema.NullOr(Schema.String),
  /** The hardware model. Null if unknown. */
  model: Schema.NullOr(Schema.String),
  /** The operating system's version, as the source tool writes it. Null if unknown. */
  os_version: Schema.NullOr(Schema.String),
  /** The major part of the version, such as `22` of `22.04`. Null if unknown. */
  os_major_version: Schema.NullOr(Schema.String),
  /** The minor part of the version, such as `04` of `22.04`. Null if unknown. */
  os_minor_version: Schema.NullOr(Schema.String),
  /** When the source tool first saw the device. Null if it does not say. */
  first_seen: Schema.NullOr(Timestamp),
  /** When the source tool last saw the device. Null if it does not say. */
  last_seen: Schema.NullOr(Timestamp),
  /** Whether the disk is encrypted. Null if the source tool does not say. */
  is_encrypted: Schema.NullOr(Schema.Boolean),
  /** Whether a management tool or agent controls the device. Null if the source tool does not say. */
  is_managed: Schema.NullOr(Schema.Boolean),
  /** The email address of the person who uses the device. Null if unknown. */
  owner_email: Schema.NullOr(Schema.String),
  /** The source tools that report this device; at least the vendor of the connection. */
  source_vendors: Schema.Array(SourceVendor),
  /**
   * The installed software, one entry per product, as the source tool writes it. Null if the source tool does not list
   * software.
   */
  installed_software: Schema.NullOr(Schema.Array(Schema.String)),
  /** How a directory service knows the device. Null if it belongs to no directory or nothing is known. */
  ad_info: Schema.NullOr(AdInfo),
  /** Where a cloud runs the device. Null if it runs in no cloud or nothing is known. */
  cloud_metadata: Schema.NullOr(CloudMetadata),
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  vendor: Schema.String,
  /** The device's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the device, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface Device extends Schema.Schema.Type<typeof Device> {}
