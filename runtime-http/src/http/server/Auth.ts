import { HttpServerRequest } from "@effect/platform"
import type { SqlError } from "@effect/sql/SqlError"
import { MonotonicTime } from "@tributary/core"
import { type Context, Effect, Either, Exit, Layer, Option, Redacted } from "effect"
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
import * as Eager from "../../Eager.js"
import {
  type AccountScope,
  type ConnectionClaim,
  type ConnectionScope,
  isAccountScope,
  isConnectionScope
} from "../../store/accounts/AccessScope.js"
import { type InvalidKey, Keys } from "../../store/accounts/ApiKeys.js"
import * as Failure from "./Failure.js"
import { FloodGuards } from "./FloodGuards.js"
import * as Refusal from "./Refusal.js"

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

/** Who sends a request. */
export interface Sender {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The address of the connection; empty if it has been closed. */
  readonly address: string
}

const senderOf = ({ headers, remoteAddress }: HttpServerRequest.HttpServerRequest): Sender => ({
  headers,
  address: Option.getOrElse(remoteAddress, () => "")
})

const keyHeader = KEY_HEADER.toLowerCase()
const connectionHeader = CONNECTION_HEADER.toLowerCase()

const sentKey = ({ headers }: Sender): Redacted.Redacted => Redacted.make(headers[keyHeader] ?? "")

/** Counts a request of a valid key, at a reading of the monotonic clock; fails with 429 when the key is over its limit. */
const countAt = (
  sender: Sender,
  guards: Context.Tag.Service<FloodGuards>,
  keyId: string,
  now: number
): Effect.Effect<void, Errors.ApiError> => guards.countRequest(sentKey(sender), keyId, now) ?? Exit.void

const countRequest = (sender: Sender, guards: Context.Tag.Service<FloodGuards>, keyId: string) =>
  Effect.flatMap(MonotonicTime.millis, (now) => countAt(sender, guards, keyId, now))

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
  sender: Sender,
  keys: Context.Tag.Service<Keys>,
  guards: Context.Tag.Service<FloodGuards>,
  ask: (key: Redacted.Redacted) => Effect.Effect<A, InvalidKey | SqlError>
): Effect.Effect<A, Errors.ApiError> => {
  const key = sentKey(sender)
  return Failure.toApiErrors(guards.lookUp(sender.address, keys.isKnown(key), ask(key)))
}

/** Requires a valid API key. */
export const keyAccess: Layer.Layer<KeyAccess, never, Keys | FloodGuards> = Layer.effect(
  KeyAccess,
  Effect.gen(function* () {
    const keys = yield* Keys
    const guards = yield* FloodGuards
    return Effect.gen(function* () {
      const sender = senderOf(yield* HttpServerRequest.HttpServerRequest)
      const scope = yield* lookUp(sender, keys, guards, keys.authenticate)
      yield* countRequest(sender, guards, scope.keyId)
      yield* Refusal.check
      return scope
    })
  })
)

/** Checks the key and the connection of a request with a statement of their own, and fails with the first reason to refuse it. */
const openConnection = (
  sender: Sender,
  keys: Context.Tag.Service<Keys>,
  guards: Context.Tag.Service<FloodGuards>,
  refusal: Effect.Effect<void, Errors.ApiError>
): Effect.Effect<ConnectionScope, Errors.ApiError> =>
  Effect.gen(function* () {
    const sent = sender.headers[connectionHeader]
    const id = readUuid(sent ?? "")
    const { account: owner, connection: opened } = yield* lookUp(sender, keys, guards, (key) =>
      keys.open(key, Option.getOrNull(id))
    )
    yield* countRequest(sender, guards, owner.keyId)
    yield* refusal
    if (Option.isNone(id)) return yield* badConnectionHeader(sent)
    return opened ?? (yield* Errors.make("ConnectionNotFound"))
  })

/** Requires a valid API key and a connection of the same account. */
export const connectionAccess: Layer.Layer<ConnectionAccess, never, Keys | FloodGuards> = Layer.effect(
  ConnectionAccess,
  Effect.gen(function* () {
    const keys = yield* Keys
    const guards = yield* FloodGuards
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      openConnection(senderOf(request), keys, guards, Refusal.check)
    )
  })
)

/** A request for records that is ready to be read, under the id of the key with which it counts. */
export interface Reading<A> {
  /** Whether it is refused because too many of the key wait for their turn. */
  readonly isRefused: (keyId: string) => boolean
  readonly read: (keyId: string) => Effect.Effect<A, Errors.ApiError>
}

/** Reads records for the holder of a key. */
export type ReadAccess = <A>(
  sender: Sender,
  /** Why the operation refuses the request; null if it does not. */
  refusal: Errors.ApiError | null,
  /** How to read what the request asks for; on the left, what is wrong with it. */
  prepare: (claim: ConnectionClaim) => Either.Either<Reading<A>, Errors.ApiError>
) => Effect.Effect<A, Errors.ApiError>

/**
 * Requires the same as `connectionAccess`, with the same errors in the same order, but lets the statement that reads check the key and the
 * connection.
 *
 * The limit of the key applies before that statement, under the id that the key had when it was used last. Requests with a key that is new
 * to this process, and those that will be refused whatever they would read, check the key first.
 */
export const readAccess: Effect.Effect<ReadAccess, never, Keys | FloodGuards> = Effect.gen(function* () {
  const keys = yield* Keys
  const guards = yield* FloodGuards
  const clock = yield* Effect.clock
  return (sender, refusal, prepare) => {
    const id = readUuid(sender.headers[connectionHeader] ?? "")
    const claim = Option.isNone(id) ? null : keys.claim(sentKey(sender), id.value)
    const reading = claim === null ? null : prepare(claim)
    const keyId = claim === null ? null : keys.keyIdOf(claim)
    if (keyId !== null && refusal === null && reading !== null && Either.isRight(reading)) {
      const { isRefused, read } = reading.right
      if (!isRefused(keyId)) {
        return Eager.flatMap(countAt(sender, guards, keyId, MonotonicTime.unsafeMillis(clock)), () => read(keyId))
      }
    }
    return Effect.flatMap(
      openConnection(sender, keys, guards, refusal === null ? Effect.void : Effect.fail(refusal)),
      (scope) => {
        // A key that was found has the form of a key, and its connection an id: there is a claim.
        if (reading === null) return Effect.dieMessage("A connection was opened without a claim.")
        return Effect.flatMap(reading, ({ read }) => read(scope.keyId))
      }
    )
  }
})
