import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import type { ConnectionAccess } from "../api/Security.js"
import { TributaryApi } from "../api/TributaryApi.js"
import { scanConfigurations, vulnerabilities } from "../api/VmsApi.js"
import type { Cursor } from "../store/Cursor.js"
import type { RecordQuery } from "../store/RecordQuery.js"
import * as RecordsHttp from "./RecordsHttp.js"

export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "vms">,
  never,
  ConnectionAccess | Cursor | RecordQuery
> = HttpApiBuilder.group(TributaryApi, "vms", (handlers) =>
  handlers
    .handle("listScanConfigurations", RecordsHttp.list(scanConfigurations))
    .handle("getScanConfiguration", RecordsHttp.get(scanConfigurations))
    .handle("listVulnerabilities", RecordsHttp.list(vulnerabilities))
    .handle("getVulnerability", RecordsHttp.get(vulnerabilities))
)
