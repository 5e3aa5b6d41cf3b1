import type { IncomingMessage } from "node:http"
import * as Errors from "../../api/parts/Errors.js"
import * as RequestId from "./RequestId.js"
import { securityHeaders } from "./SecurityHeaders.js"

/** An answer that is sent before, or instead of, what the handlers would answer. */
export interface PlainAnswer {
  readonly status: number
  /** The headers of only this answer. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

/** An error with its code; `headers` are those of only this one. */
export const ofError = (
  name: Errors.ErrorName,
  headers: Readonly<Record<string, string>> = {},
  detail: string = Errors.table[name].message
): PlainAnswer => ({
  status: Errors.table[name].status,
  headers: { ...headers, [Errors.CODE_HEADER]: Errors.table[name].code },
  body: JSON.stringify({ detail })
})

/** All headers of an answer. */
export const headersOf = ({ body, headers }: PlainAnswer, requestId: string): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  ...headers,
  "content-type": "application/json",
  "content-length": String(Buffer.byteLength(body)),
  [RequestId.HEADER]: requestId
})

/** The id of a request that no handler has read. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const sent = headers[RequestId.HEADER]
  return RequestId.of(typeof sent === "string" ? sent : undefined)
}
