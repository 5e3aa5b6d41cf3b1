import { HttpApiGroup, OpenApi } from "@effect/platform"
import { RecordKind, Records } from "@tributary/core"
import * as ListParameters from "../parts/ListParameters.js"
import * as Parameter from "../parts/Parameter.js"
import * as RecordEndpoints from "../parts/RecordEndpoints.js"

/** The list and get-by-id endpoints of devices. */
export const devices = RecordEndpoints.make(RecordKind.Device, {
  list: "listDevices",
  get: "getDevice",
  id: "device_id",
  plural: "devices",
  singular: "a device",
  item: Records.Device,
  filters: {
    platforms: ListParameters.values("Only devices with one of these platforms.", Records.DevicePlatform.literals),
    statuses: ListParameters.values("Only devices with one of these statuses.", Records.DeviceStatus.literals),
    isDeleted: ListParameters.isDeleted
  },
  facets: { platforms: "platform", statuses: "status" }
})

const deviceGroupFilters = {
  deviceId: ListParameters.optional(
    Parameter.uuid("Only groups that this device belongs to; the service's id of the device.")
  )
}

/** The list and get-by-id endpoints of device groups. */
export const deviceGroups = RecordEndpoints.make(RecordKind.DeviceGroup, {
  list: "listDeviceGroups",
  get: "getDeviceGroup",
  id: "device_group_id",
  plural: "device groups",
  singular: "a device group",
  item: Records.DeviceGroup,
  filters: { ...deviceGroupFilters, isDeleted: ListParameters.isRemoved },
  relations: { deviceId: { relation: RecordKind.DeviceGroupMember, from: "target" } }
})

/** The list and get-by-id endpoints of device policies. */
export const devicePolicies = RecordEndpoints.make(RecordKind.DevicePolicy, {
  list: "listDevicePolicies",
  get: "getDevicePolicy",
  id: "device_policy_id",
  plural: "device policies",
  singular: "a device policy",
  item: Records.DevicePolicy,
  filters: { isDeleted: ListParameters.isRemoved }
})

const joining = "A new member counts as changed, so `updatedSince` and a walk by cursor find it."

/** The list of devices of a device group. */
export const groupDevices = RecordEndpoints.makeMembers(deviceGroups, devices, {
  list: "listDeviceGroupDevices",
  relation: RecordKind.DeviceGroupMember,
  segment: "devices",
  plural: "devices of a device group",
  description: `The devices that belong to the group, however many, oldest change first. ${joining}`
})

// A group that has left its list is in no list below a policy.
const policyMembers = {
  ...deviceGroups,
  filterFields: deviceGroupFilters,
  filters: Object.keys(deviceGroupFilters)
}

/** The list of device groups of a device policy. */
export const policyDeviceGroups = RecordEndpoints.makeMembers(devicePolicies, policyMembers, {
  list: "listDevicePolicyDeviceGroups",
  relation: RecordKind.DevicePolicyGroup,
  segment: "device-groups",
  plural: "device groups of a device policy",
  description: `The device groups that the policy applies to, however many, oldest change first. ${joining}`
})

/** The list and get-by-id endpoints of cloud resources. */
export const resources = RecordEndpoints.make(RecordKind.Resource, {
  list: "listResources",
  get: "getResource",
  id: "resource_id",
  plural: "resources",
  singular: "a resource",
  item: Records.Resource,
  filters: { isDeleted: ListParameters.isDeleted }
})

/** The list and get-by-id endpoints of applications. */
export const applications = RecordEndpoints.make(RecordKind.Application, {
  list: "listApplications",
  get: "getApplication",
  id: "application_id",
  plural: "applications",
  singular: "an application",
  item: Records.Application,
  filters: {
    types: ListParameters.values("Only applications of one of these types.", Records.ApplicationType.literals),
    visibilities: ListParameters.values(
      "Only applications with one of these visibilities.",
      Records.ApplicationVisibility.literals
    ),
    isArchived: ListParameters.either(
      "`true` returns only applications that are archived, `false` only the others; both if absent."
    ),
    isDeleted: ListParameters.isDeleted
  },
  facets: { types: "type", visibilities: "visibility", isArchived: "is_archived" }
})

/** The list and get-by-id endpoints of members of organizations. */
export const organizationIdentities = RecordEndpoints.make(RecordKind.OrganizationIdentity, {
  list: "listOrganizationIdentities",
  get: "getOrganizationIdentity",
  id: "identity_id",
  plural: "members of organizations",
  singular: "a member of an organization",
  item: Records.OrganizationIdentity,
  filters: {
    emails: ListParameters.texts("Only members with one of these email addresses, in either case.", 320),
    types: ListParameters.values("Only members of one of these types.", Records.OrganizationIdentityType.literals),
    isAdmin: ListParameters.either(
      "`true` returns only members who administer their organization, `false` only the others; both if absent."
    ),
    isMfaEnabled: ListParameters.either(
      "`true` returns only members whose login a second factor protects, `false` only the others; both if absent."
    ),
    isDeleted: ListParameters.isDeleted
  },
  facets: { emails: "email", types: "type", isAdmin: "is_admin", isMfaEnabled: "is_mfa_enabled" }
})

/** Devices and cloud resources of one connection. */
export const EntitiesApi = HttpApiGroup.make("entities")
  .add(devices.list)
  .add(devices.get)
  .add(deviceGroups.list)
  .add(deviceGroups.get)
  .add(groupDevices.list)
  .add(devicePolicies.list)
  .add(devicePolicies.get)
  .add(policyDeviceGroups.list)
  .add(resources.list)
  .add(resources.get)
  .add(applications.list)
  .add(applications.get)
  .add(organizationIdentities.list)
  .add(organizationIdentities.get)
  .annotateContext(
    OpenApi.annotations({
      title: "Entities",
      description: "Devices, their groups and policies, and cloud resources."
    })
  )
