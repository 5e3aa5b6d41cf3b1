import { createServer, type RequestListener, type Server } from "node:http"
import type { HttpServer } from "@effect/platform"
import type { ServeError } from "@effect/platform/HttpServerError"
import { NodeHttpServer } from "@effect/platform-node"
import { Duration, Effect, Layer } from "effect"
import * as RequestId from "./RequestId.js"

export interface NodeServerSettings {
  /** `0.0.0.0` for every interface. */
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** How long requests in flight may take when the process stops. */
  readonly shutdownGrace: Duration.Duration
}

/** Longer than the idle time of usual load balancers, so that none of them sends into a connection being closed. */
const KEEP_ALIVE_MILLIS = 65_000

/** How soon a connection is let go of after its last answer, while the process stops. */
const SWEEP_MILLIS = 50

const goingAway = JSON.stringify({ detail: "This process is stopping or not yet ready; try again." })

/** Answers for the handlers before they are there and after they have gone; else such a request would wait for ever. */
const standIn =
  (server: Server): RequestListener =>
  ({ headers }, response) => {
    if (server.listenerCount("request") > 1) return
    const sent = headers[RequestId.HEADER]
    response.writeHead(503, {
      "content-type": "application/json",
      "retry-after": "1",
      connection: "close",
      [RequestId.HEADER]: RequestId.of(typeof sent === "string" ? sent : undefined)
    })
    response.end(goingAway)
  }

/**
 * Lets go of connections as they fall idle, and cuts those that outlive the grace: a client that neither reads nor hangs
 * up must not keep the process.
 */
const drain = (server: Server, grace: Duration.Duration) =>
  Effect.sync(() => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLIS).unref()
    const cut = setTimeout(() => server.closeAllConnections(), Duration.toMillis(grace)).unref()
    server.once("close", () => {
      clearInterval(sweep)
      clearTimeout(cut)
    })
  })

/** Listens, and on stopping answers what is in flight before it lets go of what the handlers use. */
export const layer = (settings: NodeServerSettings): Layer.Layer<HttpServer.HttpServer, ServeError> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MILLIS })
      server.on("request", standIn(server))
      const { host, port, shutdownGrace } = settings
      const listening = yield* Layer.build(NodeHttpServer.layerServer(() => server, { host, port }))
      yield* Effect.addFinalizer(() => drain(server, shutdownGrace))
      return listening
    })
  )
