import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** Whether a device is still there. */
export const DeviceStatus = Field.openEnum({
  identifier: "DeviceStatus",
  values: ["ACTIVE", "INACTIVE", "DELETED", "UNKNOWN"],
  catchAll: "UNKNOWN"
})
export type DeviceStatus = Schema.Schema.Type<typeof DeviceStatus>

/** What a device runs on: `OTHER` is a platform that is none of these, `UNKNOWN` that the source tool names none. */
export const DevicePlatform = Field.openEnum({
  identifier: "DevicePlatform",
  values: ["WINDOWS", "MAC", "LINUX", "IOS", "ANDROID", "CHROME_OS", "NETWORK", "OTHER", "UNKNOWN"],
  catchAll: "OTHER"
})
export type DevicePlatform = Schema.Schema.Type<typeof DevicePlatform>

/** A public cloud. */
export const CloudProvider = Field.openEnum({
  identifier: "CloudProvider",
  values: ["AWS", "AZURE", "GCP", "OTHER"],
  catchAll: "OTHER"
})
export type CloudProvider = Schema.Schema.Type<typeof CloudProvider>

/** The agent that a source tool runs on a device. */
export const AgentInfo = Schema.Struct({
  agent_version: Schema.NullOr(Schema.String),
  signature_version: Schema.NullOr(Schema.String),
  policies: Schema.NullOr(Schema.Array(Schema.String))
}).annotations({ identifier: "AgentInfo" })

export interface AgentInfo extends Schema.Schema.Type<typeof AgentInfo> {}

/** A source tool that knows the device. */
export const SourceVendor = Schema.Struct({
  vendor: Schema.String,
  vendor_id: Schema.String,
  agent_info: Schema.NullOr(AgentInfo)
}).annotations({ identifier: "SourceVendor" })

export interface SourceVendor extends Schema.Schema.Type<typeof SourceVendor> {}

/** Where a directory service keeps the device. */
export const AdInfo = Schema.Struct({
  org_unit: Schema.NullOr(Schema.String),
  site_name: Schema.NullOr(Schema.String),
  domain: Schema.NullOr(Schema.String),
  device_id: Schema.NullOr(Schema.String)
}).annotations({ identifier: "AdInfo" })

export interface AdInfo extends Schema.Schema.Type<typeof AdInfo> {}

/** Where a cloud runs the device. */
export const CloudMetadata = Schema.Struct({
  cloud_provider: CloudProvider,
  account_id: Schema.NullOr(Schema.String),
  region: Schema.NullOr(Schema.String),
  availability_zone: Schema.NullOr(Schema.String),
  instance_id: Schema.NullOr(Schema.String)
}).annotations({ identifier: "CloudMetadata" })

export interface CloudMetadata extends Schema.Schema.Type<typeof CloudMetadata> {}

/** A computer, phone, server or network device. */
export const Device = Schema.Struct({
  id: Field.Id,
  status: DeviceStatus,
  platform: DevicePlatform,
  hostnames: Schema.Array(Schema.String),
  fqdns: Schema.Array(Schema.String),
  ipv4s: Schema.Array(Schema.String),
  ipv6s: Schema.Array(Schema.String),
  mac_addresses: Schema.Array(Schema.String),
  serial_number: Schema.NullOr(Schema.String),
  manufacturer: Schema.NullOr(Schema.String),
  model: Schema.NullOr(Schema.String),
  os_version: Schema.NullOr(Schema.String),
  os_major_version: Schema.NullOr(Schema.String),
  os_minor_version: Schema.NullOr(Schema.String),
  first_seen: Schema.NullOr(Timestamp),
  last_seen: Schema.NullOr(Timestamp),
  is_encrypted: Schema.NullOr(Schema.Boolean),
  is_managed: Schema.NullOr(Schema.Boolean),
  owner_email: Schema.NullOr(Schema.String),
  source_vendors: Schema.Array(SourceVendor),
  installed_software: Schema.NullOr(Schema.Array(Schema.String)),
  ad_info: Schema.NullOr(AdInfo),
  cloud_metadata: Schema.NullOr(CloudMetadata),
  vendor: Schema.String,
  vendor_id: Schema.String,
  vendor_data: Schema.NullOr(Field.JsonObject)
}).annotations({ identifier: "Device" })

export interface Device extends Schema.Schema.Type<typeof Device> {}
