import { Extractor, Mention, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { Assignments, groupIdsOf } from "../assignments.js"
import { graphPages, POLICIES, READ_POLICIES } from "../graph.js"
import { assignedGroups } from "./device_groups.js"

/** A compliance policy: https://learn.microsoft.com/en-us/graph/api/resources/intune-deviceconfig-devicecompliancepolicy */
export const IntunePolicy = Schema.Struct({
  id: Schema.String,
  "@odata.type": Row.nullish(Schema.String),
  displayName: Row.nullish(Schema.String),
  description: Row.nullish(Schema.String),
  createdDateTime: Row.nullish(Schema.String),
  lastModifiedDateTime: Row.nullish(Schema.String),
  // Empty if the policy is assigned to nothing. Without the list, the policy counts as unread and keeps the groups that it had.
  assignments: Assignments
})
export interface IntunePolicy extends Schema.Schema.Type<typeof IntunePolicy> {}

/** The name of a policy's type, such as `windows10` of `#microsoft.graph.windows10CompliancePolicy`: each platform has a type of its own. */
const platformOf = (policy: IntunePolicy): string | null =>
  /^#microsoft\.graph\.(\w+)CompliancePolicy$/.exec(policy["@odata.type"] ?? "")?.[1] ?? null

/** Maps a compliance policy. A policy is in force where it is assigned; its name falls back to its id. */
export const toDevicePolicy = (policy: IntunePolicy): RecordKind.Draft<typeof RecordKind.DevicePolicy> => ({
  name: policy.displayName || policy.id,
  type: "COMPLIANCE",
  platform: platformOf(policy),
  is_enabled: policy.assignments.length > 0,
  description: policy.description || null,
  vendor_created_at: policy.createdDateTime,
  last_updated_at: policy.lastModifiedDateTime,
  vendor_id: policy.id,
  vendor_data: {
    vendor: "MS_INTUNE",
    odata_type: policy["@odata.type"],
    // Also shows assignments to all users or all devices, and groups that are excluded.
    assigned_to: policy.assignments.map(({ target }) => target)
  }
})

const groups = Mention.of<IntunePolicy>()({
  record: RecordKind.DevicePolicyGroup,
  things: ({ assignments }) => groupIdsOf(assignments),
  toRecord: (id, policy) => ({ policy_vendor_id: policy.id, group_vendor_id: id })
})

/** Reads the compliance policies, with the groups that they apply to, which become device groups: https://learn.microsoft.com/en-us/graph/api/intune-deviceconfig-devicecompliancepolicy-list */
export const devicePolicies = Extractor.make({
  record: RecordKind.DevicePolicy,
  endpoint: POLICIES,
  row: IntunePolicy,
  pagination: graphPages,
  permissions: [READ_POLICIES],
  queries: [{ $expand: "assignments" }],
  marks: { leftOut: { assignments: "their targets are in `assigned_to`; the rest are Graph's own ids" } },
  mentions: [groups, assignedGroups],
  toRecord: toDevicePolicy
})
