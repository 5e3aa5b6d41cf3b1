import { Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { BY_ID, cursorPages, MOST_ROWS } from "../pagination.js"

/** A group of agents of a site: https://usea1-partners.sentinelone.net/api-doc/overview > Groups > Get Groups */
export const SentinelOneGroup = Schema.Struct({
  id: Schema.String,
  name: Row.text,
  description: Row.text,
  creator: Row.text,
  createdAt: Row.text
})
export interface SentinelOneGroup extends Schema.Schema.Type<typeof SentinelOneGroup> {}

/** Maps a group; its name falls back to its id. */
export const toDeviceGroup = (group: SentinelOneGroup): RecordKind.Draft<typeof RecordKind.DeviceGroup> => ({
  name: group.name || group.id,
  description: group.description || null,
  created_by: group.creator || null,
  vendor_created_at: group.createdAt,
  vendor_id: group.id,
  vendor_data: { vendor: "SENTINELONE" }
})

/** Reads the groups; the list of agents says who belongs to them. */
export const groups = Extractor.make({
  record: RecordKind.DeviceGroup,
  endpoint: "/web/api/v2.1/groups",
  row: SentinelOneGroup,
  marks: {
    // Whoever has the token can add agents to the group.
    secret: ["registrationToken"],
    volatile: ["totalAgents"]
  },
  pagination: cursorPages(MOST_ROWS),
  permissions: ["Groups.view"],
  queries: [BY_ID],
  since: (instant) => ({ updatedAt__gte: instant }),
  toRecord: toDeviceGroup
})
