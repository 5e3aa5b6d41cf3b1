import { Agent, get } from "node:http"
import { expect, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import * as Metrics from "../../src/telemetry/Metrics.js"
import * as MetricsServer from "../../src/telemetry/MetricsServer.js"
import * as Child from "../Child.js"

const scrape = (port: number, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path: "/metrics", agent }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0))
    }).on("error", reject)
  })

it.live("a server of metrics stops at once although a scraper keeps its connection, and frees its port", () =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(Child.freePort)
    const layer = MetricsServer.layer({ host: "127.0.0.1", port }).pipe(
      Layer.provide(Layer.sync(Metrics.Metrics, Metrics.make))
    )
    for (const _ of [1, 2]) {
      const agent = new Agent({ keepAlive: true })
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(layer, scope)
      expect(yield* Effect.promise(() => scrape(port, agent))).toBe(200)
      yield* Scope.close(scope, Exit.void)
      agent.destroy()
    }
  })
)

it.live("a port that is taken is an error", () =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(Child.freePort)
    const layer = MetricsServer.layer({ host: "127.0.0.1", port })
    yield* Layer.build(layer)
    const again = yield* Effect.exit(Layer.build(Layer.fresh(layer)))
    expect(Exit.isFailure(again)).toBe(true)
  }).pipe(Effect.scoped)
)
