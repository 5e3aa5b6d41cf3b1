import { HttpServerRequest } from "@effect/platform"
import type { SqlError } from "@effect/sql/SqlError"
import { Clock, type Context, type Duration, Effect, Layer, Option, Redacted } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import { readUuid } from "../../api/parts/Parameter.js"
import {
  CONNECTION_HEADER,
  ConnectionAccess,
  CurrentAccount,
  CurrentConnection,
  KEY_HEADER,
  KeyAccess
} from "../../api/parts/Security.js"
import {
  type AccountScope,
  type ConnectionScope,
  isAccountScope,
  isConnectionScope
} from "../../store/accounts/AccessScope.js"
import { type InvalidKey, Keys } from "../../store/accounts/ApiKeys.js"
import { ExhaustedKeys } from "./ExhaustedKeys.js"
import * as Failure from "./Failure.js"
import * as Refusal from "./Refusal.js"
import { RequestLimit } from "./RequestLimit.js"
import { retryAfterSecs } from "./TokenBuckets.js"

/** The account that `KeyAccess` authenticated. */
export const account: Effect.Effect<AccountScope, never, CurrentAccount> = Effect.flatMap(CurrentAccount, (value) =>
  isAccountScope(value) ? Effect.succeed(value) : Effect.dieMessage("The current account does not come from KeyAccess.")
)

/** The connection that `ConnectionAccess` opened. */
export const connection: Effect.Effect<ConnectionScope, never, CurrentConnection> = Effect.flatMap(
  CurrentConnection,
  (value) =>
    isConnectionScope(value)
      ? Effect.succeed(value)
      : Effect.dieMessage("The current connection does not come from ConnectionAccess.")
)

const sentKey = ({ headers }: HttpServerRequest.HttpServerRequest): Redacted.Redacted =>
  Redacted.make(headers[KEY_HEADER.toLowerCase()] ?? "")

const overLimit = (wait: Duration.Duration): Errors.ApiError =>
  Errors.make("TooManyRequests", { retryAfterSecs: retryAfterSecs(wait) })

/** Counts a request of a valid key; fails with 429 when the key is over its limit. */
const countRequest = (
  request: HttpServerRequest.HttpServerRequest,
  limit: Context.Tag.Service<RequestLimit>,
  { keyId }: AccountScope
): Effect.Effect<void, Errors.ApiError> =>
  Effect.gen(function* () {
    const wait = yield* limit.take(keyId)
    if (Option.isNone(wait)) return
    const exhausted = yield* ExhaustedKeys
    exhausted.add(sentKey(request), wait.value, yield* Clock.currentTimeMillis)
    return yield* overLimit(wait.value)
  })

/** Node joins repeated headers with commas, which no id contains. */
const expectedConnection = (sent: string): string => {
  const times = sent.split(",").length
  return times === 1
    ? "Expected the UUID of a connection"
    : `Expected the UUID of a connection, sent once; the request contains it ${times} times`
}

const badConnectionHeader = (sent: string | undefined): Errors.ApiError =>
  Errors.make("InvalidParameter", {
    detail: [
      {
        loc: ["header", CONNECTION_HEADER],
        msg: expectedConnection(sent ?? ""),
        type: sent === undefined ? "missing" : "uuid",
        ctx: { format: "uuid" },
        input: sent ?? null
      }
    ]
  })

/** Looks up the key of a request, unless its address has sent too many unknown ones. */
const lookUp = <A>(
  request: HttpServerRequest.HttpServerRequest,
  keys: Context.Tag.Service<Keys>,
  { unknownKeys }: Context.Tag.Service<RequestLimit>,
  ask: (key: Redacted.Redacted) => Effect.Effect<A, InvalidKey | SqlError>
): Effect.Effect<A, Errors.ApiError> =>
  Effect.gen(function* () {
    const key = sentKey(request)
    const address = Option.getOrElse(request.remoteAddress, () => "")
    return yield* Failure.toApiErrors(unknownKeys.guard(address, keys.isKnown(key), ask(key)))
  })

/** Requires a valid API key. */
export const keyAccess: Layer.Layer<KeyAccess, never, Keys | RequestLimit> = Layer.effect(
  KeyAccess,
  Effect.gen(function* () {
    const keys = yield* Keys
    const limit = yield* RequestLimit
    return Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const scope = yield* lookUp(request, keys, limit, keys.authenticate)
      yield* countRequest(request, limit, scope)
      yield* Refusal.check
      return scope
    })
  })
)

/** Requires a valid API key and a connection of the same account. */
export const connectionAccess: Layer.Layer<ConnectionAccess, never, Keys | RequestLimit> = Layer.effect(
  ConnectionAccess,
  Effect.gen(function* () {
    const keys = yield* Keys
    const limit = yield* RequestLimit
    return Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const sent = request.headers[CONNECTION_HEADER.toLowerCase()]
      const id = readUuid(sent ?? "")
      const { account: owner, connection: opened } = yield* lookUp(request, keys, limit, (key) =>
        keys.open(key, Option.getOrNull(id))
      )
      yield* countRequest(request, limit, owner)
      yield* Refusal.check
      if (Option.isNone(id)) return yield* badConnectionHeader(sent)
      return opened ?? (yield* Errors.make("ConnectionNotFound"))
    })
  })
)
