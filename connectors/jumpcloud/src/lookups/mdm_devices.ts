import { Lookup, Pagination, Row } from "@tributary/core"
import { Schema } from "effect"
import { READ_ONLY } from "../graph.js"
import { plainPages } from "../pagination.js"
import type { JumpCloudSystem } from "../rows/system.js"

/** An Apple device that JumpCloud's MDM manages: https://docs.jumpcloud.com/api/2.0/index.html#operation/applemdms_deviceslist */
export const JumpCloudMdmDevice = Schema.Struct({
  deviceInformation: Row.nullish(
    Schema.Struct({ modelName: Row.nullish(Schema.String), wifiMac: Row.nullish(Schema.String) })
  ),
  serialNumber: Row.nullish(Schema.String)
})
export interface JumpCloudMdmDevice extends Schema.Schema.Type<typeof JumpCloudMdmDevice> {}

/** What the MDM knows of a device; null if it knows several with its serial number that differ, such as those with the serial number 0. */
export const informationOf = (
  devices: ReadonlyArray<JumpCloudMdmDevice> | null,
  field: "modelName" | "wifiMac"
): string | null => {
  const known = (devices ?? []).flatMap(({ deviceInformation }) => deviceInformation?.[field]?.trim() ?? [])
  const [first = null, ...others] = new Set(known.filter((value) => value !== ""))
  return others.length === 0 ? first : null
}

/** Serial numbers are compared without their case. */
const serialOf = ({ serialNumber }: { readonly serialNumber: string | null }): string =>
  (serialNumber ?? "").trim().toUpperCase()

/** The Apple devices of the organization's MDM: https://docs.jumpcloud.com/api/2.0/index.html#operation/applemdms_deviceslist */
export const mdmDevices = Lookup.joined<JumpCloudSystem>()({
  // An organization has at most one MDM: https://docs.jumpcloud.com/api/2.0/index.html#operation/applemdms_list
  below: {
    endpoint: "/api/v2/applemdms",
    row: Schema.Struct({ id: Schema.String }),
    pagination: Pagination.none(),
    permissions: READ_ONLY
  },
  endpoint: "/api/v2/applemdms/{id}/devices?sort=id",
  row: JumpCloudMdmDevice,
  pagination: plainPages,
  permissions: READ_ONLY,
  key: serialOf,
  matches: serialOf,
  when: (system) => serialOf(system) !== "",
  fields: ["mac_addresses", "model"],
  isOptional: true,
  // The list has only devices with Apple's systems that JumpCloud manages.
  mayBeMissing: true
})
