import { Also, Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"

export const CloudAsset = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  type: Row.nullish(Schema.String),
  host: Row.nullish(Schema.String),
  region: Row.nullish(Schema.String)
})
export interface CloudAsset extends Schema.Schema.Type<typeof CloudAsset> {}

/** A laptop is no resource of the cloud. */
export const toResource = (asset: CloudAsset): RecordKind.Draft<typeof RecordKind.Resource> | null =>
  asset.type === "laptop"
    ? null
    : { name: asset.name, type: asset.type ?? "unknown", region: asset.region, vendor_id: asset.id }

/** Machines and laptops are devices; buckets are not. */
export const toDevice = (asset: CloudAsset): RecordKind.Draft<typeof RecordKind.Device> | null =>
  asset.type !== "machine" && asset.type !== "laptop"
    ? null
    : {
        status: "ACTIVE",
        platform: "UNKNOWN",
        hostnames: asset.host === null ? [] : [asset.host],
        fqdns: [],
        ipv4s: [],
        ipv6s: [],
        mac_addresses: [],
        source_vendors: [{ vendor: "CLOUD_INVENTORY", vendor_id: asset.id, agent_info: null }],
        vendor_id: asset.id
      }

export const assets = Extractor.make({
  record: RecordKind.Resource,
  endpoint: "/assets",
  row: CloudAsset,
  pagination: Pagination.cursor({ items: "assets", from: "next", param: "after", total: "total" }),
  permissions: ["assets.read"],
  since: (instant) => ({ since: instant }),
  also: [Also.of<CloudAsset>()({ record: RecordKind.Device, toRecord: toDevice })],
  toRecord: toResource
})
