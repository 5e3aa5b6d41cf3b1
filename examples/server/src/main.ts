import { NodeRuntime } from "@effect/platform-node"
import { Runtime } from "@tributary/runtime-http"
import { Layer } from "effect"
import { connectors } from "./connectors.js"

/** The whole server: connectors in an array, settings from the environment, log lines in JSON on standard output. */
NodeRuntime.runMain(Layer.launch(Runtime.layer({ connectors })), { disablePrettyLogger: true })
