import type { IncomingMessage, ServerResponse } from "node:http"
import { Redacted } from "effect"
import { BASE_PATH } from "../../api/OpenApi.js"
import { KEY_HEADER } from "../../api/parts/Security.js"
import type { Answered } from "./BareAnswers.js"
import type { ExhaustedKeys } from "./ExhaustedKeys.js"
import * as PlainAnswer from "./PlainAnswer.js"
import { retryAfterSecs } from "./TokenBuckets.js"

/*
 * A client that ignores the limit of its key can send thousands of requests per second. Here each costs a fraction of what it would cost in
 * the handlers, and no query.
 */

const keyHeader = KEY_HEADER.toLowerCase()

/** Answers a request whose key is known to be over its limit; returns whether it did. */
export const answer = (
  request: IncomingMessage,
  response: ServerResponse,
  exhausted: ExhaustedKeys["Type"],
  answered: Answered
): boolean => {
  const key = request.headers[keyHeader]
  if (typeof key !== "string" || !request.url?.startsWith(`${BASE_PATH}/`)) return false
  const wait = exhausted.waitOf(Redacted.make(key), Date.now())
  if (wait === null) return false
  const answer = PlainAnswer.ofError("TooManyRequests", { "retry-after": String(retryAfterSecs(wait)) })
  const requestId = PlainAnswer.requestIdOf(request)
  response.writeHead(answer.status, PlainAnswer.headersOf(answer, requestId)).end(answer.body)
  answered({ status: answer.status, requestId, code: "Over limit" })
  return true
}
