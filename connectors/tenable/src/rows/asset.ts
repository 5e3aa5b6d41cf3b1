import { Row } from "@tributary/core"
import { Schema } from "effect"

const Text = Row.nullish(Schema.String)
const Texts = Row.nullish(Schema.Array(Schema.String))

/** An asset: https://developer.tenable.com/reference/exports-assets-download-chunk */
export const TenableAsset = Schema.Struct({
  id: Schema.String,
  has_agent: Row.nullish(Schema.Boolean),
  agent_uuid: Text,
  agent_names: Texts,
  created_at: Text,
  terminated_at: Text,
  terminated_by: Text,
  deleted_at: Text,
  deleted_by: Text,
  first_seen: Text,
  last_seen: Text,
  first_scan_time: Text,
  last_scan_time: Text,
  last_authenticated_scan_date: Text,
  last_licensed_scan_date: Text,
  last_scan_id: Text,
  last_schedule_id: Text,
  has_plugin_results: Row.nullish(Schema.Boolean),
  bios_uuid: Text,
  serial_number: Text,
  network_id: Text,
  network_name: Text,
  aws_owner_id: Text,
  aws_region: Text,
  aws_availability_zone: Text,
  aws_ec2_instance_id: Text,
  aws_ec2_name: Text,
  azure_vm_id: Text,
  azure_resource_id: Text,
  azure_location: Text,
  azure_subscription_id: Text,
  gcp_project_id: Text,
  gcp_zone: Text,
  gcp_instance_id: Text,
  ipv4s: Texts,
  ipv6s: Texts,
  fqdns: Texts,
  hostnames: Texts,
  netbios_names: Texts,
  mac_addresses: Texts,
  operating_systems: Texts,
  system_types: Texts,
  installed_software: Texts,
  acr_score: Row.nullish(Schema.Union(Schema.String, Schema.Number)),
  exposure_score: Row.nullish(Schema.Union(Schema.String, Schema.Number))
})
export interface TenableAsset extends Schema.Schema.Type<typeof TenableAsset> {}
