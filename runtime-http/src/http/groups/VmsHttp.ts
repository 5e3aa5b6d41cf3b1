import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import { scanConfigurations, vulnerabilities, vulnerabilityFindings } from "../../api/groups/VmsApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Handlers from "../server/Handlers.js"

/** The endpoints below `/vms` are all lists and records. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "vms">,
  never,
  RecordHandlers.Services
> = Handlers.group(TributaryApi, "vms", (handlers) =>
  Effect.map(RecordHandlers.make, ({ get, list }) =>
    handlers
      .handle("listScanConfigurations", list(scanConfigurations))
      .handle("getScanConfiguration", get(scanConfigurations))
      .handle("listVulnerabilities", list(vulnerabilities))
      .handle("getVulnerability", get(vulnerabilities))
      .handle("listVulnerabilityFindings", list(vulnerabilityFindings))
      .handle("getVulnerabilityFinding", get(vulnerabilityFindings))
  )
)
