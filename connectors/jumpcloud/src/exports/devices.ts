import { Extractor, Lookup, OperatingSystem, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { READ_ONLY } from "../graph.js"
import { countedPages, PAGE_SIZE } from "../pagination.js"

const Interface = Schema.Struct({
  address: Row.nullish(Schema.String),
  family: Row.nullish(Schema.String),
  internal: Row.nullish(Schema.Boolean)
})

/** A system, which is a device with JumpCloud's agent or MDM: https://docs.jumpcloud.com/api/1.0/index.html#operation/systems_list */
export const JumpCloudSystem = Schema.Struct({
  _id: Schema.String,
  active: Row.nullish(Schema.Boolean),
  agentVersion: Row.nullish(Schema.String),
  amazonInstanceID: Row.nullish(Schema.String),
  arch: Row.nullish(Schema.String),
  azureAdJoined: Row.nullish(Schema.Boolean),
  created: Row.nullish(Schema.String),
  description: Row.nullish(Schema.String),
  displayName: Row.nullish(Schema.String),
  domainInfo: Row.nullish(Schema.Struct({ domainName: Row.nullish(Schema.String) })),
  fde: Row.nullish(Schema.Struct({ active: Row.nullish(Schema.Boolean), keyPresent: Row.nullish(Schema.Boolean) })),
  hostname: Row.nullish(Schema.String),
  hwVendor: Row.nullish(Schema.String),
  lastContact: Row.nullish(Schema.String),
  mdm: Row.nullish(Schema.Struct({ vendor: Row.nullish(Schema.String), enrollmentType: Row.nullish(Schema.String) })),
  networkInterfaces: Row.nullish(Schema.Array(Interface)),
  organization: Row.nullish(Schema.String),
  os: Row.nullish(Schema.String),
  osFamily: Row.nullish(Schema.String),
  osVersionDetail: Row.nullish(Schema.Struct({ major: Row.nullish(Schema.String), minor: Row.nullish(Schema.String) })),
  primarySystemUser: Row.nullish(Schema.Struct({ id: Row.nullish(Schema.String) })),
  remoteIP: Row.nullish(Schema.String),
  serialNumber: Row.nullish(Schema.String),
  tags: Row.nullish(Schema.Array(Schema.String)),
  version: Row.nullish(Schema.String)
})
export interface JumpCloudSystem extends Schema.Schema.Type<typeof JumpCloudSystem> {}

/** The primary user of a system: https://docs.jumpcloud.com/api/1.0/index.html#operation/systemusers_list */
export const JumpCloudOwner = Schema.Struct({ _id: Schema.String, email: Row.nullish(Schema.String) })
export interface JumpCloudOwner extends Schema.Schema.Type<typeof JumpCloudOwner> {}

/** A system is active while its agent is connected. */
const statusOf = ({ active }: JumpCloudSystem): Records.DeviceStatus => {
  if (active === null) return "UNKNOWN"
  return active ? "ACTIVE" : "INACTIVE"
}

/** The addresses of a family, without those of the loopback. */
const addressesOf = ({ networkInterfaces }: JumpCloudSystem, family: string): ReadonlyArray<string> => {
  const own = (networkInterfaces ?? []).filter((each) => each.family === family && each.internal !== true)
  return [...new Set(own.flatMap(({ address }) => address ?? []))]
}

const present = (value: string | null): ReadonlyArray<string> => (value === null || value === "" ? [] : [value])

const cloudOf = ({ amazonInstanceID: instance_id }: JumpCloudSystem): Records.CloudMetadata | null => {
  if (instance_id === null || instance_id === "") return null
  return { cloud_provider: "AWS", account_id: null, region: null, availability_zone: null, instance_id }
}

const adOf = ({ domainInfo }: JumpCloudSystem): Records.AdInfo | null => {
  const [domain] = present(domainInfo?.domainName ?? null)
  return domain === undefined ? null : { org_unit: null, site_name: null, domain, device_id: null }
}

/** Maps a system with its primary user; JumpCloud's list has no MAC addresses and no model. */
export const toDevice = (
  system: JumpCloudSystem,
  { owners }: { readonly owners: ReadonlyArray<JumpCloudOwner> | null }
): RecordKind.Draft<typeof RecordKind.Device> => ({
  status: statusOf(system),
  platform: OperatingSystem.toPlatform(system.os, system.osFamily),
  hostnames: present(system.hostname),
  fqdns: present(system.hostname).filter((name) => name.includes(".")),
  ipv4s: addressesOf(system, "IPv4"),
  ipv6s: addressesOf(system, "IPv6"),
  mac_addresses: [],
  serial_number: system.serialNumber,
  manufacturer: system.hwVendor,
  os_version: system.version,
  os_major_version: system.osVersionDetail?.major ?? null,
  os_minor_version: system.osVersionDetail?.minor ?? null,
  first_seen: system.created,
  last_seen: system.lastContact,
  is_encrypted: system.fde?.active ?? null,
  is_managed: true,
  owner_email: owners?.[0]?.email ?? null,
  source_vendors: [
    {
      vendor: "JUMPCLOUD",
      vendor_id: system._id,
      agent_info: { agent_version: system.agentVersion, signature_version: null, policies: null }
    }
  ],
  ad_info: adOf(system),
  cloud_metadata: cloudOf(system),
  vendor_id: system._id,
  vendor_data: {
    vendor: "JUMPCLOUD",
    display_name: system.displayName,
    description: system.description,
    os: system.os,
    arch: system.arch,
    remote_ip: system.remoteIP,
    is_recovery_key_present: system.fde?.keyPresent ?? null,
    is_azure_ad_joined: system.azureAdJoined,
    mdm_vendor: system.mdm?.vendor ?? null,
    mdm_enrollment_type: system.mdm?.enrollmentType ?? null,
    tags: system.tags,
    organization: system.organization,
    primary_user_id: system.primarySystemUser?.id ?? null
  }
})

// Filters take several terms: https://docs.jumpcloud.com/api/1.0/index.html#operation/systemusers_list
const owners = Lookup.batched<JumpCloudSystem>()({
  endpoint: `/api/systemusers?fields=_id+email&limit=${PAGE_SIZE}`,
  row: JumpCloudOwner,
  pagination: Pagination.none({ items: "results", total: "totalCount" }),
  permissions: READ_ONLY,
  batch: PAGE_SIZE,
  query: (ids) => ({ filter: `_id:$in:${ids.join("|")}` }),
  key: ({ _id }) => _id,
  keys: ({ primarySystemUser }) => primarySystemUser?.id ?? null,
  fields: ["owner_email"],
  isOptional: true,
  // The primary user may have been deleted.
  mayBeMissing: true
})

/** Reads the systems, with the email addresses of their primary users: https://docs.jumpcloud.com/api/1.0/index.html#operation/systems_list */
export const devices = Extractor.make({
  record: RecordKind.Device,
  endpoint: "/api/systems",
  row: JumpCloudSystem,
  id: "_id",
  pagination: countedPages,
  permissions: READ_ONLY,
  queries: [{ sort: "_id" }],
  lookups: { owners },
  toRecord: toDevice
})
