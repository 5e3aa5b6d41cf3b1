import { Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { OF_API } from "../links.js"
import { cursorPages } from "../pages.js"

/** A group of agents: https://developer.zendesk.com/api-reference/ticketing/groups/groups/#json-format */
export const ZendeskGroup = Schema.Struct({
  id: Schema.Number,
  name: Row.text,
  description: Row.text,
  default: Row.nullish(Schema.Boolean),
  is_public: Row.nullish(Schema.Boolean),
  created_at: Row.text,
  updated_at: Row.text
})
export interface ZendeskGroup extends Schema.Schema.Type<typeof ZendeskGroup> {}

/** Maps a group to an `itsm_group`; its name falls back to its id. */
export const toItsmGroup = (group: ZendeskGroup): RecordKind.Draft<typeof RecordKind.ItsmGroup> => ({
  name: group.name || String(group.id),
  description: group.description || null,
  vendor_id: String(group.id),
  vendor_attributes: {
    created_at: group.created_at,
    id: String(group.id),
    updated_at: group.updated_at,
    vendor: "ZENDESK",
    data: { vendor: "ZENDESK", is_default: group.default, is_public: group.is_public }
  }
})

/**
 * Extracts the groups of the account; the list leaves out those that were deleted.
 *
 * https://developer.zendesk.com/api-reference/ticketing/groups/groups/#list-groups
 */
export const groups = Extractor.make({
  record: RecordKind.ItsmGroup,
  endpoint: "/api/v2/groups",
  row: ZendeskGroup,
  marks: { leftOut: { url: OF_API, deleted: "the list has no deleted groups" } },
  pagination: cursorPages("groups"),
  permissions: ["Agent"],
  toRecord: toItsmGroup
})
