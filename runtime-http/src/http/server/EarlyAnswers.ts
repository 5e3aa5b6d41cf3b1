import type { IncomingMessage, ServerResponse } from "node:http"
import * as Errors from "../../api/parts/Errors.js"
import * as HealthEndpoints from "./HealthEndpoints.js"
import { type Phase, problemIn } from "./ProcessPhase.js"
import * as RequestId from "./RequestId.js"
import { securityHeaders } from "./SecurityHeaders.js"

/*
 * The process listens before it has a database, so that a supervisor sees that it is alive while migrations run. Until the handlers are
 * attached, requests are answered here.
 */

/** What is answered, besides the usual headers. */
interface EarlyAnswer {
  readonly status: number
  readonly body: string
}

const notServing: EarlyAnswer = {
  status: Errors.table.NotServing.status,
  body: JSON.stringify({ detail: Errors.table.NotServing.message })
}

const answerTo = (path: string, phase: Phase): EarlyAnswer => {
  if (path === HealthEndpoints.paths.live) return { status: 200, body: HealthEndpoints.OK }
  const problem = path === HealthEndpoints.paths.ready ? problemIn[phase] : null
  return problem === null ? notServing : { status: 503, body: JSON.stringify({ detail: problem }) }
}

/** Answers a request for which there is no handler yet. */
export const answer = ({ headers, url = "" }: IncomingMessage, response: ServerResponse, phase: Phase): void => {
  const { body, status } = answerTo(url.split("?")[0] ?? "", phase)
  const sent = headers[RequestId.HEADER]
  const retryAfter = status === 503 ? { "retry-after": HealthEndpoints.RETRY_AFTER_SECS } : {}
  response
    .writeHead(status, {
      ...securityHeaders,
      ...retryAfter,
      "content-type": "application/json",
      connection: "close",
      [RequestId.HEADER]: RequestId.of(typeof sent === "string" ? sent : undefined)
    })
    .end(body)
}
