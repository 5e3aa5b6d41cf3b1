// http/server/listen: the socket, and what is answered beside the API: health, errors of the parser, and requests before the start.

import { type IncomingMessage, Server, type ServerOptions, ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { HttpServer } from "@effect/platform"
import type { ServeError } from "@effect/platform/HttpServerError"
import { NodeHttpServer } from "@effect/platform-node"
import { MonotonicTime } from "@tributary/core"
import { Context, Duration, Effect, Layer, type Scope } from "effect"
import type * as Errors from "../../../api/parts/Errors.js"
import { FloodGuards } from "../access/FloodGuards.js"
import type { Refusal } from "../access/RefusalLog.js"
import * as Incoming from "../request/Incoming.js"
import * as RawError from "../response/RawError.js"
import { ProcessPhase } from "./ProcessPhase.js"
import * as StartupAnswers from "./StartupAnswers.js"

/*
 * Node answers some requests before any handler sees them, without a body. Here they get the body and the headers of every other error.
 */

/** What Node says about a request that it could not read, and the error that it becomes; `BadRequest` for every other code. */
const unreadable: Readonly<Record<string, Errors.ErrorName>> = {
  HPE_HEADER_OVERFLOW: "HeadersTooLarge",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "BodyTooLarge",
  ERR_HTTP_REQUEST_TIMEOUT: "RequestTimeout"
}

/** `CONNECT` names no path, so its answer lists the methods of all paths. */
const more: { readonly [Name in Errors.ErrorName]?: Readonly<Record<string, string>> } = {
  MethodNotAllowed: { allow: "HEAD, GET, POST, PATCH, DELETE" }
}

const answerOf = (name: Errors.ErrorName): RawError.RawError =>
  RawError.make(name, { ...more[name], connection: "close" })

/** Makes the server answer all requests in the documented shape. The request log does not show these, so `log` does. */
export const answerParserErrors = (server: Server, log: (refusal: Refusal) => void): void => {
  /** The response that is being written to a socket: text must not be written into the middle of it. */
  const responses = new WeakMap<object, ServerResponse>()

  const write = (socket: Duplex, name: Errors.ErrorName, requestId: string, code: string): void => {
    const response = responses.get(socket)
    if (!socket.writable || (response?.headersSent && !response.writableFinished)) {
      socket.destroy()
      return
    }
    const answer = answerOf(name)
    const { body, status } = answer
    const lines = Object.entries(RawError.headersOf(answer, requestId)).map(
      ([header, value]) => `${header}: ${value}\r\n`
    )
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`)
    log({ status, requestId, code })
  }

  server.on("request", ({ socket }, response) => responses.set(socket, response))
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const code = error.code ?? error.name
    if (code === "ECONNRESET") socket.destroy()
    else write(socket, unreadable[code] ?? "BadRequest", Incoming.requestIdOf(undefined), code)
  })
  server.on("connect", (request, socket) => write(socket, "MethodNotAllowed", RawError.requestIdOf(request), "CONNECT"))
  server.on("checkExpectation", (request, response) => {
    const requestId = RawError.requestIdOf(request)
    const answer = answerOf("ExpectationFailed")
    RawError.send(response, answer, requestId)
    log({ status: answer.status, requestId, code: "Expect" })
  })
}

/** Where the server listens, and how long it waits when it stops. */
export interface NodeServerSettings {
  /** The address to listen on; `0.0.0.0` for every interface. */
  readonly host: string
  /** The port to listen on; 0 picks a free one. */
  readonly port: number
  /** How long requests in flight may still take when the server closes. */
  readonly shutdownGrace: Duration.Duration
}

/** Longer than the idle timeout of common load balancers (60 s), so that the balancer closes an idle connection first. */
const KEEP_ALIVE_MILLIS = 65_000

/** The longest request line and headers together; the error table repeats the three numbers. */
export const MAX_HEADER_BYTES = 16 * 1024
/** How long a client may take for the headers. */
const HEADERS_TIMEOUT_MILLIS = 60_000
/** How long a client may take for the whole request. */
const REQUEST_TIMEOUT_MILLIS = 300_000

/** How often idle connections are closed while the server closes. */
const SWEEP_MILLIS = 50

/** Answers a request, at some time. */
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Answers a request for another protocol as one for HTTP, and ends the connection, because the client did not ask for what it gets. */
const refusingUpgrade = (handler: Handler) => (request: IncomingMessage, socket: Duplex) => {
  const response = new ServerResponse(request)
  try {
    response.assignSocket(socket as Socket)
  } catch {
    // An answer to an earlier request of the connection has not left.
    socket.destroy()
    return
  }
  response.on("finish", () => socket.end())
  // Node's own listener is gone, and nobody else ends a connection that reads nothing.
  socket.on("timeout", () => socket.destroy())
  handler(request, response)
}

/** The socket on which the process takes requests. */
export class Listener extends Context.Tag("@tributary/runtime-http/Listener")<
  Listener,
  {
    /**
     * Takes no new connections, waits until all answers have been sent, and closes connections as they become idle. After the grace period
     * it closes all of them: a client that neither reads nor disconnects must not keep the process alive.
     */
    readonly close: Effect.Effect<void>
    /** Passes requests to the handlers, until the scope ends. */
    readonly attach: (handler: Handler) => Effect.Effect<unknown, never, Scope.Scope>
  }
>() {}

const close = (server: Server, guards: FloodGuards["Type"], grace: Duration.Duration): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    guards.release()
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLIS)
    const cut = setTimeout(() => server.closeAllConnections(), Duration.toMillis(grace))
    // The callback also comes, with an error, if the server does not listen any more.
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(cut)
      resume(Effect.void)
    })
  })

/** Node gives the socket of such a request away, and does nothing more for it. */
const leaving: ReadonlySet<string | symbol> = new Set(["connect", "upgrade"])

/** A server that may answer a request itself before its listeners get it, and that looks after all sockets. */
class GuardedServer extends Server {
  private readonly left = new Set<Duplex>()

  constructor(
    options: ServerOptions,
    private readonly answers: (request: IncomingMessage, response: ServerResponse) => boolean
  ) {
    super(options)
  }

  override emit(event: string | symbol, ...args: Array<unknown>): boolean {
    if (event === "request" && this.answers(args[0] as IncomingMessage, args[1] as ServerResponse)) return true
    if (leaving.has(event)) this.keep(args[1] as Duplex)
    return Reflect.apply(super.emit, this, [event, ...args])
  }

  override closeAllConnections(): void {
    super.closeAllConnections()
    for (const socket of this.left) socket.destroy()
  }

  /** An error that nobody listens to would end the process, and the server cannot stop while its client keeps the connection. */
  private keep(socket: Duplex): void {
    this.left.add(socket)
    socket.on("error", () => socket.destroy())
    socket.on("finish", () => socket.destroy())
    socket.on("close", () => this.left.delete(socket))
  }
}

/** The HTTP server. Until the handlers are attached, `StartupAnswers` answers. */
export const layer = (
  settings: NodeServerSettings
): Layer.Layer<HttpServer.HttpServer | Listener, ServeError, FloodGuards> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const phase = yield* ProcessPhase
      const guards = yield* FloodGuards
      const clock = yield* Effect.clock
      const options = {
        keepAliveTimeout: KEEP_ALIVE_MILLIS,
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: HEADERS_TIMEOUT_MILLIS,
        requestTimeout: REQUEST_TIMEOUT_MILLIS,
        // `ResponsePipeline` requires the header, with the documented answer.
        requireHostHeader: false
      }
      const server: Server = new GuardedServer(options, (request, response) => {
        // Clients learn from their last answer that the connection ends, so that none sends a request while it is being closed.
        if (phase.current === "stopping") response.setHeader("connection", "close")
        return guards.answer(request, response, MonotonicTime.unsafeMillis(clock))
      })
      answerParserErrors(server, guards.logRefusal)
      const withoutHandlers = server.listenerCount("request") + 1
      server.on("request", (request, response) => {
        if (server.listenerCount("request") === withoutHandlers) StartupAnswers.answer(request, response, phase.current)
      })
      const { host, port, shutdownGrace } = settings
      const listening = yield* Layer.build(NodeHttpServer.layerServer(() => server, { host, port }))
      yield* Effect.addFinalizer(() => close(server, guards, shutdownGrace))
      return Context.add(listening, Listener, {
        close: close(server, guards, shutdownGrace),
        attach: (handler) =>
          Effect.acquireRelease(
            Effect.sync(() => {
              const upgrade = refusingUpgrade(handler)
              server.on("request", handler).on("upgrade", upgrade)
              return upgrade
            }),
            (upgrade) => Effect.sync(() => server.off("request", handler).off("upgrade", upgrade))
          )
      })
    })
  )
