import { Command, Options } from "@effect/cli"
import { HttpServer } from "@effect/platform"
import type { Connector } from "@tributary/core"
import { Console, Effect, Layer, Redacted } from "effect"
import manifest from "../../../package.json" with { type: "json" }
import * as Runtime from "../../Runtime.js"
import * as RuntimeConfig from "../../RuntimeConfig.js"
import * as RuntimeDatabase from "../../RuntimeDatabase.js"
import type { SqlError } from "../../Sql.js"
import { Keys } from "../../store/accounts/ApiKeys.js"
import * as Actor from "../../store/audit/Actor.js"
import * as ConfigFile from "./ConfigFile.js"
import * as StopSignals from "./StopSignals.js"

const config = Options.text("config").pipe(
  Options.withDescription(`The file that names the connectors; ${ConfigFile.DEFAULT_NAME} by default.`),
  Options.withDefault(ConfigFile.DEFAULT_NAME)
)

const withKey = Options.boolean("with-key").pipe(
  Options.withDescription(
    "Makes an API key, and prints it: to try the API without a second command. Its account is made at the first start, and keeps its connections."
  )
)

/** The name of the account, by which a later start finds it, and the label of its keys. */
const NAME = "tributary start --with-key"

/** Makes a key of the account of earlier starts, which has their connections: earlier keys cannot be printed again, because only their hashes are stored. */
export const printKey: Effect.Effect<void, SqlError, Keys> = Effect.gen(function* () {
  const keys = yield* Keys
  const known = yield* keys.findAccount(NAME)
  const { key } = yield* keys.create(known ?? (yield* keys.createAccount(NAME)), NAME)
  yield* Console.log(
    known === null
      ? `A key of a new account: ${Redacted.value(key)}`
      : `A new key of the account that an earlier start made: ${Redacted.value(key)} (earlier keys stay valid; see tributary keys list ${known})`
  )
})

/** Says where the API listens, for whoever tries it: everybody else chose the address, and reads log lines. */
export const printAddress: Effect.Effect<void, never, HttpServer.HttpServer> = HttpServer.addressFormattedWith(
  (address) => Console.log(`The API is at ${address}/v1, and its reference at ${address}/v1/docs`)
)

/** Says in the log what this process is, once it can serve. */
export const logStart = (
  connectors: ReadonlyArray<Connector.Connector>
): Effect.Effect<void, never, HttpServer.HttpServer> =>
  HttpServer.addressFormattedWith((address) =>
    Effect.annotateLogs(Effect.logInfo("The process serves the API."), {
      address,
      version: manifest.version,
      connectors: connectors.map(({ vendor, version }) => (version === undefined ? vendor : `${vendor} ${version}`))
    })
  )

/** `tributary start`: a whole runtime, without code of its own. */
export const startCommand = Command.make("start", { config, withKey }, ({ config, withKey }) =>
  Effect.gen(function* () {
    yield* StopSignals.watch
    const connectors = yield* ConfigFile.load(config)
    const runtime = Runtime.layer({ connectors })
    // The runtime says itself why it cannot use its database.
    const key = Effect.flatMap(RuntimeConfig.load, (settings) =>
      Effect.mapError(Actor.by(printKey, Actor.ofCommand), RuntimeDatabase.explained(settings))
    )
    const first = Layer.scopedDiscard(withKey ? Effect.zipRight(printAddress, key) : logStart(connectors))
    return yield* Layer.launch(Layer.provide(first, runtime))
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Starts the runtime with the connectors that tributary.config.ts names. The settings come from the environment."
  )
)
