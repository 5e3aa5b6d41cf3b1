import { Command, Options } from "@effect/cli"
import { Console, Effect, Layer, Redacted } from "effect"
import * as Runtime from "../../Runtime.js"
import { Keys } from "../../store/accounts/ApiKeys.js"
import * as ConfigFile from "./ConfigFile.js"

const config = Options.text("config").pipe(
  Options.withDescription(`The file that names the connectors; ${ConfigFile.DEFAULT_NAME} by default.`),
  Options.withDefault(ConfigFile.DEFAULT_NAME)
)

const withKey = Options.boolean("with-key").pipe(
  Options.withDescription(
    "Makes an account with an API key, and prints the key: to try the API without a second command."
  )
)

/** Nobody else knows the account, so each start makes one of its own. */
const printKey = Effect.gen(function* () {
  const keys = yield* Keys
  const { key } = yield* keys.create(
    yield* keys.createAccount("tributary start --with-key"),
    "tributary start --with-key"
  )
  yield* Console.log(`A key of a new account: ${Redacted.value(key)}`)
})

/** `tributary start`: a whole runtime, without code of its own. */
export const startCommand = Command.make("start", { config, withKey }, ({ config, withKey }) =>
  Effect.gen(function* () {
    const runtime = Runtime.layer({ connectors: yield* ConfigFile.load(config) })
    const first = Layer.scopedDiscard(withKey ? printKey : Effect.void)
    return yield* Layer.launch(Layer.provide(first, runtime))
  })
).pipe(
  Command.withDescription(
    "Starts the runtime with the connectors that tributary.config.ts names. The settings come from the environment."
  )
)
