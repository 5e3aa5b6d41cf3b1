import { Child } from "@tributary/core"
import { Schema } from "effect"

/**
 * What Jamf manages in two separate inventories, each of which counts its devices, groups and profiles from 1. So the ids of records begin
 * with it: `computer/1` and `mobile/1` are two devices.
 */
export type Inventory = "computer" | "mobile"

/** An id, which the Classic API and the groups of mobile devices have as a number. */
export const JamfId = Schema.Union(Schema.String, Schema.Number)

/** The id of a record. */
export const idIn = (inventory: Inventory, id: string | number): string => `${inventory}/${id}`

/** The id of a record, of a raw row that has `id`; null if the row has none. */
export const rawIdIn = (inventory: Inventory, id: unknown): string | null => Child.joinedId(inventory, id)
