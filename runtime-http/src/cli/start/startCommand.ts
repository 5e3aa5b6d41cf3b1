import { Command, Options } from "@effect/cli"
import { Effect, Layer } from "effect"
import * as Runtime from "../../Runtime.js"
import * as ConfigFile from "./ConfigFile.js"

/** The option that names the file with the connectors. */
export const configOption = Options.text("config").pipe(
  Options.withDescription(`The file that names the connectors; ${ConfigFile.DEFAULT_NAME} by default.`),
  Options.withDefault(ConfigFile.DEFAULT_NAME)
)

/** `tributary start`: a whole runtime, without code of its own. */
export const startCommand = Command.make("start", { config: configOption }, ({ config }) =>
  Effect.flatMap(ConfigFile.load(config), (connectors) => Layer.launch(Runtime.layer({ connectors })))
).pipe(
  Command.withDescription(
    "Starts the runtime with the connectors that tributary.config.ts names. The settings come from the environment."
  )
)
