import type { IncomingMessage, ServerResponse } from "node:http"
import { HttpServerError } from "@effect/platform"
import { Effect, Either, Exit, Option, ParseResult, Runtime, Schema } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import * as Eager from "../../Eager.js"
import type { ConnectionClaim } from "../../store/accounts/AccessScope.js"
import type { Keys } from "../../store/accounts/ApiKeys.js"
import * as Answer from "./Answer.js"
import * as Auth from "./Auth.js"
import * as Exchange from "./Exchange.js"
import type { FloodGuards } from "./FloodGuards.js"
import * as Incoming from "./Incoming.js"
import * as Outgoing from "./Outgoing.js"
import * as RequestLog from "./RequestLog.js"
import * as RequestSpan from "./RequestSpan.js"
import type { Match, Route, Routes } from "./Routes.js"
import * as ValidationErrors from "./ValidationErrors.js"

/*
 * Serves the lists and records. Nearly all requests are for them, so they do not pass through the router and the layers of handlers, which
 * would cost as much as everything else: one function decodes a request as its endpoint declares, checks the key in the statement that reads,
 * and writes the answer. What happens to every request, such as errors, headers and the log, is the same for all: see `Exchange`.
 */

/** A request for records, decoded as its endpoint declares. */
export interface RecordRequest {
  readonly claim: ConnectionClaim
  readonly path: Readonly<Record<string, string>>
  readonly urlParams: Readonly<Record<string, unknown>>
}

/** Serves one endpoint that reads records. */
export interface RecordHandler {
  /** The name of the endpoint. */
  readonly operation: string
  /** How to read what the request asks for; on the left, what is wrong with it. Reads nothing yet. */
  readonly prepare: (request: RecordRequest) => Either.Either<Auth.Reading<Outgoing.Outgoing>, Errors.ApiError>
}

/** Answers a request for records; returns false, and does nothing, if the request is for something else. */
export type RecordServer = (message: IncomingMessage, response: ServerResponse) => boolean

type Prepare = (
  incoming: Incoming.Incoming,
  match: Match,
  claim: ConnectionClaim
) => ReturnType<RecordHandler["prepare"]>

/** The query as the schemas expect it: a parameter that is repeated has all its values. */
const sentOf = (query: URLSearchParams): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  // A parameter may have any name, even that of something that every other object has.
  const sent: Record<string, string | Array<string>> = Object.create(null)
  for (const [name, value] of query) {
    const earlier = sent[name]
    if (earlier === undefined) sent[name] = value
    else if (typeof earlier === "string") sent[name] = [earlier, value]
    else earlier.push(value)
  }
  return sent
}

type Decode = (sent: unknown) => Either.Either<Readonly<Record<string, unknown>>, ParseResult.ParseError>

const decodeNothing: Decode = () => Either.right({})

const decoderOf = (schema: Option.Option<Schema.Schema.All>): Decode =>
  Option.match(schema, {
    onNone: () => decodeNothing,
    onSome: (each) => Schema.decodeUnknownEither(each as Schema.Schema<Readonly<Record<string, unknown>>, unknown>)
  })

/** Decodes a request as its endpoint declares, and lets the handler prepare it. */
const preparing = ({ endpoint }: Route, handler: RecordHandler): Prepare => {
  const decodePath = decoderOf(endpoint?.pathSchema ?? Option.none())
  const decodeQuery = decoderOf(endpoint?.urlParamsSchema ?? Option.none())
  return ({ query }, match, claim) => {
    const refused = (error: ParseResult.ParseError) =>
      Either.left(
        ValidationErrors.fromDecodeError({ issues: ParseResult.ArrayFormatter.formatErrorSync(error) }, match, query)
      )
    const path = decodePath(match.path)
    if (Either.isLeft(path)) return refused(path.left)
    const urlParams = decodeQuery(sentOf(query))
    if (Either.isLeft(urlParams)) return refused(urlParams.left)
    return handler.prepare({ claim, path: path.right as Readonly<Record<string, string>>, urlParams: urlParams.right })
  }
}

const unexpected = Answer.ofError(Errors.make("Unexpected"), "validation")

/** Makes the server of the endpoints that these handlers serve. */
export const make = (
  routes: Routes,
  settings: Exchange.ExchangeSettings,
  handlers: ReadonlyArray<RecordHandler>
): Effect.Effect<RecordServer, never, Keys | FloodGuards> =>
  Effect.gen(function* () {
    const access = yield* Auth.readAccess
    const clock = yield* Effect.clock
    const fork = Runtime.runFork(yield* Effect.runtime<never>())
    const exchange = Exchange.make(routes, settings, yield* RequestSpan.aroundEager)
    const log = yield* RequestLog.make(settings)
    const byOperation = new Map(handlers.map((handler) => [handler.operation, handler]))
    const prepares = new Map<Route, Prepare>()
    for (const route of routes.all) {
      const handler = byOperation.get(route.endpoint?.name ?? "")
      if (handler !== undefined) prepares.set(route, preparing(route, handler))
    }

    return (message, response) => {
      const match = routes.find(message.method ?? "", Incoming.pathOf(message))
      if (match === null) return false
      const prepare = prepares.get(match.route)
      if (prepare === undefined) return false
      const incoming = Incoming.read(message, match, clock.unsafeCurrentTimeNanos())
      const sender: Auth.Sender = {
        headers: incoming.headers,
        get address() {
          return message.socket.remoteAddress ?? ""
        }
      }
      const annotated = { updateRefs: RequestLog.annotating(incoming) }
      const write = (outgoing: Outgoing.Outgoing) =>
        Eager.attempt(() => {
          Outgoing.write(response, outgoing, incoming.method)
          log(incoming, outgoing.status)
          return Exit.void
        })
      const finish = (exit: Exit.Exit<void>) => {
        if (Exit.isSuccess(exit) || Exchange.isDisconnection(exit.cause)) return
        fork(Effect.logError("An answer could not be written.", exit.cause), annotated)
        Outgoing.write(response, unexpected, incoming.method)
      }
      const whileConnected = (effect: Effect.Effect<void>) => {
        const fiber = fork(effect, annotated)
        fiber.addObserver(finish)
        response.on("close", () => {
          if (!response.writableEnded) fiber.unsafeInterruptAsFork(HttpServerError.clientAbortFiberId)
        })
      }
      const handled = Eager.attempt(() =>
        access(sender, Incoming.refusalOf(incoming), (claim) => prepare(incoming, match, claim))
      )
      const answered = exchange(incoming, handled)
      const written = Eager.flatMap(answered, (outgoing) => (response.destroyed ? Exit.void : write(outgoing)))
      Eager.run(written, finish, whileConnected)
      return true
    }
  })
