import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import {
  applications,
  deviceGroups,
  devicePolicies,
  devices,
  groupDevices,
  organizationIdentities,
  policyDeviceGroups,
  resources
} from "../../api/groups/EntitiesApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Handlers from "../server/Handlers.js"

/** The endpoints below `/entities` are all lists and records. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "entities">,
  never,
  RecordHandlers.Services
> = Handlers.group(TributaryApi, "entities", (handlers) =>
  Effect.map(RecordHandlers.make, ({ get, list, members }) =>
    handlers
      .handle("listDevices", list(devices))
      .handle("getDevice", get(devices))
      .handle("listDeviceGroups", list(deviceGroups))
      .handle("getDeviceGroup", get(deviceGroups))
      .handle("listDeviceGroupDevices", members(groupDevices))
      .handle("listDevicePolicies", list(devicePolicies))
      .handle("getDevicePolicy", get(devicePolicies))
      .handle("listDevicePolicyDeviceGroups", members(policyDeviceGroups))
      .handle("listResources", list(resources))
      .handle("getResource", get(resources))
      .handle("listApplications", list(applications))
      .handle("getApplication", get(applications))
      .handle("listOrganizationIdentities", list(organizationIdentities))
      .handle("getOrganizationIdentity", get(organizationIdentities))
  )
)
