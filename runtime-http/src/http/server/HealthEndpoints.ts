import { HttpApiBuilder, HttpServerResponse } from "@effect/platform"
import { Effect, type Layer } from "effect"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import { Readiness } from "../../store/postgres/Readiness.js"
import * as Answer from "./Answer.js"
import type { PlainRoute } from "./Routes.js"
import { Startup } from "./Startup.js"

/** Whether the process is alive, and whether it can serve requests. */
const paths = { live: "/healthz", ready: "/readyz" } as const

/** The paths of the health endpoints. */
export const routes: ReadonlyArray<PlainRoute> = Object.values(paths).map((template) => ({ template, headers: {} }))

const RETRY_AFTER_SECS = "5"

const live = Answer.fromText(JSON.stringify({ status: "ok" }))

const notReady = (detail: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeader(Answer.fromText(JSON.stringify({ detail }), 503), "retry-after", RETRY_AFTER_SECS)

/** Serves `/healthz` and `/readyz`, which need no key. */
export const layer: Layer.Layer<never, never, Readiness> = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const database = yield* Readiness
    const loops = yield* BackgroundLoop.Registry
    const startup = yield* Startup
    const problem = Effect.suspend(() =>
      startup.isComplete
        ? Effect.flatMap(database.problem, (found) => (found === null ? loops.problem : Effect.succeed(found)))
        : Effect.succeed("The process is still starting.")
    )
    yield* router.get(paths.live, Effect.succeed(live))
    yield* router.get(
      paths.ready,
      Effect.map(problem, (found) => (found === null ? live : notReady(found)))
    )
  })
)
