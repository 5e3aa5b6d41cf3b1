import { type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import type * as Errors from "../../../api/parts/Errors.js"
import type { Refusal } from "../access/FloodGuards.js"
import * as RequestId from "../request/RequestId.js"
import * as RawError from "../response/RawError.js"

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
export const attach = (server: Server, log: (refusal: Refusal) => void): void => {
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
    else write(socket, unreadable[code] ?? "BadRequest", RequestId.of(undefined), code)
  })
  server.on("connect", (request, socket) => write(socket, "MethodNotAllowed", RawError.requestIdOf(request), "CONNECT"))
  server.on("checkExpectation", (request, response) => {
    const requestId = RawError.requestIdOf(request)
    const answer = answerOf("ExpectationFailed")
    RawError.send(response, answer, requestId)
    log({ status: answer.status, requestId, code: "Expect" })
  })
}
