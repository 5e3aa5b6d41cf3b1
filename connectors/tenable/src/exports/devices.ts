import { Extractor, OperatingSystem, Pagination, RecordKind } from "@tributary/core"
import { exportOf, toEpochSeconds } from "../exportJob.js"
import { TenableAsset } from "../rows/asset.js"
import { versionOf } from "../systems.js"

type Draft = RecordKind.Draft<typeof RecordKind.Device>

/** DELETED if a user deleted the asset, INACTIVE if its cloud terminated it; an expired license does not change the status. */
const statusOf = ({ deleted_at, terminated_at }: TenableAsset): Draft["status"] => {
  if (deleted_at !== null) return "DELETED"
  return terminated_at === null ? "ACTIVE" : "INACTIVE"
}

/** The Azure subscription, or else the one in the resource ID `/subscriptions/{id}/resourceGroups/...`. */
const subscriptionOf = (asset: TenableAsset): string | null =>
  asset.azure_subscription_id ?? /^\/subscriptions\/([^/]+)/i.exec(asset.azure_resource_id ?? "")?.[1] ?? null

/** The region of a zone such as `europe-west1-b`. */
const regionOfZone = (zone: string | null): string | null => zone?.replace(/-[a-z]$/, "") ?? null

const cloudOf = (asset: TenableAsset): Draft["cloud_metadata"] => {
  if (asset.aws_ec2_instance_id !== null || asset.aws_owner_id !== null) {
    return {
      cloud_provider: "AWS",
      account_id: asset.aws_owner_id,
      region: asset.aws_region,
      availability_zone: asset.aws_availability_zone,
      instance_id: asset.aws_ec2_instance_id
    }
  }
  if (asset.azure_vm_id !== null || asset.azure_resource_id !== null) {
    return {
      cloud_provider: "AZURE",
      account_id: subscriptionOf(asset),
      region: asset.azure_location,
      availability_zone: null,
      instance_id: asset.azure_vm_id
    }
  }
  if (asset.gcp_instance_id === null && asset.gcp_project_id === null) return null
  return {
    cloud_provider: "GCP",
    account_id: asset.gcp_project_id,
    region: regionOfZone(asset.gcp_zone),
    availability_zone: asset.gcp_zone,
    instance_id: asset.gcp_instance_id
  }
}

/** The asset export says whether an agent runs on an asset, but nothing about the agent. */
const AGENT = { agent_version: null, signature_version: null, policies: null }

/** Maps an asset; it is managed if a Tenable agent runs on it. */
export const toDevice = (asset: TenableAsset): Draft => ({
  status: statusOf(asset),
  platform: OperatingSystem.toPlatform(...(asset.operating_systems ?? [])),
  hostnames: [...new Set([...(asset.hostnames ?? []), ...(asset.netbios_names ?? [])])],
  fqdns: asset.fqdns ?? [],
  ipv4s: asset.ipv4s ?? [],
  ipv6s: asset.ipv6s ?? [],
  mac_addresses: asset.mac_addresses ?? [],
  serial_number: asset.serial_number,
  os_version: versionOf(asset)[0],
  os_major_version: versionOf(asset)[1],
  os_minor_version: versionOf(asset)[2],
  first_seen: asset.first_seen,
  last_seen: asset.last_seen,
  is_managed: asset.has_agent,
  source_vendors: [{ vendor: "TENABLE", vendor_id: asset.id, agent_info: asset.has_agent === true ? AGENT : null }],
  installed_software: asset.installed_software,
  cloud_metadata: cloudOf(asset),
  vendor_id: asset.id,
  vendor_data: {
    vendor: "TENABLE",
    agent_uuid: asset.agent_uuid,
    agent_names: asset.agent_names,
    operating_systems: asset.operating_systems,
    system_types: asset.system_types,
    created_at: asset.created_at,
    terminated_at: asset.terminated_at,
    terminated_by: asset.terminated_by,
    deleted_at: asset.deleted_at,
    deleted_by: asset.deleted_by,
    last_scan_id: asset.last_scan_id,
    last_schedule_id: asset.last_schedule_id,
    first_scan_time: asset.first_scan_time,
    last_scan_time: asset.last_scan_time,
    last_authenticated_scan_date: asset.last_authenticated_scan_date,
    last_licensed_scan_date: asset.last_licensed_scan_date,
    has_plugin_results: asset.has_plugin_results,
    bios_uuid: asset.bios_uuid,
    network_id: asset.network_id,
    network_name: asset.network_name,
    aws_ec2_name: asset.aws_ec2_name,
    azure_resource_id: asset.azure_resource_id,
    acr_score: asset.acr_score,
    exposure_score: asset.exposure_score
  }
})

/** Exports all assets: https://developer.tenable.com/reference/exports-assets-request-export */
export const devices = Extractor.make({
  record: RecordKind.Device,
  endpoint: "/assets/export",
  row: TenableAsset,
  marks: {
    // When a scan or an agent last met the asset, and when Tenable last wrote it, whatever the reason.
    volatile: [
      "last_authentication_attempt_date",
      "last_authentication_success_date",
      "open_ports.last_seen",
      "sources.last_seen",
      "tenable_agent_days_since_active",
      "updated_at"
    ]
  },
  pagination: Pagination.none(),
  exportJob: exportOf("assets", { chunk_size: 1_000 }),
  permissions: ["role: Basic [16]", "permission: Can View on assets"],
  since: (instant) => ({ filters: { updated_at: toEpochSeconds(instant) } }),
  toRecord: toDevice
})
