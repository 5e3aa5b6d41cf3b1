import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import { alerts } from "../../api/groups/EdrApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Handlers from "../server/Handlers.js"

/** The endpoints below `/edr` are all lists and records. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "edr">,
  never,
  RecordHandlers.Services
> = Handlers.group(TributaryApi, "edr", (handlers) =>
  Effect.map(RecordHandlers.make, ({ get, list }) =>
    handlers.handle("listEdrAlerts", list(alerts)).handle("getEdrAlert", get(alerts))
  )
)
