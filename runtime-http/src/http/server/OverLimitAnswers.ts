import type { IncomingMessage, ServerResponse } from "node:http"
import { Redacted } from "effect"
import { BASE_PATH } from "../../api/OpenApi.js"
import { KEY_HEADER } from "../../api/parts/Security.js"
import type { ExhaustedKeys } from "./ExhaustedKeys.js"
import type { HeldAnswers } from "./HeldAnswers.js"
import * as PlainAnswer from "./PlainAnswer.js"
import type { RefusalLog } from "./RefusalLog.js"
import { retryAfterSecs } from "./TokenBuckets.js"

/*
 * A client that ignores the limit of its key can send thousands of requests per second. Here each costs a fraction of what it would cost in
 * the handlers, and no query.
 */

/** What the answers need. */
export interface OverLimit {
  readonly exhausted: ExhaustedKeys["Type"]
  readonly held: HeldAnswers
  readonly refusals: RefusalLog
  /** Reads the monotonic clock. */
  readonly now: () => number
}

const keyHeader = KEY_HEADER.toLowerCase()

/** Answers a request whose key is known to be over its limit; returns whether it does. */
export const answer = (
  request: IncomingMessage,
  response: ServerResponse,
  { exhausted, held, now, refusals }: OverLimit
): boolean => {
  const key = request.headers[keyHeader]
  if (typeof key !== "string" || !request.url?.startsWith(`${BASE_PATH}/`)) return false
  const wait = exhausted.waitOf(Redacted.make(key), now())
  if (wait === null) return false
  const answer = PlainAnswer.ofError("TooManyRequests", { "retry-after": String(retryAfterSecs(wait)) })
  const requestId = PlainAnswer.requestIdOf(request)
  held.add(() => {
    response.writeHead(answer.status, PlainAnswer.headersOf(answer, requestId)).end(answer.body)
    refusals.add({ status: answer.status, requestId, code: "Over limit" })
  })
  return true
}
