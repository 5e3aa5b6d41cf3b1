// cli: the command `tributary`. This file runs it; `commands.ts` is the table of what it can do.
import { type CliApp, CliConfig, Command, ValidationError } from "@effect/cli"
import { PlainText } from "@tributary/core"
import { Cause, Console, Effect, Logger, LogLevel } from "effect"
import manifest from "../package.json" with { type: "json" }
import { type CommandFailure, exitCodes } from "./CommandFailure.js"
import { commands } from "./commands.js"
import * as Operator from "./operator/OperatorCommands.js"
import * as TerminalConsole from "./TerminalConsole.js"

const tributary = Command.make("tributary").pipe(
  Command.withDescription("Manages an installation of Tributary."),
  Command.withSubcommands(commands)
)

const run = Command.run(tributary, { name: "tributary", version: manifest.version })

/** Prints why a command failed, and returns its exit code; the command parser has already printed invalid arguments. */
const explain = (failure: CommandFailure | ValidationError.ValidationError): Effect.Effect<number> => {
  if (ValidationError.isValidationError(failure)) return Effect.succeed(exitCodes.WRONG_USAGE)
  const { message, reason } = failure
  return Effect.as(message === "" ? Effect.void : Console.error(PlainText.escaped(message)), exitCodes[reason])
}

/** Runs the command in `argv`, which has the form of `process.argv`, and returns its exit code. What failed is printed before. */
export const program = (argv: ReadonlyArray<string>): Effect.Effect<number, never, CliApp.CliApp.Environment> => {
  const command = Operator.isOperators(argv[2] ?? "") ? Operator.run(argv) : Effect.as(run(argv), 0)
  return command.pipe(
    Effect.catchAll(explain),
    Effect.catchAllDefect((defect) =>
      Effect.as(
        Console.error(PlainText.escaped(`This is a bug of the command: ${Cause.pretty(Cause.die(defect))}`)),
        exitCodes.FAILED
      )
    ),
    // In other letters, an option would be accepted and its value dropped.
    Effect.provide(CliConfig.layer({ isCaseSensitive: true })),
    Logger.withMinimumLogLevel(LogLevel.None),
    (self) =>
      Effect.consoleWith((console) =>
        Effect.withConsole(self, TerminalConsole.make(console, process, process.env["NO_COLOR"]))
      )
  )
}
