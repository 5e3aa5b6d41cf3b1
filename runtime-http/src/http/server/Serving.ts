import { type HttpApi, HttpApiBuilder, type HttpApiEndpoint, HttpRouter } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Chunk, Effect, Layer } from "effect"
import type { Keys } from "../../store/accounts/ApiKeys.js"
import type { ExchangeSettings } from "./Exchange.js"
import type { FloodGuards } from "./FloodGuards.js"
import { Listener, MAX_HEADER_BYTES } from "./NodeServer.js"
import * as RecordServer from "./RecordServer.js"
import type { Routes } from "./Routes.js"

/**
 * Paths match exactly: case, doubled slashes and trailing slashes all matter. A parameter may be as long as the request line: whatever is
 * wrong with it, the operation says so, in its own shape.
 */
const strictPaths = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: MAX_HEADER_BYTES
}

/** A group whose lists and records `RecordServer` serves needs no other handlers for them; `layer` checks that none is missing. */
export const apartFromRecords = <E, P, R, Endpoints extends HttpApiEndpoint.HttpApiEndpoint.Any>(
  handlers: HttpApiBuilder.Handlers<E, P, R, Endpoints>
): HttpApiBuilder.Handlers<E, P, R> => handlers as unknown as HttpApiBuilder.Handlers<E, P, R>

/** Every operation of the API must have exactly one handler: one of the records, or one in the router. */
const checkComplete = (routes: Routes, records: ReadonlyArray<RecordServer.RecordHandler>) =>
  Effect.gen(function* () {
    const router = yield* (yield* HttpApiBuilder.Router).router
    const inRouter = new Set(Chunk.toReadonlyArray(Chunk.map(router.routes, ({ method, path }) => `${method} ${path}`)))
    const operations = new Set(records.map(({ operation }) => operation))
    for (const { endpoint, method, template } of routes.all) {
      if (endpoint !== null && operations.has(endpoint.name) === inRouter.has(`${method} ${template}`)) {
        return yield* Effect.dieMessage(`The operation ${endpoint.name} does not have exactly one handler.`)
      }
    }
  })

/** Passes requests to the handlers: those for records to `RecordServer`, all others to the router. */
export const layer = <R>(
  routes: Routes,
  settings: ExchangeSettings,
  records: ReadonlyArray<Effect.Effect<RecordServer.RecordHandler, never, R>>
): Layer.Layer<
  never,
  never,
  | R
  | HttpApi.Api
  | HttpApiBuilder.Middleware
  | HttpApiBuilder.Router
  | HttpRouter.HttpRouter.DefaultServices
  | Keys
  | Listener
  | FloodGuards
> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const app = yield* HttpRouter.withRouterConfig(HttpApiBuilder.httpApp, strictPaths)
      const others = yield* NodeHttpServer.makeHandler(app)
      const handlers = yield* Effect.all(records)
      yield* checkComplete(routes, handlers)
      const served = yield* RecordServer.make(routes, settings, handlers)
      const { attach } = yield* Listener
      yield* attach((request, response) => {
        if (!served(request, response)) others(request, response)
      })
    })
  )
