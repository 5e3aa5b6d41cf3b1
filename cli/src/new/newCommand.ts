import { Args, Command, Options } from "@effect/cli"
import { Scaffold } from "create-tributary-connector"
import { Effect, Option } from "effect"
import { CommandFailure } from "../CommandFailure.js"

const vendor = Args.text({ name: "vendor" }).pipe(Args.withDescription("The name of the vendor, such as acme-corp."))

const folder = Options.text("folder").pipe(
  Options.withDescription("The folder of the package; tributary-connector-<vendor> by default. It must be empty."),
  Options.optional
)

const noInstall = Options.boolean("no-install").pipe(
  Options.withDescription("Does not install what the package needs.")
)

const connector = Command.make("connector", { vendor, folder, noInstall }, ({ folder, noInstall, vendor }) =>
  Effect.tryPromise({
    try: () =>
      Scaffold.make({
        vendor,
        folder: Option.getOrUndefined(folder),
        cwd: process.cwd(),
        manager: noInstall ? null : Scaffold.managerOf(process.env),
        print: console.log
      }),
    catch: (error) =>
      new CommandFailure({ reason: "FAILED", message: error instanceof Error ? error.message : String(error) })
  })
).pipe(
  Command.withDescription(
    "Makes the package of a connector for a vendor, which passes its tests at once. npm create tributary-connector does the same."
  )
)

/** `tributary new`: makes what an author begins with. */
export const newCommand = Command.make("new").pipe(
  Command.withDescription("Makes the package of a new connector."),
  Command.withSubcommands([connector])
)
