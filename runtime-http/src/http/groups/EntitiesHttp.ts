import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import { deviceGroups, devicePolicies, devices, resources } from "../../api/groups/EntitiesApi.js"
import type { ConnectionAccess } from "../../api/parts/Security.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { Cursor } from "../../store/read/Cursor.js"
import type { RecordQuery } from "../../store/read/RecordQuery.js"
import * as RecordsHttp from "./RecordsHttp.js"

/** Handles the endpoints below `/entities`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "entities">,
  never,
  ConnectionAccess | Cursor | RecordQuery
> = HttpApiBuilder.group(TributaryApi, "entities", (handlers) =>
  handlers
    .handle("listDevices", RecordsHttp.list(devices))
    .handle("getDevice", RecordsHttp.get(devices))
    .handle("listDeviceGroups", RecordsHttp.list(deviceGroups))
    .handle("getDeviceGroup", RecordsHttp.get(deviceGroups))
    .handle("listDevicePolicies", RecordsHttp.list(devicePolicies))
    .handle("getDevicePolicy", RecordsHttp.get(devicePolicies))
    .handle("listResources", RecordsHttp.list(resources))
    .handle("getResource", RecordsHttp.get(resources))
)
