import { Extractor, Mention, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { BY_CREATION, createdPages } from "../created.js"

/**
 * A prevention or sensor update policy:
 * https://developer.crowdstrike.com/api-reference/collections/prevention-policies/ and
 * https://developer.crowdstrike.com/api-reference/collections/sensor-update-policies/
 */
export const CrowdStrikePolicy = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: Row.nullish(Schema.String),
  platform_name: Row.nullish(Schema.String),
  enabled: Row.nullish(Schema.Boolean),
  // Empty if the policy has no groups. Without the list, the policy counts as unread and keeps the groups that it had.
  groups: Schema.Array(Schema.Struct({ id: Schema.String })),
  // What a prevention policy switches on, in groups of settings.
  prevention_settings: Row.nullish(
    Schema.Array(
      Schema.Struct({
        settings: Row.nullish(
          Schema.Array(Schema.Struct({ id: Row.nullish(Schema.String), value: Row.nullish(Schema.Unknown) }))
        )
      })
    )
  ),
  // What a sensor update policy sets, such as the build.
  settings: Row.nullish(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  created_by: Row.nullish(Schema.String),
  created_timestamp: Row.nullish(Schema.String),
  modified_by: Row.nullish(Schema.String),
  modified_timestamp: Row.nullish(Schema.String)
})
export interface CrowdStrikePolicy extends Schema.Schema.Type<typeof CrowdStrikePolicy> {}

/** The settings of a policy: for a prevention policy, the value of each setting by its ID. */
const settingsOf = ({ prevention_settings, settings }: CrowdStrikePolicy): object | null => {
  if (prevention_settings === null) return settings
  const all = prevention_settings.flatMap((group) => group.settings ?? [])
  return Object.fromEntries(all.flatMap(({ id, value }) => (id === null ? [] : [[id, value]])))
}

/** Maps a policy of the given type, such as `PREVENTION`. */
export const toDevicePolicy =
  (type: string) =>
  (policy: CrowdStrikePolicy): RecordKind.Draft<typeof RecordKind.DevicePolicy> => ({
    name: policy.name,
    type,
    platform: policy.platform_name,
    is_enabled: policy.enabled,
    description: policy.description,
    vendor_created_at: policy.created_timestamp,
    last_updated_at: policy.modified_timestamp,
    vendor_id: policy.id,
    vendor_data: {
      vendor: "CROWDSTRIKE",
      created_by: policy.created_by,
      modified_by: policy.modified_by,
      settings: settingsOf(policy)
    }
  })

const groups = Mention.of<CrowdStrikePolicy>()({
  record: RecordKind.DevicePolicyGroup,
  things: ({ groups }) => groups,
  toRecord: (group, policy) => ({ group_vendor_id: group.id, policy_vendor_id: policy.id })
})

const marks = {
  leftOut: {
    groups: "the host groups, which are records of their own",
    prevention_settings: "the console's texts about the settings, the same in every policy"
  }
}

const queries = [BY_CREATION]

const preventionPolicies = Extractor.make({
  record: RecordKind.DevicePolicy,
  endpoint: "/policy/combined/prevention/v1",
  row: CrowdStrikePolicy,
  marks,
  pagination: createdPages,
  permissions: ["Prevention policies: Read"],
  queries,
  mentions: [groups],
  toRecord: toDevicePolicy("PREVENTION")
})

const sensorUpdatePolicies = Extractor.make({
  record: RecordKind.DevicePolicy,
  endpoint: "/policy/combined/sensor-update/v2",
  row: CrowdStrikePolicy,
  marks,
  pagination: createdPages,
  permissions: ["Sensor update policies: Read"],
  queries,
  mentions: [groups],
  toRecord: toDevicePolicy("SENSOR_UPDATE")
})

/** Reads prevention policies, then sensor update policies, each with the host groups that it applies to. */
export const devicePolicies = Extractor.concat(preventionPolicies, sensorUpdatePolicies)
