import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import { users } from "../../api/groups/ConfigurationApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Handlers from "../server/Handlers.js"

/** The endpoints below `/configuration` are all lists and records. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "configuration">,
  never,
  RecordHandlers.Services
> = Handlers.group(TributaryApi, "configuration", (handlers) =>
  Effect.map(RecordHandlers.make, ({ get, list }) =>
    handlers.handle("listConfigurationUsers", list(users)).handle("getConfigurationUser", get(users))
  )
)
