import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import { TributaryApi } from "../../api/TributaryApi.js"
import { Erasures } from "../../store/erasure/Erasures.js"
import * as ErasureAnswers from "../parts/ErasureAnswers.js"
import { envelope, pageOf } from "../parts/OffsetPages.js"
import * as Auth from "../server/access/Auth.js"
import * as Handlers from "../server/Handlers.js"
import * as Failure from "../server/response/Failure.js"

/** Handles `/provisioning/erasures`. */
export const layer: Layer.Layer<HttpApiGroup.ApiGroup<"tributary", "erasures">, never, Erasures> = Handlers.group(
  TributaryApi,
  "erasures",
  (handlers) =>
    Effect.map(Erasures, (erasures) =>
      handlers
        .handle("listErasures", ({ urlParams }) =>
          Auth.account.pipe(
            Effect.flatMap((scope) => erasures.list(scope, pageOf(urlParams))),
            Effect.map(({ items, total }) => envelope({ items: items.map(ErasureAnswers.toWire), total })),
            Failure.toApiErrors
          )
        )
        .handle("getErasure", ({ path }) =>
          Auth.account.pipe(
            Effect.flatMap((scope) => erasures.get(scope, path.erasure_id)),
            Effect.map(ErasureAnswers.toWire),
            Failure.toApiErrors
          )
        )
    )
)
