/**
 * The command line for those who run the service.
 *
 * @module @tributary/runtime-http/cli
 */
import { CliConfig, Command, ValidationError } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { Console, Effect, HashMap, Layer, Logger, LogLevel } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { audit } from "./AuditCommand.js"
import * as Commands from "./Commands.js"
import { erase } from "./EraseCommands.js"
import * as HoldCommands from "./HoldCommands.js"
import { migrate } from "./MigrateCommand.js"
import { onStores } from "./OnStores.js"
import * as RepeatedOption from "./RepeatedOption.js"
import * as Sentence from "./Sentence.js"
import { startCommand } from "./start/startCommand.js"

/** The operator's part of the command `tributary`: what an operator does outside the API. */
const tributary = Command.make("tributary").pipe(
  Command.withDescription(
    "Starts an installation of Tributary, migrates its database, and manages its accounts, API keys, keys of operators, master keys, held-back deletions and stopped connectors; erases customers; holds it, lets it run again, shows and changes its connections, and shows who did what. Reads the same settings as the server: DATABASE_URL, or the embedded database in TRIBUTARY_DATA_DIR while no server uses it; status, connections, jobs and accounts list ask a server instead."
  ),
  Command.withSubcommands([
    startCommand,
    migrate,
    ...Commands.commands,
    onStores(erase),
    onStores(HoldCommands.hold),
    onStores(HoldCommands.resume),
    onStores(HoldCommands.move),
    onStores(audit)
  ])
)

/** The names of its commands, such as `keys`. */
export const names: ReadonlyArray<string> = [...HashMap.keys(Command.getSubcommands(tributary))]

const run = Command.run(tributary, { name: "tributary", version: manifest.version })

/** In other letters, an option would be accepted and its value dropped. */
const platform = Layer.merge(NodeContext.layer, CliConfig.layer({ isCaseSensitive: true }))

/** With which code the process exits if the command is not written as it must be. */
const WRONG_USAGE = 2

/** Prints why a command failed, and returns its exit code; the command parser has already printed invalid arguments. */
const explain = (error: Sentence.Failure | ValidationError.ValidationError) =>
  ValidationError.isValidationError(error)
    ? Effect.succeed(WRONG_USAGE)
    : Effect.as(Console.error(Sentence.of(error)), error.exitCode ?? 1)

/**
 * Runs the operator's command in `argv`, which has the form of `process.argv`, and returns its exit code: 0, 1 if the
 * command failed, 2 if it is not written as it must be, 3 if `migrate --status` finds pending migrations. What failed is printed before.
 */
export const program = (argv: ReadonlyArray<string>): Effect.Effect<number> => {
  const refusal = RepeatedOption.refusal(argv.slice(2))
  if (refusal !== null) return Effect.as(Console.error(refusal), WRONG_USAGE)
  return run(argv).pipe(
    Effect.matchEffect({ onFailure: explain, onSuccess: () => Effect.succeed(0) }),
    Effect.provide(platform),
    Logger.withMinimumLogLevel(LogLevel.None)
  )
}
