import { Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"

/** A blueprint: https://api-docs.kandji.io/ > Blueprints > List Blueprints */
export const KandjiBlueprint = Schema.Struct({
  id: Schema.String,
  name: Row.nullish(Schema.String),
  description: Row.nullish(Schema.String),
  type: Row.nullish(Schema.String)
})
export interface KandjiBlueprint extends Schema.Schema.Type<typeof KandjiBlueprint> {}

/** Maps a blueprint, whose type is classic or map. Kandji gives no dates, and a blueprint cannot be switched off. */
export const toDevicePolicy = (blueprint: KandjiBlueprint): RecordKind.Draft<typeof RecordKind.DevicePolicy> => ({
  name: blueprint.name || blueprint.id,
  type: blueprint.type?.toUpperCase() || null,
  description: blueprint.description || null,
  vendor_id: blueprint.id,
  vendor_data: { vendor: "KANDJI" }
})

/** Reads the blueprints. */
export const devicePolicies = Extractor.make({
  record: RecordKind.DevicePolicy,
  endpoint: "/api/v1/blueprints",
  row: KandjiBlueprint,
  pagination: Pagination.offset({ items: "results", limit: 300, counts: "returned", total: "count" }),
  permissions: ["List Blueprints"],
  marks: {
    // Whoever has the code can enroll a device.
    secret: ["enrollment_code.code"],
    volatile: ["computers_count"],
    leftOut: { icon: "how the console draws the blueprint", color: "how the console draws the blueprint" }
  },
  toRecord: toDevicePolicy
})
