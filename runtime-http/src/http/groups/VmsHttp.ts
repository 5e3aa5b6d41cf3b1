import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import { scanConfigurations, vulnerabilities } from "../../api/groups/VmsApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Serving from "../server/Serving.js"

/** Serves the lists and records of the group. */
export const records: ReadonlyArray<RecordHandlers.Making> = [
  RecordHandlers.list(scanConfigurations),
  RecordHandlers.get(scanConfigurations),
  RecordHandlers.list(vulnerabilities),
  RecordHandlers.get(vulnerabilities)
]

/** The endpoints below `/vms` are all lists and records. */
export const layer: Layer.Layer<HttpApiGroup.ApiGroup<"tributary", "vms">> = HttpApiBuilder.group(
  TributaryApi,
  "vms",
  Serving.apartFromRecords
)
