// The kinds of record for devices, cloud resources, applications and members of organizations.
import * as Records from "../../records/index.js"
import { make, relation } from "../defineKind.js"
import { flag, hide, status, vendorId } from "./deletions.js"

export const DeviceGroup = make({
  name: "device_group",
  exportType: "device_groups",
  schema: Records.DeviceGroup,
  path: "/entities/device-groups",
  deletion: hide,
  identity: vendorId,
  relatedIds: { device_ids: "device_group_member" }
})

export const DeviceGroupMember = relation({
  name: "device_group_member",
  exportType: "device_groups",
  schema: Records.DeviceGroupMember,
  source: { kind: "device_group", field: "group_vendor_id" },
  target: { kind: "device", field: "device_vendor_id" }
})

export const Device = make({
  name: "device",
  exportType: "devices",
  schema: Records.Device,
  path: "/entities/devices",
  deletion: status,
  identity: vendorId,
  facets: { platform: "platform" }
})

export const DevicePolicy = make({
  name: "device_policy",
  exportType: "device_policies",
  schema: Records.DevicePolicy,
  path: "/entities/device-policies",
  deletion: hide,
  identity: vendorId,
  relatedIds: { device_group_ids: "device_policy_group" }
})

export const DevicePolicyGroup = relation({
  name: "device_policy_group",
  exportType: "device_policies",
  schema: Records.DevicePolicyGroup,
  source: { kind: "device_policy", field: "policy_vendor_id" },
  target: { kind: "device_group", field: "group_vendor_id" }
})

export const Resource = make({
  name: "resource",
  exportType: "resources",
  schema: Records.Resource,
  path: "/entities/resources",
  deletion: flag,
  identity: vendorId
})

export const Application = make({
  name: "application",
  exportType: "applications",
  schema: Records.Application,
  path: "/entities/applications",
  deletion: flag,
  identity: vendorId,
  facets: { type: "type", visibility: "visibility", is_archived: "is_archived" }
})

export const OrganizationIdentity = make({
  name: "organization_identity",
  exportType: "organization_identities",
  schema: Records.OrganizationIdentity,
  path: "/entities/organization-identities",
  deletion: flag,
  identity: vendorId,
  facets: {
    email: { path: "email", ignoresCase: true },
    type: "type",
    is_admin: "is_admin",
    is_mfa_enabled: "is_mfa_enabled"
  }
})
