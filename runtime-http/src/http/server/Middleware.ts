// http/server: everything around the handlers: listening, routes, API keys, limits, bodies, errors, the request log, and the endpoints without a key (docs, health).

import { HttpApiBuilder, type HttpApp, HttpServerRequest } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Clock, Effect, type Layer } from "effect"
import * as Exchange from "./Exchange.js"
import * as Incoming from "./Incoming.js"
import * as JsonBody from "./JsonBody.js"
import * as Outgoing from "./Outgoing.js"
import { Refusal } from "./Refusal.js"
import * as RequestLog from "./RequestLog.js"
import type { Routes } from "./Routes.js"

/** Settings of the middleware around all handlers. */
export interface MiddlewareSettings extends Exchange.ExchangeSettings {
  /** The largest request body in bytes; larger ones get a 413. */
  readonly maxBodyBytes: number
}

/** Bodies of up to 1 MiB, compressed answers, and a log line for every request. */
export const defaultSettings: MiddlewareSettings = { maxBodyBytes: 1024 * 1024, compress: true, logRequests: true }

const methodsWithBody: ReadonlySet<string> = new Set(["PATCH", "POST", "PUT"])

/** Lets an endpoint refuse a request: one that takes a key does so after it has checked the key. */
const refusing = (app: HttpApp.Default, incoming: Incoming.Incoming): HttpApp.Default<unknown> => {
  const error = Incoming.refusalOf(incoming)
  if (error === null) return app
  return incoming.match?.route.takesKey === true ? Effect.provideService(app, Refusal, error) : Effect.fail(error)
}

/** The middleware around the handlers of the router: request ids, bodies, errors, headers, spans and the request log. */
export const make = (routes: Routes, settings: MiddlewareSettings) => {
  const exchange = Exchange.make(routes, settings)
  return (app: HttpApp.Default): HttpApp.Default =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const message = NodeHttpServerRequest.toIncomingMessage(request)
      const match = routes.find(request.method, Incoming.pathOf(message))
      const incoming = Incoming.read(message, match, yield* Clock.currentTimeNanos)
      const handled = methodsWithBody.has(request.method)
        ? Effect.provideService(
            app,
            HttpServerRequest.HttpServerRequest,
            JsonBody.asJson(request, settings.maxBodyBytes)
          )
        : app
      const answered = exchange(incoming, Effect.map(refusing(handled, incoming), Outgoing.fromResponse))
      const outgoing = yield* RequestLog.annotated(answered, incoming)
      yield* RequestLog.write(settings, incoming, outgoing.status)
      return Outgoing.toResponse(outgoing)
    })
}

/** Installs the middleware on the API. */
export const layer = (routes: Routes, settings: MiddlewareSettings): Layer.Layer<never> =>
  HttpApiBuilder.middleware(make(routes, settings))
