import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import { compliances, findings } from "../../api/groups/CspmApi.js"
import type { ConnectionAccess } from "../../api/parts/Security.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { Cursor } from "../../store/read/Cursor.js"
import type { RecordQuery } from "../../store/read/RecordQuery.js"
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import type { RequestLimit } from "../server/RequestLimit.js"

/** Handles the endpoints below `/cspm`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "cspm">,
  never,
  ConnectionAccess | ConnectorRegistry | Cursor | RecordQuery | RequestLimit
> = HttpApiBuilder.group(TributaryApi, "cspm", (handlers) =>
  handlers
    .handle("listComplianceFindings", RecordHandlers.list(findings))
    .handle("getComplianceFinding", RecordHandlers.get(findings))
    .handle("listCompliances", RecordHandlers.list(compliances))
    .handle("getCompliance", RecordHandlers.get(compliances))
)
