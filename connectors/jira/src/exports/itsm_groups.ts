import { Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { OF_API } from "../links.js"

/** A group: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-groups/#api-rest-api-3-group-bulk-get */
export const JiraGroup = Schema.Struct({
  groupId: Schema.String,
  name: Row.nullish(Schema.String)
})
export interface JiraGroup extends Schema.Schema.Type<typeof JiraGroup> {}

/** Maps a group to an `itsm_group`; its name falls back to its id. */
export const toItsmGroup = (group: JiraGroup): RecordKind.Draft<typeof RecordKind.ItsmGroup> => ({
  name: group.name ?? group.groupId,
  vendor_id: group.groupId,
  vendor_attributes: {
    created_at: null,
    id: group.groupId,
    updated_at: null,
    vendor: "JIRA",
    data: { vendor: "JIRA" }
  }
})

/** Extracts the groups of the site. */
export const groups = Extractor.make({
  record: RecordKind.ItsmGroup,
  endpoint: "/rest/api/3/group/bulk",
  row: JiraGroup,
  marks: { leftOut: { self: OF_API } },
  id: "groupId",
  pagination: Pagination.offset({
    items: "values",
    limit: 50,
    counts: "requested",
    limitInForce: "maxResults",
    limitParam: "maxResults",
    param: "startAt",
    total: "total"
  }),
  permissions: ["Browse users and groups"],
  toRecord: toItsmGroup
})
