import { HttpApiBuilder, type HttpServerResponse } from "@effect/platform"
import { Effect, type Layer } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import { Readiness } from "../../store/postgres/Readiness.js"
import * as Answer from "./Answer.js"
import { ProcessPhase, problemIn } from "./ProcessPhase.js"
import type { PlainRoute } from "./Routes.js"

/** Whether the process is alive, and whether it can serve requests. */
export const paths = { live: "/healthz", ready: "/readyz" } as const

/** The paths of the health endpoints. */
export const routes: ReadonlyArray<PlainRoute> = Object.values(paths).map((template) => ({ template, headers: {} }))

/** The `Retry-After` of a process that is not ready. */
export const RETRY_AFTER_SECS = 5

/** The body of a process that is alive or ready. */
export const OK = JSON.stringify({ status: "ok" })

const ok = Answer.fromText(OK)

const notReady = (message: string): HttpServerResponse.HttpServerResponse =>
  Answer.fromError(Errors.make("NotReady", { message, retryAfterSecs: RETRY_AFTER_SECS }), "validation")

/** Serves `/healthz` and `/readyz`, which need no key. */
export const layer: Layer.Layer<never, never, Readiness> = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const database = yield* Readiness
    const loops = yield* BackgroundLoop.Registry
    const phase = yield* ProcessPhase
    const problem = Effect.suspend(() => {
      const found = problemIn[phase.current]
      return found === null
        ? Effect.flatMap(database.problem, (found) => (found === null ? loops.problem : Effect.succeed(found)))
        : Effect.succeed(found)
    })
    yield* router.get(paths.live, Effect.succeed(ok))
    yield* router.get(
      paths.ready,
      Effect.map(problem, (found) => (found === null ? ok : notReady(found)))
    )
  })
)
