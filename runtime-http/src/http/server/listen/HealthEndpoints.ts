import { Effect } from "effect"
import * as Errors from "../../../api/parts/Errors.js"
import * as BackgroundLoop from "../../../BackgroundLoop.js"
import { Readiness } from "../../../store/postgres/Readiness.js"
import { Metrics, type Source, told } from "../../../telemetry/Metrics.js"
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

/** Whether the process is ready, as a metric; a process that starts or stops says itself that it is not. */
const readiness = (phase: ProcessPhase["Type"], problem: Effect.Effect<string | null>): Source =>
  Effect.suspend(() =>
    phase.current === "serving"
      ? Effect.map(problem, (found) => [told("tributary_ready", [], found === null ? 1 : 0)])
      : Effect.succeed([])
  )

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
  const { ask } = yield* Metrics
  ask(readiness(phase, problem))
  const ready = Effect.flatMap(problem, (message) =>
    message === null ? Effect.succeed(ok) : Errors.make("NotReady", { message, retryAfterSecs: RETRY_AFTER_SECS })
  )
  return [
    { template: paths.live, answer: () => Effect.succeed(ok) },
    { template: paths.ready, answer: () => ready }
  ]
})
