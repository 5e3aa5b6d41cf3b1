import { NodeRuntime } from "@effect/platform-node"
import { Runtime, RuntimeConfig } from "@tributary/runtime-http"
import { Effect, Layer } from "effect"
import { soak } from "./SoakConnector.js"

const server = Layer.unwrapEffect(
  Effect.map(RuntimeConfig.load, (config) =>
    Runtime.layer({ connectors: [soak], config: { ...config, deletionEvidenceSecs: 0 } })
  )
)

/** The server of `examples/server`, with the connector of the soak run. */
NodeRuntime.runMain(Layer.launch(server), { disablePrettyLogger: true })
