import { Extractor, Mention, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { CLASSIC } from "../errors.js"
import { type Inventory, idIn, JamfId, rawIdIn } from "../ids.js"

/** What a profile is for: things that Jamf names by their ids. */
const Targets = Row.nullish(Schema.Array(Schema.Struct({ id: JamfId, name: Row.text })))

const Flag = Row.nullish(Schema.Boolean)

/**
 * A configuration profile, which has only the fields of its own inventory in its scope:
 * https://developer.jamf.com/jamf-pro/reference/findosxconfigurationprofilesbyid and
 * https://developer.jamf.com/jamf-pro/reference/findmobiledeviceconfigurationprofilesbyid
 */
export const JamfProfile = Schema.Struct({
  general: Schema.Struct({ id: JamfId, name: Row.text, description: Row.text }),
  // Without its scope, a profile counts as unread and keeps the groups that it had.
  scope: Schema.Struct({
    all_computers: Flag,
    all_mobile_devices: Flag,
    all_jss_users: Flag,
    computers: Targets,
    mobile_devices: Targets,
    computer_groups: Targets,
    mobile_device_groups: Targets,
    buildings: Targets,
    departments: Targets,
    jss_users: Targets,
    jss_user_groups: Targets
  })
})
export interface JamfProfile extends Schema.Schema.Type<typeof JamfProfile> {}

/** What Jamf calls the profiles of an inventory, and for which systems they are; those of mobile devices are for several. */
const KINDS = {
  computer: { type: "MACOS_CONFIGURATION_PROFILE", platform: "macOS" },
  mobile: { type: "MOBILE_DEVICE_CONFIGURATION_PROFILE", platform: null }
} as const

const isTarget = (target: JamfProfile["scope"][keyof JamfProfile["scope"]]): boolean =>
  typeof target === "boolean" ? target : (target ?? []).length > 0

/** What the profile is for, without what it is not for. */
const targetsOf = ({ scope }: JamfProfile) =>
  Object.fromEntries(Object.entries(scope).filter(([, target]) => isTarget(target)))

/** Maps a configuration profile. It cannot be switched off, but is in force only where its scope says; Jamf gives no dates. */
export const toDevicePolicy = (
  inventory: Inventory,
  profile: JamfProfile
): RecordKind.Draft<typeof RecordKind.DevicePolicy> => {
  const { description, id, name } = profile.general
  const targets = targetsOf(profile)
  return {
    name: name || String(id),
    type: KINDS[inventory].type,
    platform: KINDS[inventory].platform,
    is_enabled: Object.keys(targets).length > 0,
    description: description || null,
    vendor_id: idIn(inventory, id),
    vendor_data: { vendor: "JAMF", inventory, targets }
  }
}

const groupsOf = (inventory: Inventory) =>
  Mention.of<JamfProfile>()({
    record: RecordKind.DevicePolicyGroup,
    things: ({ scope }) => (inventory === "computer" ? scope.computer_groups : scope.mobile_device_groups) ?? [],
    toRecord: (group, { general }) => ({
      policy_vendor_id: idIn(inventory, general.id),
      group_vendor_id: idIn(inventory, group.id)
    })
  })

/** Reads the profiles of an inventory: a list of names, and the details of each. */
const profiles = (
  inventory: Inventory,
  { items, item, path, permission }: Readonly<Record<"items" | "item" | "path" | "permission", string>>
) =>
  Extractor.make({
    record: RecordKind.DevicePolicy,
    endpoint: `${CLASSIC}/${path}`,
    row: JamfProfile,
    id: (row) => rawIdIn(inventory, Pagination.at(row, "general.id") ?? Pagination.at(row, "id")),
    pagination: Pagination.none({ items }),
    detailRequest: { endpoint: `${CLASSIC}/${path}/id/{id}`, items: item, permissions: [permission] },
    permissions: [permission],
    marks: {
      // Payloads can hold passwords and keys, for example of networks. The other password lets a user remove the profile.
      secret: ["general.payloads", "self_service.security.password"],
      leftOut: { "self_service.self_service_icon": "a picture" }
    },
    mentions: [groupsOf(inventory)],
    toRecord: (profile) => toDevicePolicy(inventory, profile)
  })

/** Reads the configuration profiles of both inventories, with the groups that they apply to. */
export const devicePolicies = Extractor.concat(
  profiles("computer", {
    path: "osxconfigurationprofiles",
    items: "os_x_configuration_profiles",
    item: "os_x_configuration_profile",
    permission: "Read macOS Configuration Profiles"
  }),
  profiles("mobile", {
    path: "mobiledeviceconfigurationprofiles",
    items: "configuration_profiles",
    item: "configuration_profile",
    permission: "Read iOS Configuration Profiles"
  })
)
