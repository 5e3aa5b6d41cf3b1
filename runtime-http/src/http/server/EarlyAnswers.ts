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
  /** Those of an error. */
  readonly headers: Readonly<Record<string, string>>
}

const unavailable = (name: "NotReady" | "NotServing", detail: string = Errors.table[name].message): EarlyAnswer => ({
  status: Errors.table[name].status,
  body: JSON.stringify({ detail }),
  headers: {
    [Errors.CODE_HEADER]: Errors.table[name].code,
    "retry-after": String(HealthEndpoints.RETRY_AFTER_SECS)
  }
})

const answerTo = (path: string, phase: Phase): EarlyAnswer => {
  if (path === HealthEndpoints.paths.live) return { status: 200, body: HealthEndpoints.OK, headers: {} }
  const problem = path === HealthEndpoints.paths.ready ? problemIn[phase] : null
  return problem === null ? unavailable("NotServing") : unavailable("NotReady", problem)
}

/** Answers a request for which there is no handler yet. */
export const answer = ({ headers, url = "" }: IncomingMessage, response: ServerResponse, phase: Phase): void => {
  const answered = answerTo(url.split("?")[0] ?? "", phase)
  const sent = headers[RequestId.HEADER]
  response
    .writeHead(answered.status, {
      ...securityHeaders,
      ...answered.headers,
      "content-type": "application/json",
      connection: "close",
      [RequestId.HEADER]: RequestId.of(typeof sent === "string" ? sent : undefined)
    })
    .end(answered.body)
}
