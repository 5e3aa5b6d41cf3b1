import { NodeRuntime } from "@effect/platform-node"
import { Runtime } from "@tributary/runtime-http"
import { Layer } from "effect"
import { connectors } from "./connectors.js"

/** A server as in production: the connectors in an array, every setting from the environment, JSON lines on standard output. */
NodeRuntime.runMain(Layer.launch(Runtime.layer({ connectors })), { disablePrettyLogger: true })
