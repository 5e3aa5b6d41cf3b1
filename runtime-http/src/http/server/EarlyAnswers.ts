import type { IncomingMessage, ServerResponse } from "node:http"
import * as HealthEndpoints from "./HealthEndpoints.js"
import * as PlainAnswer from "./PlainAnswer.js"
import { type Phase, problemIn } from "./ProcessPhase.js"

/*
 * The process listens before it has a database, so that a supervisor sees that it is alive while migrations run. Until the handlers are
 * attached, requests are answered here.
 */

const retryLater = { "retry-after": String(HealthEndpoints.RETRY_AFTER_SECS) }

const answerTo = (path: string, phase: Phase): PlainAnswer.PlainAnswer => {
  if (path === HealthEndpoints.paths.live) return { status: 200, headers: {}, body: HealthEndpoints.OK }
  const problem = path === HealthEndpoints.paths.ready ? problemIn[phase] : null
  return problem === null
    ? PlainAnswer.ofError("NotServing", retryLater)
    : PlainAnswer.ofError("NotReady", retryLater, problem)
}

/** Answers a request for which there is no handler yet. */
export const answer = (request: IncomingMessage, response: ServerResponse, phase: Phase): void => {
  const answered = answerTo(request.url?.split("?")[0] ?? "", phase)
  const headers = PlainAnswer.headersOf(answered, PlainAnswer.requestIdOf(request))
  response.writeHead(answered.status, { ...headers, connection: "close" }).end(answered.body)
}
