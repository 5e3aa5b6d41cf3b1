import { Context, Effect } from "effect"

/** Why requests may not go to an address that a customer enters; null if they may. Allows all by default, for tests without a network. */
export class AddressCheck extends Context.Reference<AddressCheck>()("@tributary/runtime-http/AddressCheck", {
  defaultValue: (): ((url: URL) => Effect.Effect<string | null>) => () => Effect.succeed(null)
}) {}
