import { type Duration, Effect, Layer, Scope } from "effect"
import { ProcessPhase } from "./http/server/listen/ProcessPhase.js"

/**
 * Completes the start of the process once its background work runs, and stops the process in this order:
 *
 * 1. It is not ready any more, and says so, while it goes on serving requests.
 * 2. Meanwhile the background work ends. Other processes take it over.
 * 3. After the drain time, when load balancers have noticed, the layers around this one close: the server with its last answers, then the
 *    services that handlers use.
 */
export const layer = <A, E, R>(
  background: Layer.Layer<A, E, R>,
  drain: Duration.Duration
): Layer.Layer<A, E, Exclude<R, Scope.Scope>> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const phase = yield* ProcessPhase
      const scope = yield* Effect.acquireRelease(Scope.make(), (scope, exit) =>
        Effect.suspend(() => {
          const wait = phase.current === "serving" ? Effect.sleep(drain) : Effect.void
          phase.current = "stopping"
          return Effect.all([Scope.close(scope, exit), wait], { concurrency: "unbounded", discard: true })
        })
      )
      const services = yield* Layer.buildWithScope(background, scope)
      phase.current = "serving"
      return services
    })
  )
