import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import { deviceGroups, devicePolicies, devices, resources } from "../../api/groups/EntitiesApi.js"
import type { ConnectionAccess } from "../../api/parts/Security.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { Cursor } from "../../store/read/Cursor.js"
import type { RecordQuery } from "../../store/read/RecordQuery.js"
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import type { RequestLimit } from "../server/RequestLimit.js"

/** Handles the endpoints below `/entities`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "entities">,
  never,
  ConnectionAccess | ConnectorRegistry | Cursor | RecordQuery | RequestLimit
> = HttpApiBuilder.group(TributaryApi, "entities", (handlers) =>
  handlers
    .handle("listDevices", RecordHandlers.list(devices))
    .handle("getDevice", RecordHandlers.get(devices))
    .handle("listDeviceGroups", RecordHandlers.list(deviceGroups))
    .handle("getDeviceGroup", RecordHandlers.get(deviceGroups))
    .handle("listDevicePolicies", RecordHandlers.list(devicePolicies))
    .handle("getDevicePolicy", RecordHandlers.get(devicePolicies))
    .handle("listResources", RecordHandlers.list(resources))
    .handle("getResource", RecordHandlers.get(resources))
)
