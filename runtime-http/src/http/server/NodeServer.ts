import { createServer, type RequestListener, type Server } from "node:http"
import type { HttpServer } from "@effect/platform"
import type { ServeError } from "@effect/platform/HttpServerError"
import { NodeHttpServer } from "@effect/platform-node"
import { Duration, Effect, Layer, Runtime } from "effect"
import * as BareAnswers from "./BareAnswers.js"
import * as RequestId from "./RequestId.js"

/** Where the server listens, and how long it waits when it stops. */
export interface NodeServerSettings {
  /** The address to listen on; `0.0.0.0` for every interface. */
  readonly host: string
  /** The port to listen on; 0 picks a free one. */
  readonly port: number
  /** How long requests in flight may still take when the process stops. */
  readonly shutdownGrace: Duration.Duration
}

/** Longer than the idle timeout of common load balancers (60 s), so that the balancer closes an idle connection first. */
const KEEP_ALIVE_MILLIS = 65_000

/** The longest request line and headers together; the error table repeats the three numbers. */
const MAX_HEADER_BYTES = 16 * 1024
/** How long a client may take for the headers. */
const HEADERS_TIMEOUT_MILLIS = 60_000
/** How long a client may take for the whole request. */
const REQUEST_TIMEOUT_MILLIS = 300_000

/** How often idle connections are closed while the process stops. */
const SWEEP_MILLIS = 50

const goingAway = JSON.stringify({ detail: "This process is starting or stopping. Try again." })

/** Answers 503 before the handlers are attached and after they are gone; without it such a request would hang. */
const answerUnavailable =
  (server: Server, ownListeners: number): RequestListener =>
  ({ headers }, response) => {
    if (server.listenerCount("request") > ownListeners) return
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
 * Closes connections as they become idle, and all of them when the grace period ends: a client that neither reads nor
 * disconnects must not keep the process alive.
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

/** The HTTP server. When it stops, requests in flight finish before the services that handlers use are released. */
export const layer = (settings: NodeServerSettings): Layer.Layer<HttpServer.HttpServer, ServeError> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const fork = Runtime.runFork(yield* Effect.runtime<never>())
      const server = createServer({
        keepAliveTimeout: KEEP_ALIVE_MILLIS,
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: HEADERS_TIMEOUT_MILLIS,
        requestTimeout: REQUEST_TIMEOUT_MILLIS,
        // `Middleware` requires the header, with the documented answer.
        requireHostHeader: false
      })
      BareAnswers.attach(server, ({ code, requestId, status }) => {
        fork(
          Effect.annotateLogs(Effect.logInfo("Request refused before it was read."), {
            request_id: requestId,
            status,
            code
          })
        )
      })
      server.on("request", answerUnavailable(server, server.listenerCount("request") + 1))
      const { host, port, shutdownGrace } = settings
      const listening = yield* Layer.build(NodeHttpServer.layerServer(() => server, { host, port }))
      yield* Effect.addFinalizer(() => drain(server, shutdownGrace))
      return listening
    })
  )
