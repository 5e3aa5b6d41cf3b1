import type { IncomingMessage, ServerResponse } from "node:http"
import * as RawError from "../response/RawError.js"
import * as HealthEndpoints from "./HealthEndpoints.js"
import { type Phase, problemIn } from "./ProcessPhase.js"

/*
 * The process listens before it has a database, so that a supervisor sees that it is alive while migrations run. Until the handlers are
 * attached, requests are answered here.
 */

const close = { connection: "close" }
const retryLater = { ...close, "retry-after": String(HealthEndpoints.RETRY_AFTER_SECS) }

const answerTo = (path: string, phase: Phase): RawError.RawError => {
  if (path === HealthEndpoints.paths.live) return { status: 200, headers: close, body: HealthEndpoints.OK }
  const problem = path === HealthEndpoints.paths.ready ? problemIn[phase] : null
  return problem === null ? RawError.make("NotServing", retryLater) : RawError.make("NotReady", retryLater, problem)
}

/** Answers a request for which there is no handler yet. */
export const answer = (request: IncomingMessage, response: ServerResponse, phase: Phase): void => {
  RawError.send(response, answerTo(request.url?.split("?")[0] ?? "", phase), RawError.requestIdOf(request))
}
