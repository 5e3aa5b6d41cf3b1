import { HttpServerRequest } from "@effect/platform"
import { type Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import * as Errors from "../api/Errors.js"
import { readUuid } from "../api/Parameter.js"
import {
  CONNECTION_HEADER,
  ConnectionAccess,
  CurrentAccount,
  CurrentConnection,
  KEY_HEADER,
  KeyAccess
} from "../api/Security.js"
import { type AccountScope, type ConnectionScope, isAccountScope, isConnectionScope } from "../store/Access.js"
import { Connections } from "../store/Connections.js"
import { Keys } from "../store/Keys.js"
import * as Failure from "./Failure.js"
import { RequestLimit } from "./RequestLimit.js"

/** The scope that `KeyAccess` gave. */
export const account: Effect.Effect<AccountScope, never, CurrentAccount> = Effect.flatMap(CurrentAccount, (value) =>
  isAccountScope(value) ? Effect.succeed(value) : Effect.dieMessage("The current account was not made by KeyAccess.")
)

/** The scope that `ConnectionAccess` gave. */
export const connection: Effect.Effect<ConnectionScope, never, CurrentConnection> = Effect.flatMap(
  CurrentConnection,
  (value) =>
    isConnectionScope(value)
      ? Effect.succeed(value)
      : Effect.dieMessage("The current connection was not made by ConnectionAccess.")
)

type Services = Context.Tag.Service<typeof Keys> & Context.Tag.Service<typeof RequestLimit>

const authenticate = ({ authenticate: check, take }: Pick<Services, "authenticate" | "take">) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const scope = yield* Failure.answered(check(Redacted.make(headers[KEY_HEADER.toLowerCase()] ?? "")))
    const wait = yield* take(scope.keyId)
    if (Option.isNone(wait)) return scope
    const retryAfterSecs = Math.max(1, Math.ceil(Duration.toSeconds(wait.value)))
    return yield* Errors.make("TooManyRequests", { retryAfterSecs })
  })

const badConnectionHeader = (sent: string | undefined): Errors.ApiError =>
  Errors.make("InvalidParameter", {
    detail: [
      {
        loc: ["header", CONNECTION_HEADER],
        msg: "Expected the id of a connection, a UUID",
        type: sent === undefined ? "missing" : "uuid",
        ctx: { format: "uuid" },
        input: sent ?? null
      }
    ]
  })

/** Who has a key that is valid. */
export const keyAccess: Layer.Layer<KeyAccess, never, Keys | RequestLimit> = Layer.effect(
  KeyAccess,
  Effect.gen(function* () {
    return authenticate({ ...(yield* Keys), ...(yield* RequestLimit) })
  })
)

/** Who has a key that is valid, and names a connection of the same account. */
export const connectionAccess: Layer.Layer<ConnectionAccess, never, Connections | Keys | RequestLimit> = Layer.effect(
  ConnectionAccess,
  Effect.gen(function* () {
    const connections = yield* Connections
    const check = authenticate({ ...(yield* Keys), ...(yield* RequestLimit) })
    return Effect.gen(function* () {
      const scope = yield* check
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const sent = headers[CONNECTION_HEADER.toLowerCase()]
      const id = readUuid(sent ?? "")
      if (Option.isNone(id)) return yield* badConnectionHeader(sent)
      return yield* Failure.answered(connections.open(scope, id.value))
    })
  })
)
