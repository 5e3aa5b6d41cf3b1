import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import {
  deviceGroups,
  devicePolicies,
  devices,
  groupDevices,
  policyDeviceGroups,
  resources
} from "../../api/groups/EntitiesApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Serving from "../server/Serving.js"

/** Serves the lists and records of the group. */
export const records: ReadonlyArray<RecordHandlers.Making> = [
  RecordHandlers.list(devices),
  RecordHandlers.get(devices),
  RecordHandlers.list(deviceGroups),
  RecordHandlers.get(deviceGroups),
  RecordHandlers.members(groupDevices),
  RecordHandlers.list(devicePolicies),
  RecordHandlers.get(devicePolicies),
  RecordHandlers.members(policyDeviceGroups),
  RecordHandlers.list(resources),
  RecordHandlers.get(resources)
]

/** The endpoints below `/entities` are all lists and records. */
export const layer: Layer.Layer<HttpApiGroup.ApiGroup<"tributary", "entities">> = HttpApiBuilder.group(
  TributaryApi,
  "entities",
  Serving.apartFromRecords
)
