import { Context, Effect } from "effect"
import type * as Errors from "../../api/parts/Errors.js"

/** Why a request is refused although it reaches an operation; null if it is not. Known before the key is checked, but told only to valid keys. */
export class Refusal extends Context.Reference<Refusal>()("@tributary/runtime-http/Refusal", {
  defaultValue: (): Errors.ApiError | null => null
}) {}

/** Fails if the request is refused. */
export const check: Effect.Effect<void, Errors.ApiError> = Effect.flatMap(Refusal, (error) =>
  error === null ? Effect.void : Effect.fail(error)
)
