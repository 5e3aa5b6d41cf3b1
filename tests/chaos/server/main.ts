import { NodeRuntime } from "@effect/platform-node"
import { jira } from "@tributary/connector-jira"
import { servicenow } from "@tributary/connector-servicenow"
import { Runtime, RuntimeConfig } from "@tributary/runtime-http"
import { Effect, Layer } from "effect"
import { connectors } from "../connectors/connectors.js"

/** Shorter than the environment allows, so that a run has many full scans. */
const FULL_SCAN_SECS = 6
/** Two scans in a row prove nothing, but a run cannot wait an hour. */
const EVIDENCE_SECS = 1

const server = Layer.unwrapEffect(
  Effect.map(RuntimeConfig.load, (config) =>
    Runtime.layer({
      connectors: [...connectors, jira, servicenow],
      config: { ...config, fullScanSecs: FULL_SCAN_SECS, deletionEvidenceSecs: EVIDENCE_SECS }
    })
  )
)

/** The server of `examples/server`, with the connectors of the chaos run. */
NodeRuntime.runMain(Layer.launch(server), { disablePrettyLogger: true })
