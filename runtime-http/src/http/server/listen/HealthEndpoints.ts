import { Effect } from "effect"
import * as Errors from "../../../api/parts/Errors.js"
import * as BackgroundLoop from "../../../BackgroundLoop.js"
import { Readiness } from "../../../store/postgres/Readiness.js"
import type { PlainRoute } from "../request/Incoming.js"
import * as Answer from "../response/Answer.js"
import { ProcessPhase, problemIn } from "./ProcessPhase.js"

/** Whether the process is alive, and whether it can serve requests. */
export const paths = { live: "/healthz", ready: "/readyz" } as const

/** The `Retry-After` of a process that is not ready. */
export const RETRY_AFTER_SECS = 5

/** The body of a process that is alive or ready. */
export const OK = JSON.stringify({ status: "ok" })

const ok = Answer.fromText(OK)

/** Serves `/healthz` and `/readyz`, which need no key. */
export const routes: Effect.Effect<ReadonlyArray<PlainRoute>, never, Readiness> = Effect.gen(function* () {
  const database = yield* Readiness
  const loops = yield* BackgroundLoop.Registry
  const phase = yield* ProcessPhase
  const problem = Effect.suspend(() => {
    const found = problemIn[phase.current]
    return found === null
      ? Effect.flatMap(database.problem, (found) => (found === null ? loops.problem : Effect.succeed(found)))
      : Effect.succeed(found)
  })
  const ready = Effect.flatMap(problem, (message) =>
    message === null ? Effect.succeed(ok) : Errors.make("NotReady", { message, retryAfterSecs: RETRY_AFTER_SECS })
  )
  return [
    { template: paths.live, answer: () => Effect.succeed(ok) },
    { template: paths.ready, answer: () => ready }
  ]
})
