import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import { TributaryApi } from "../../api/TributaryApi.js"
import { AccountUsage } from "../../store/accounts/AccountUsage.js"
import * as Auth from "../server/access/Auth.js"
import { FloodGuards } from "../server/access/FloodGuards.js"
import * as Turns from "../server/access/Turns.js"
import * as Handlers from "../server/Handlers.js"
import * as Failure from "../server/response/Failure.js"

/** Handles `/usage`, in its turn among the heavy requests of its key: an account may have many lists, each with a counter. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "usage">,
  never,
  AccountUsage | FloodGuards
> = Handlers.group(TributaryApi, "usage", (handlers) =>
  Effect.gen(function* () {
    const usage = yield* AccountUsage
    const { inTurn } = yield* FloodGuards
    return handlers.handle("getUsage", () =>
      Effect.gen(function* () {
        const { accountId, keyId } = yield* Auth.account
        const found = yield* inTurn(keyId, 1, usage.of(accountId), Turns.immediately)
        if (found === null) return yield* Effect.dieMessage("The account of a valid key is gone.")
        const { connections, organizations, records, recordsByKind } = found
        return { organizations, connections, records, records_by_kind: recordsByKind }
      }).pipe(Failure.toApiErrors)
    )
  })
)
