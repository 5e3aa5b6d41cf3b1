// http/server/access: who may send a request, and how many.

import type { IncomingMessage } from "node:http"
import { MonotonicTime } from "@tributary/core"
import { Context, Effect, Exit, Option, Redacted } from "effect"
import * as CustomerErrors from "../../../api/parts/CustomerErrors.js"
import { ChecksWhileReading, OPENER_FORM, OPENER_HEADER, SentToken } from "../../../api/parts/EndpointAnnotations.js"
import * as Errors from "../../../api/parts/Errors.js"
import { readUuid } from "../../../api/parts/Parameter.js"
import {
  CONNECTION_HEADER,
  ConnectionAccess,
  CurrentAccount,
  CurrentConnection,
  CurrentOperator,
  CurrentSession,
  KEY_HEADER,
  KeyAccess,
  OPERATOR_HEADER,
  OperatorAccess,
  SessionAccess
} from "../../../api/parts/Security.js"
import * as Fiberless from "../../../Fiberless.js"
import type { SqlError } from "../../../Sql.js"
import {
  type AccountScope,
  type ConnectionClaim,
  type ConnectionScope,
  isAccountScope,
  isConnectionScope
} from "../../../store/accounts/AccessScope.js"
import { KEY_PREFIX, Keys, type KeyUse, OPERATORS, type RefusedKey } from "../../../store/accounts/ApiKeys.js"
import { hashOf } from "../../../store/accounts/KeyTable.js"
import {
  isOperator,
  looksLikeOperatorKey,
  type Operator,
  OperatorKeys,
  operatorClaim
} from "../../../store/accounts/OperatorKeys.js"
import * as Actor from "../../../store/audit/Actor.js"
import { AdmittedSession, ConnectSessions, type TokenKind } from "../../../store/connect/ConnectSessions.js"
import { DatabaseShares, Payer } from "../../../store/postgres/DatabaseShares.js"
import type { Incoming, RequestHead } from "../request/Incoming.js"
import * as Failure from "../response/Failure.js"
import * as ClientAddress from "./ClientAddress.js"
import { callerOf, FloodGuards } from "./FloodGuards.js"
import * as ScopeCheck from "./ScopeCheck.js"

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

/** The operator that `OperatorAccess` authenticated. */
export const operator: Effect.Effect<Operator, never, CurrentOperator> = Effect.flatMap(CurrentOperator, (value) =>
  isOperator(value)
    ? Effect.succeed(value)
    : Effect.dieMessage("The current operator does not come from OperatorAccess.")
)

/** The link or session that `SessionAccess` admitted. */
export const session: Effect.Effect<AdmittedSession, never, CurrentSession> = Effect.flatMap(CurrentSession, (value) =>
  value instanceof AdmittedSession
    ? Effect.succeed(value)
    : Effect.dieMessage("The current session does not come from SessionAccess.")
)

const keyHeader = KEY_HEADER.toLowerCase()
const operatorHeader = OPERATOR_HEADER.toLowerCase()
const connectionHeader = CONNECTION_HEADER.toLowerCase()

const sentKey = ({ headers }: RequestHead): Redacted.Redacted => Redacted.make(headers[keyHeader] ?? "")

/** Whose work a request is: its account's if the process knows its key, and otherwise that of the network that has sent it. */
export const senderOf = (message: IncomingMessage, keys: Context.Tag.Service<Keys>, proxies: number): string => {
  const key = message.headers[keyHeader]
  const lastUse = typeof key === "string" ? keys.lastUseOf(Redacted.make(key)) : null
  return lastUse?.accountId ?? callerOf(ClientAddress.of(message, proxies))
}

/** The claims of requests, which are made for the check of their keys and for their handlers. */
const claims = new WeakMap<RequestHead, ConnectionClaim | null>()

/** What a request claims to be allowed to read; null if its key or its connection do not have the right form. */
export const claimOf = (request: RequestHead, keys: Context.Tag.Service<Keys>): ConnectionClaim | null => {
  const known = claims.get(request)
  if (known !== undefined) return known
  const id = readUuid(request.headers[connectionHeader] ?? "")
  const claim = Option.isNone(id) ? null : keys.claim(sentKey(request), id.value)
  claims.set(request, claim)
  return claim
}

/** What an operator claims to be allowed to read: a connection of any account. */
export const operatorClaimOf = ({ headers }: RequestHead, connectionId: string): ConnectionClaim =>
  operatorClaim(Redacted.make(headers[operatorHeader] ?? ""), connectionId)

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
        ctx: { format: "uuid" }
      }
    ]
  })

/** Lets a request that has the access which its endpoint requires pass to its handler. */
export type Guard = <A>(
  incoming: Incoming,
  /** Why the operation refuses the request, which only the holder of a valid key learns; null if it does not. */
  refusal: Errors.ApiError | null,
  handle: () => Effect.Effect<A, unknown>
) => Effect.Effect<A, unknown>

/** The guard of an endpoint, from its declaration. */
export type GuardOf = (declared: {
  /** The name of the operation. */
  readonly name: string
  readonly middleware: ReadonlySet<unknown>
  readonly annotations: Context.Context<never>
}) => Guard

/** The refusal of a request for the data of an account with the key of an operator; null if it has none. Its form says so, so it costs no query. */
const refusalOfOperator = ({ headers }: RequestHead): Errors.ApiError | null => {
  const sent = headers[keyHeader] ?? headers[operatorHeader]
  return sent !== undefined && looksLikeOperatorKey(sent) ? keyOfOperator : null
}

const BEARER = /^Bearer ([\w-]+)$/i

/** The token of a request; null without one, and if it has a key, too: limits count a request by its key first. */
const sentToken = ({ headers }: RequestHead): Redacted.Redacted | null => {
  const [, token] = BEARER.exec(headers["authorization"] ?? "") ?? []
  const hasKey = headers[keyHeader] !== undefined || headers[operatorHeader] !== undefined
  return token === undefined || hasKey ? null : Redacted.make(token)
}

const openerHeader = OPENER_HEADER.toLowerCase()

const badOpener = Errors.make("InvalidParameter", {
  detail: [
    {
      loc: ["header", OPENER_HEADER],
      msg: "Expected 22 to 128 random letters and digits, such as a UUID",
      type: "string",
      ctx: { pattern: OPENER_FORM.source }
    }
  ]
})

const sessionInvalid = Errors.make("ConnectSessionInvalid")
const keyOfOperator = Errors.make("KeyOfOperator")
const keyOfAccount = Errors.make("KeyOfAccount")

const operatorKeyInvalid = Errors.make("KeyInvalid", {
  message: "The X-OPERATOR-KEY header is missing, or its key is unknown or revoked. Send a valid key of an operator."
})
const operatorKeyExpired = Errors.make("KeyExpired", {
  message: "The key of the operator has expired. Make a new one with tributary operators create."
})

/** Makes the guards of all endpoints. */
export const guards: Effect.Effect<GuardOf, never, ConnectSessions | FloodGuards | Keys | OperatorKeys> = Effect.gen(
  function* () {
    const keys = yield* Keys
    const sessions = yield* ConnectSessions
    const operators = yield* OperatorKeys
    const floods = yield* FloodGuards
    const shares = yield* DatabaseShares
    const clock = yield* Effect.clock
    const proxies = yield* ClientAddress.TrustedProxies

    /** Makes what a handler does the action of the key's holder, whose account pays for its statements. */
    const actingFor = <A, E, R>(
      self: Effect.Effect<A, E, R>,
      { message, requestId }: Incoming,
      { accountId, keyId: id }: Pick<AccountScope, "accountId" | "keyId">,
      kind: "API_KEY" | "CONNECT_SESSION" = "API_KEY"
    ): Effect.Effect<A, E, R> =>
      Actor.by(Effect.provideService(self, Payer, accountId), {
        kind,
        id,
        origin: ClientAddress.of(message, proxies),
        requestId
      })

    /** Counts a request of a valid key; fails with 429 when the key is over its limit. */
    const count = (incoming: Incoming, keyId: string): Effect.Effect<void, Errors.ApiError> =>
      floods.countRequest(incoming.headers, keyId, MonotonicTime.unsafeMillis(clock)) ?? Exit.void

    /** Fails with 429 when the account is over its share of the database. */
    const takeShare = (incoming: Incoming, payer: string): Effect.Effect<void, Errors.ApiError> => {
      const now = MonotonicTime.unsafeMillis(clock)
      const wait = shares.take(payer, now)
      if (wait === 0) return Exit.void
      if (shares.hasFullLine(payer)) {
        return Errors.make("DatabaseShareExhausted", { retryAfterSecs: Math.ceil(wait / 1_000) })
      }
      return floods.refuse(incoming.headers, "DatabaseShareExhausted", wait, now)
    }

    const admit = (incoming: Incoming, caller: KeyUse) => {
      incoming.caller = caller
      return Fiberless.flatMap(count(incoming, caller.keyId), () => takeShare(incoming, caller.accountId))
    }

    /**
     * Looks up the key of a request, unless its address has sent too many unknown ones, and counts the request for the key and the account. It is
     * counted first if the key was used before, so that a refusal takes no statement: those would wait in the account's line, and use up its share.
     */
    const checkKey = <A>(
      incoming: Incoming,
      ask: (key: Redacted.Redacted) => Effect.Effect<A, RefusedKey | SqlError>,
      accountOf: (found: A) => AccountScope
    ): Effect.Effect<A, Errors.ApiError> => {
      const key = sentKey(incoming)
      const address = ClientAddress.of(incoming.message, proxies)
      const lookUp = Failure.toApiErrors(floods.lookUp(address, keys.isKnown(key), ask(key)))
      const lastUse = keys.lastUseOf(key)
      if (lastUse !== null) return Effect.zipRight(admit(incoming, lastUse), lookUp)
      return Effect.tap(lookUp, (found) => admit(incoming, accountOf(found)))
    }

    /** Checks the key and the connection of a request with a statement of their own, and fails with the first reason to refuse it. */
    const openConnection = (
      incoming: Incoming,
      limitOf: ScopeCheck.ScopeCheck,
      refusal: Errors.ApiError | null
    ): Effect.Effect<ConnectionScope, Errors.ApiError> => {
      const sent = incoming.headers[connectionHeader]
      const id = readUuid(sent ?? "")
      const opened = checkKey(
        incoming,
        (key) => keys.open(key, Option.getOrNull(id)),
        ({ account }) => account
      )
      return Effect.flatMap(opened, ({ account, connection }) => {
        const limit = limitOf(account)
        if (limit !== null) return limit
        if (refusal !== null) return refusal
        if (Option.isNone(id)) return badConnectionHeader(sent)
        return connection === null ? Errors.make("ConnectionNotFound") : Effect.succeed(connection)
      })
    }

    const withoutKey: Guard = (_, refusal, handle) => refusal ?? handle()

    type LimitedGuard = (limitOf: ScopeCheck.ScopeCheck) => Guard

    const withKey: LimitedGuard = (limitOf) => (incoming, refusal, handle) =>
      Effect.flatMap(
        checkKey(incoming, keys.authenticate, (scope) => scope),
        (scope) =>
          limitOf(scope) ??
          refusal ??
          Effect.provideService(actingFor(handle(), incoming, scope), CurrentAccount, scope)
      )

    const withConnection: LimitedGuard = (limitOf) => (incoming, refusal, handle) =>
      Effect.flatMap(openConnection(incoming, limitOf, refusal), (scope) =>
        Effect.provideService(actingFor(handle(), incoming, scope), CurrentConnection, scope)
      )

    /*
     * The same, with the same errors in the same order, for a handler whose statement checks the key and the connection. The request is counted
     * before that statement, under the id that the key had when it was used last. The key is checked first if it is new to this process, if it
     * lacks the scope, or if the handler is done without a statement, as when it finds a mistake in the request.
     */
    const whileReading: LimitedGuard = (limitOf) => (incoming, refusal, handle) => {
      const claim = claimOf(incoming, keys)
      const lastUse = claim === null ? null : keys.lastUseOf(claim)
      if (lastUse !== null && limitOf(lastUse) === null && refusal === null) {
        const handled = handle()
        if (!Exit.isExit(handled)) {
          return Fiberless.flatMap(admit(incoming, lastUse), () => handled)
        }
      }
      return Effect.flatMap(openConnection(incoming, limitOf, refusal), handle)
    }

    /** Makes what a handler does the action of an operator; all operators together pay for its statements. */
    const actingAsOperator = <A, E, R>(
      self: Effect.Effect<A, E, R>,
      { message, requestId }: Incoming,
      { keyId: id }: Operator
    ): Effect.Effect<A, E, R> =>
      Actor.by(Effect.provideService(self, Payer, OPERATORS), {
        kind: "OPERATOR",
        id,
        origin: ClientAddress.of(message, proxies),
        requestId
      })

    const withOperator =
      (limitOf: ScopeCheck.RightsCheck): Guard =>
      (incoming, refusal, handle) => {
        const sent = incoming.headers[operatorHeader]
        if (sent === undefined && incoming.headers[keyHeader] !== undefined) return keyOfAccount
        if (sent?.startsWith(KEY_PREFIX)) return keyOfAccount
        const key = Redacted.make(sent ?? "")
        const ask = Effect.catchTags(operators.authenticate(key), {
          InvalidKey: () => operatorKeyInvalid,
          ExpiredKey: () => operatorKeyExpired
        })
        const found = floods.lookUp(ClientAddress.of(incoming.message, proxies), operators.isKnown(key), ask).pipe(
          Failure.toApiErrors,
          Effect.tap(({ keyId }) => {
            incoming.caller = { accountId: null, keyId }
            return count(incoming, keyId)
          })
        )
        return Effect.flatMap(
          Effect.provideService(found, Payer, OPERATORS),
          (operator) =>
            limitOf(operator) ??
            refusal ??
            Effect.provideService(actingAsOperator(handle(), incoming, operator), CurrentOperator, operator)
        )
      }

    /** Whatever goes wrong, the customer reads sentences that are for customers. */
    const forCustomers =
      (guard: Guard): Guard =>
      (...args) =>
        Effect.mapError(guard(...args), (error) =>
          error instanceof Errors.ApiError ? Errors.withMessage(error, CustomerErrors.of(error)) : error
        )

    /** Lets a customer's link or session pass. The requests of each are counted by itself, and the account pays for its statements. */
    const withSession =
      (kind: TokenKind): Guard =>
      (incoming, refusal, handle) => {
        const token = sentToken(incoming)
        // Whatever is wrong has the same answer, so that it says nothing about what exists.
        if (token === null) return sessionInvalid
        const id = incoming.match?.path["session_id"] ?? ""
        const address = ClientAddress.of(incoming.message, proxies)
        const sent = kind === "link" ? (incoming.headers[openerHeader] ?? null) : null
        const isMalformed = sent !== null && !OPENER_FORM.test(sent)
        const opener = isMalformed ? null : sent
        const admitted = kind === "link" ? sessions.admitLink(id, token, opener) : sessions.admit(id, token)
        const found = Failure.toApiErrors(floods.lookUp(address, sessions.isKnown(token, opener), admitted))
        const payer = hashOf(Redacted.value(token)).toString("hex")
        return Effect.provideService(found, Payer, payer).pipe(
          Effect.tap(({ scope }) => admit(incoming, scope)),
          Effect.flatMap(
            (session) =>
              refusal ??
              (isMalformed ? badOpener : null) ??
              Effect.provideService(
                actingFor(handle(), incoming, session.scope, "CONNECT_SESSION"),
                CurrentSession,
                session
              )
          )
        )
      }

    /** Refuses the keys of operators with a sentence, where all other keys that are not of an account are unknown. */
    const ofAccounts =
      (guard: Guard): Guard =>
      (incoming, refusal, handle) =>
        refusalOfOperator(incoming) ?? guard(incoming, refusal, handle)

    return ({ annotations, middleware, name }) => {
      if (middleware.has(SessionAccess)) return forCustomers(withSession(Context.get(annotations, SentToken)))
      if (middleware.has(OperatorAccess)) return withOperator(ScopeCheck.ofOperator(name))
      const limitOf = ScopeCheck.of(name)
      if (middleware.has(ConnectionAccess)) {
        return ofAccounts(
          Context.get(annotations, ChecksWhileReading) ? whileReading(limitOf) : withConnection(limitOf)
        )
      }
      return middleware.has(KeyAccess) ? ofAccounts(withKey(limitOf)) : withoutKey
    }
  }
)
