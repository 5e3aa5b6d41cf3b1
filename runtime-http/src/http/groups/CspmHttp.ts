import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import { compliances, findings } from "../../api/groups/CspmApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Serving from "../server/Serving.js"

/** Serves the lists and records of the group. */
export const records: ReadonlyArray<RecordHandlers.Making> = [
  RecordHandlers.list(findings),
  RecordHandlers.get(findings),
  RecordHandlers.list(compliances),
  RecordHandlers.get(compliances)
]

/** The endpoints below `/cspm` are all lists and records. */
export const layer: Layer.Layer<HttpApiGroup.ApiGroup<"tributary", "cspm">> = HttpApiBuilder.group(
  TributaryApi,
  "cspm",
  Serving.apartFromRecords
)
