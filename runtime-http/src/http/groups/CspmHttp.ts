import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import { alerts, compliances, findings } from "../../api/groups/CspmApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Handlers from "../server/Handlers.js"

/** The endpoints below `/cspm` are all lists and records. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "cspm">,
  never,
  RecordHandlers.Services
> = Handlers.group(TributaryApi, "cspm", (handlers) =>
  Effect.map(RecordHandlers.make, ({ get, list }) =>
    handlers
      .handle("listComplianceFindings", list(findings))
      .handle("getComplianceFinding", get(findings))
      .handle("listCompliances", list(compliances))
      .handle("getCompliance", get(compliances))
      .handle("listCspmAlerts", list(alerts))
      .handle("getCspmAlert", get(alerts))
  )
)
