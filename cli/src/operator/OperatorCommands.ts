import { Command } from "@effect/cli"
import { Array as Arr, Effect } from "effect"
import { CommandFailure } from "../CommandFailure.js"

/** The package that carries out the operator's commands. */
const RUNTIME = "@tributary/runtime-http"

/** What `tributary --help` says about each of the operator's commands, also if the runtime is not installed. */
const table = [
  ["start", "Starts the runtime with the connectors that tributary.config.ts names."],
  ["migrate", "Runs the pending migrations of the database, as a user that may create tables."],
  ["accounts", "Manages accounts, which own organizations and API keys, and their quotas."],
  ["keys", "Manages API keys. The database stores only a hash; a key is shown once."],
  ["operators", "Manages the keys of those who operate the service."],
  ["status", "Shows who must act, what is due, held back and stopped, over all accounts."],
  ["connections", "Lists the connections of all accounts with their problems, and pauses, resumes and syncs them."],
  ["jobs", "Lists the jobs of all accounts."],
  [
    "master-keys",
    "Puts everything that is sealed under a new master key, and manages the record of the keys that this database was used with. It holds fingerprints, not keys."
  ],
  ["deletions", "Manages deletions that were held back because they looked like a mistake of the vendor."],
  ["connectors", "Stops connectors in all processes at once, without a restart, and lets them run again."],
  ["erase", "Erases a customer from the database at once, and shows what was erased."],
  ["hold", "Holds an installation: it serves reads, runs no job, and sends nothing to a vendor."],
  ["resume", "Lets an installation run again that is held, by a command, a setting, or a restore."],
  ["move", "Announces that a copy of the database will replace the installation."],
  ["audit", "Shows who did what to which resource, when and from where."]
] as const

/** The names of the operator's commands. */
export const names: ReadonlyArray<string> = table.map(([name]) => name)

/** The operator's commands as `tributary --help` lists them; `run` carries them out. */
export const commands = Arr.map(table, ([name, description]) =>
  Command.make(name).pipe(Command.withDescription(`${description} Needs ${RUNTIME}.`))
)

/** Whether this is the name of one of the operator's commands. */
export const isOperators = (name: string): boolean => names.includes(name)

/** What the runtime exports for this command. */
type Loaded = Pick<typeof import("@tributary/runtime-http/cli"), "program">

const loadRuntime = (): Promise<Loaded> => import("@tributary/runtime-http/cli")

/** Whether the runtime itself is missing, rather than something that it needs. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(`Cannot find package '${RUNTIME}'`)

/** Carries out the operator's command in `argv`, and returns its exit code; fails if the runtime is not installed. */
export const run = (argv: ReadonlyArray<string>, load = loadRuntime): Effect.Effect<number, CommandFailure> =>
  Effect.tryPromise({ try: load, catch: (error) => error }).pipe(
    Effect.catchAll((error) =>
      isMissing(error)
        ? new CommandFailure({
            reason: "FAILED",
            message: `The command "tributary ${argv[2]}" is part of ${RUNTIME}, which is not installed here. Install it: npm install ${RUNTIME}`
          })
        : Effect.die(error)
    ),
    Effect.flatMap(({ program }) => program(argv))
  )
