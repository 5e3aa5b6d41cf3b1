import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import { scanConfigurations, vulnerabilities } from "../../api/groups/VmsApi.js"
import type { ConnectionAccess } from "../../api/parts/Security.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { Cursor } from "../../store/read/Cursor.js"
import type { RecordQuery } from "../../store/read/RecordQuery.js"
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import type { RequestLimit } from "../server/RequestLimit.js"

/** Handles the endpoints below `/vms`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "vms">,
  never,
  ConnectionAccess | ConnectorRegistry | Cursor | RecordQuery | RequestLimit
> = HttpApiBuilder.group(TributaryApi, "vms", (handlers) =>
  handlers
    .handle("listScanConfigurations", RecordHandlers.list(scanConfigurations))
    .handle("getScanConfiguration", RecordHandlers.get(scanConfigurations))
    .handle("listVulnerabilities", RecordHandlers.list(vulnerabilities))
    .handle("getVulnerability", RecordHandlers.get(vulnerabilities))
)
