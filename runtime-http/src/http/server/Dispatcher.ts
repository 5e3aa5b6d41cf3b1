// http/server: everything around the handlers. Here is the order of the steps of a request; `listen`, `request`, `access` and `response` have the steps.

import type { IncomingMessage, ServerResponse } from "node:http"
import { HttpApi, type HttpApiGroup, type HttpServerResponse } from "@effect/platform"
import { Context, Effect, Either, Exit, Layer, Option, Runtime } from "effect"
import { IsTagged } from "../../api/parts/EndpointAnnotations.js"
import * as Errors from "../../api/parts/Errors.js"
import { properties } from "../../api/parts/Parameter.js"
import * as Strict from "../../api/parts/Strict.js"
import * as Fiberless from "../../Fiberless.js"
import * as LoopTurns from "../../LoopTurns.js"
import { Keys } from "../../store/accounts/ApiKeys.js"
import type { OperatorKeys } from "../../store/accounts/OperatorKeys.js"
import type { ConnectSessions } from "../../store/connect/ConnectSessions.js"
import * as Auth from "./access/Auth.js"
import * as ClientAddress from "./access/ClientAddress.js"
import * as FloodGuards from "./access/FloodGuards.js"
import { type Handler, tagOf } from "./Handlers.js"
import * as HealthEndpoints from "./listen/HealthEndpoints.js"
import { Listener } from "./listen/NodeServer.js"
import * as RequestCounts from "./RequestCounts.js"
import * as Incoming from "./request/Incoming.js"
import * as JsonBody from "./request/JsonBody.js"
import * as Answer from "./response/Answer.js"
import * as AnswerEnd from "./response/AnswerEnd.js"
import * as ResponsePipeline from "./response/ResponsePipeline.js"
import * as SentInput from "./response/SentInput.js"

/*
 * Serves every operation: matches its path once, decodes the request as its endpoint declares, checks the access that it requires, runs its
 * handler, and encodes what that returns.
 *
 * Not Effect's server, router and `HttpApiBuilder`: on Effect 3.22 they cost some 195 us a request, as much as everything else together. Those
 * of Effect 4 cost 46 us, and can take the place of this file.
 */

/** Settings of what happens to every request. */
export interface DispatcherSettings extends ResponsePipeline.PipelineSettings {
  /** The largest request body in bytes; larger ones get a 413. */
  readonly maxBodyBytes: number
  /** Whether to log a line for every request. */
  readonly logRequests: boolean
}

/** Bodies of up to 1 MiB, compressed answers, and a log line for every request. */
export const defaultSettings: DispatcherSettings = { maxBodyBytes: 1024 * 1024, compress: true, logRequests: true }

type Response = HttpServerResponse.HttpServerResponse

/** A route that this server serves. */
interface Served extends Incoming.Route {
  readonly answer: (incoming: Incoming.Incoming, match: Incoming.Match) => Effect.Effect<Response, unknown>
}

const beside = ({ answer, headers = {}, template }: Incoming.PlainRoute): Served => ({
  method: "GET",
  template,
  shape: "validation",
  endpoint: null,
  parameters: new Set(),
  isTagged: false,
  headers,
  answer: (incoming, { path }) => answer(path, incoming)
})

/** Answers the requests for an endpoint. */
const answering = (
  endpoint: Incoming.Endpoint,
  successStatus: number,
  {
    bodies,
    guard,
    handler
  }: { readonly guard: Auth.Guard; readonly handler: Handler; readonly bodies: JsonBody.Bodies }
): Served["answer"] => {
  const decode = Incoming.decoderOf(endpoint)
  const decodeBody = Incoming.bodyDecoderOf(endpoint)
  const encode = Answer.encoder(endpoint.successSchema, successStatus)
  return (incoming, match) => {
    const decoded = decode(incoming, match)
    const handle = () => {
      if (Either.isLeft(decoded)) return Exit.fail(decoded.left)
      const request = { ...decoded.right, request: incoming }
      if (decodeBody === null) return handler(request)
      return Effect.flatMap(JsonBody.read(incoming.message, bodies), (body) => {
        SentInput.keepBody(incoming, body)
        return Effect.flatMap(decodeBody(body, incoming, match), (payload) => handler({ ...request, payload }))
      })
    }
    return Fiberless.flatMap(guard(incoming, Incoming.refusalOf(incoming), handle), encode)
  }
}

const queryNames = ({ urlParamsSchema }: Incoming.Endpoint): ReadonlyArray<string> =>
  Option.match(urlParamsSchema, { onNone: () => [], onSome: properties }).map(({ name }) => String(name))

/** The routes of an API, as it declares them. */
const declared = <ApiId extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<ApiId, Groups, E, R>,
  handlersOf: (group: string) => ReadonlyMap<string, Handler>,
  guardOf: Auth.GuardOf,
  bodies: JsonBody.Bodies
): ReadonlyArray<Served> => {
  const routes: Array<Served> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { name }, group, mergedAnnotations: annotations, middleware, successes }) => {
      const endpoint: Incoming.Endpoint | undefined = group.endpoints[name]
      const handler = handlersOf(group.identifier).get(name)
      const [status] = successes.keys()
      if (endpoint === undefined || handler === undefined || status === undefined) {
        throw new Error(`The operation ${name} has no handler.`)
      }
      routes.push({
        method: endpoint.method,
        template: endpoint.path,
        shape: Context.get(annotations, Errors.Shape),
        endpoint,
        parameters: new Set([...queryNames(endpoint), Strict.NAME]),
        isTagged: Context.get(annotations, IsTagged),
        headers: {},
        answer: answering(endpoint, status, { guard: guardOf({ name, annotations, middleware }), handler, bodies })
      })
    }
  })
  return routes
}

/** The paths that a load balancer looks at: they do not wait behind the requests that come through it. */
const probes: ReadonlySet<string> = new Set(Object.values(HealthEndpoints.paths))

const unexpected = Answer.ofError(Errors.make("Unexpected"), "validation")

/** Passes the requests that arrive to the operations of the API, and to the paths beside it. */
export const layer = <ApiId extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R, R2>(
  api: HttpApi.HttpApi<ApiId, Groups, E, R>,
  settings: DispatcherSettings,
  plain: Effect.Effect<ReadonlyArray<Incoming.PlainRoute>, never, R2>
): Layer.Layer<
  never,
  never,
  | HttpApiGroup.HttpApiGroup.ToService<ApiId, Groups>
  | ConnectSessions
  | FloodGuards.FloodGuards
  | Keys
  | Listener
  | OperatorKeys
  | R2
> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const groups = yield* Effect.context<HttpApiGroup.HttpApiGroup.ToService<ApiId, Groups>>()
      const handlersOf = (group: string) => Context.unsafeGet(groups, tagOf<ApiId, string>(group))
      const guardOf = yield* Auth.guards
      const { answerCrowded, bodyOf, watch } = yield* FloodGuards.FloodGuards
      const bodies = { maxBytes: settings.maxBodyBytes, bodyOf }
      const routes = Incoming.make([...(yield* plain).map(beside), ...declared(api, handlersOf, guardOf, bodies)])
      const clock = yield* Effect.clock
      const fork = Runtime.runFork(yield* Effect.runtime<never>())
      const pipeline = ResponsePipeline.make(routes, settings, yield* ResponsePipeline.makeSpans)
      const log = yield* ResponsePipeline.requestLog(settings)
      const count = yield* RequestCounts.make
      const keys = yield* Keys
      const proxies = yield* ClientAddress.TrustedProxies
      const turns = LoopTurns.make("interactive")
      const answer = (
        message: IncomingMessage,
        response: ServerResponse,
        { arrivedAt, path, sender }: { readonly path: string; readonly sender: string; readonly arrivedAt: bigint }
      ) => {
        const match = routes.find(message.method ?? "", path)
        // One that waits behind others of its connection may wait for the turn of one of them.
        const whenSent = (run: () => void) =>
          AnswerEnd.isQueued(response) ? run() : AnswerEnd.onceEnded(message, response, run)
        const incoming = Incoming.read(message, match, arrivedAt, whenSent)
        const annotated = { updateRefs: ResponsePipeline.annotating(incoming) }
        // It has left while the request waited for its turn.
        if (message.socket.destroyed) return count(incoming, RequestCounts.CLIENT_LEFT)
        const inTurn = { ...annotated, scheduler: turns.schedulerOf(sender) }
        const write = (outgoing: Answer.Outgoing) =>
          Fiberless.attempt(() => {
            Answer.write(response, outgoing, incoming.method)
            watch(message, response)
            log(incoming, outgoing.status)
            count(incoming, outgoing.status)
            return Exit.void
          })
        const finish = (exit: Exit.Exit<void>) => {
          if (Exit.isSuccess(exit)) return
          if (ResponsePipeline.isDisconnection(exit.cause)) return count(incoming, RequestCounts.CLIENT_LEFT)
          count(incoming, unexpected.status)
          fork(Effect.logError("An answer could not be written.", exit.cause), annotated)
          Answer.write(response, unexpected, incoming.method)
        }
        const whileConnected = (effect: Effect.Effect<void>) => {
          const fiber = fork(effect, inTurn)
          fiber.addObserver(finish)
          AnswerEnd.onceEnded(message, response, () => {
            if (!response.writableEnded) fiber.unsafeInterruptAsFork(ResponsePipeline.disconnected)
          })
        }
        const answered = pipeline(incoming, match === null ? null : () => match.route.answer(incoming, match))
        const written = Fiberless.flatMap(answered, (outgoing) => (response.destroyed ? Exit.void : write(outgoing)))
        Fiberless.run(written, finish, whileConnected)
      }
      const { attach } = yield* Listener
      yield* attach((message, response) => {
        const arrivedAt = clock.unsafeCurrentTimeNanos()
        const path = Incoming.pathOf(message)
        const from = Auth.senderOf(message, keys, proxies)
        const sender = probes.has(path) ? `${path} ${from}` : from
        if (answerCrowded(message, response, turns.waiting(sender))) return
        turns.step(sender, () => answer(message, response, { path, sender, arrivedAt }))
      })
    })
  )
