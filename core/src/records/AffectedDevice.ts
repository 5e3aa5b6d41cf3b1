import { Schema } from "effect"
import { DevicePlatform } from "./Device.js"
import * as Field from "./Field.js"

/** The device that a vulnerability or an alert is about. */
export const AffectedDevice = Field.struct("AffectedDevice", {
  /**
   * The service's id of the device, which `/entities/devices` serves if the connection exports devices.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  id: Field.Id,
  /** Host names; empty if none is known. */
  hostnames: Schema.Array(Schema.String),
  /** IPv4 addresses; empty if none is known. */
  ipv4s: Schema.Array(Schema.String),
  /** The operating system family, normalized. */
  platform: DevicePlatform,
  /** The device's id in the source tool. */
  vendor_id: Schema.String
})

export interface AffectedDevice extends Schema.Schema.Type<typeof AffectedDevice> {}
