// cli: the operator's part of the command `tributary`, which manages accounts, keys, master keys, held-back deletions and stopped connectors.

import { Args, Command } from "@effect/cli"
import type { HeldBackDecision } from "@tributary/core"
import { Console, Effect, Option } from "effect"
import type { SqlClient, SqlError } from "../Sql.js"
import { Keys } from "../store/accounts/ApiKeys.js"
import { DeletionDecisions, type WaitingDeletion } from "../store/jobs/DeletionDecisions.js"
import { CommandError } from "./CommandError.js"
import { connectors } from "./ConnectorCommands.js"
import { keys } from "./KeyCommands.js"
import { masterKeys } from "./MasterKeyCommands.js"
import { onStores } from "./OnStores.js"
import { operators } from "./OperatorKeyCommands.js"
import { quota, usage } from "./QuotaCommands.js"
import * as RepeatedOption from "./RepeatedOption.js"
import { connections } from "./remote/ConnectionCommands.js"
import { jobs, listOfAccounts, status } from "./remote/ServiceCommands.js"
import * as Table from "./Table.js"

type Handled = Effect.Effect<void, CommandError | SqlError, DeletionDecisions | Keys | SqlClient.SqlClient>

const id = (name: string, description: string) => Args.text({ name }).pipe(Args.withDescription(description))

const createAccount = (name: string): Handled =>
  Effect.gen(function* () {
    if (name.trim() === "") return yield* new CommandError({ message: "The account name must not be empty." })
    const account = yield* (yield* Keys).createAccount(name.trim())
    yield* Console.log(
      `Account ${account} was created. Create an API key for it with: tributary keys create ${account}`
    )
  })

const waitingColumns: Table.Columns<WaitingDeletion> = [
  ["CONNECTION", (waiting) => waiting.connection_id],
  ["KIND", (waiting) => waiting.record_kind],
  ["RECORDS", (waiting) => String(waiting.count)],
  ["REASON", (waiting) => waiting.reason],
  ["SINCE", (waiting) => waiting.held_since]
]

const listDeletions = (connection: string | null): Handled =>
  Effect.gen(function* () {
    const waiting = yield* (yield* DeletionDecisions).list(connection)
    yield* Console.log(
      waiting.length === 0 ? "No deletions wait for a decision." : Table.print(waitingColumns, waiting)
    )
  })

const outcome: Readonly<Record<HeldBackDecision, (records: string) => string>> = {
  CONFIRM: (records) =>
    `Confirmed: the next full scan, which is due now, deletes those of ${records} that it still misses.`,
  DISMISS: (records) => `Dismissed: ${records} stay until later scans miss them again.`
}

const decideDeletions = (connection: string, decision: HeldBackDecision, kinds: ReadonlyArray<string>): Handled =>
  Effect.gen(function* () {
    const decisions = yield* DeletionDecisions
    const notWaiting = new CommandError({
      message: `No such deletions of connection ${connection} wait for a decision. Run "tributary deletions list" to see those that do.`
    })
    const decided = yield* decisions
      .decide(null, connection, { decision, kinds: kinds.length === 0 ? null : kinds })
      .pipe(Effect.catchTags({ ConnectionNotFound: () => notWaiting, NothingHeldBack: () => notWaiting }))
    const records = decided.map(({ count, record_kind }) => `${count} records of ${record_kind}`)
    yield* Console.log(outcome[decision](records.join(", ")))
  })

const accounts = Command.make("accounts").pipe(
  Command.withDescription("Manages accounts, which own organizations and API keys, and their quotas."),
  Command.withSubcommands([
    onStores(
      Command.make("create", { name: Args.text({ name: "name" }) }, ({ name }) => createAccount(name)).pipe(
        Command.withDescription("Creates an account in this deployment's region.")
      )
    ),
    listOfAccounts,
    onStores(usage),
    onStores(quota)
  ])
)

const decided = {
  connectionId: id("connection-id", "The connection, as `deletions list` shows it."),
  kinds: RepeatedOption.make(
    "kind",
    "A kind of record, such as idp_user; may be repeated. Without it, the decision is about all kinds."
  )
}

const deletions = Command.make("deletions").pipe(
  Command.withDescription("Manages deletions that were held back because they looked like a mistake of the vendor."),
  Command.withSubcommands([
    Command.make(
      "list",
      { connectionId: Args.optional(id("connection-id", "One connection; all connections without it.")) },
      (args) => listDeletions(Option.getOrNull(args.connectionId))
    ).pipe(Command.withDescription("Lists the deletions that wait for a decision.")),
    Command.make("confirm", decided, (args) => decideDeletions(args.connectionId, "CONFIRM", args.kinds)).pipe(
      Command.withDescription(
        "Lets the next full scan, which is due at once, delete those of the records that it still misses."
      )
    ),
    Command.make("dismiss", decided, (args) => decideDeletions(args.connectionId, "DISMISS", args.kinds)).pipe(
      Command.withDescription("Keeps the records until later scans miss them again.")
    )
  ])
)

/** The commands about accounts, keys and connectors, most of which use the database. */
export const commands = [
  accounts,
  onStores(keys),
  onStores(operators),
  onStores(masterKeys),
  onStores(deletions),
  onStores(connectors),
  status,
  connections,
  jobs
] as const
