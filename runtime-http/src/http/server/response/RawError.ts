import type { IncomingMessage, ServerResponse } from "node:http"
import * as Errors from "../../../api/parts/Errors.js"
import * as Incoming from "../request/Incoming.js"
import { securityHeaders } from "./SecurityHeaders.js"

/** An answer that no handler makes: to a request that cannot be read, that comes too early, or that is one too many. */
export interface RawError {
  readonly status: number
  /** The headers of only this answer. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

/** An error with its code; `headers` are those of only this one. */
export const make = (
  name: Errors.ErrorName,
  headers: Readonly<Record<string, string>> = {},
  detail: string = Errors.table[name].message
): RawError => ({
  status: Errors.table[name].status,
  headers: { ...headers, [Errors.CODE_HEADER]: Errors.table[name].code },
  body: JSON.stringify({ detail })
})

/** All headers of the answer. */
export const headersOf = ({ body, headers }: RawError, requestId: string): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  ...headers,
  "content-type": "application/json",
  "content-length": String(Buffer.byteLength(body)),
  [Incoming.REQUEST_ID_HEADER]: requestId
})

/** Sends the answer. */
export const send = (response: ServerResponse, answer: RawError, requestId: string): void => {
  response.writeHead(answer.status, headersOf(answer, requestId)).end(answer.body)
}

/** The id of a request that no handler has read. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const sent = headers[Incoming.REQUEST_ID_HEADER]
  return Incoming.requestIdOf(typeof sent === "string" ? sent : undefined)
}
