import { NodeRuntime } from "@effect/platform-node"
import type { Connector } from "@tributary/core"
import { type Keys, Runtime, RuntimeConfig } from "@tributary/runtime-http"
import { Effect, Layer } from "effect"

/**
 * Runs the server of `examples/server` with these connectors until it is told to stop. `settings` go beyond what the environment allows, and
 * `beside` runs in the same process.
 */
export const runServer = (
  connectors: ReadonlyArray<Connector.Connector>,
  settings: Partial<RuntimeConfig.RuntimeConfig> = {},
  beside: Layer.Layer<never, unknown, Keys.Keys> = Layer.empty
): void => {
  const server = Layer.unwrapEffect(
    Effect.map(RuntimeConfig.load, (config) => Runtime.layer({ connectors, config: { ...config, ...settings } }))
  )
  NodeRuntime.runMain(Layer.launch(Layer.provideMerge(beside, server)), { disablePrettyLogger: true })
}
