import { Command, Options } from "@effect/cli"
import { PlainText } from "@tributary/core"
import { Clock, Console, Effect } from "effect"
import { OperatorAccount, OperatorJob, OperatorStatus } from "../../api/parts/OperatorBodies.js"
import * as Table from "../Table.js"
import * as TimeSpan from "../TimeSpan.js"
import * as OperatorClient from "./OperatorClient.js"
import * as Output from "./Output.js"

type Handled = Effect.Effect<void, OperatorClient.Failed>

const span = (seconds: number | null): string =>
  seconds === null ? "" : ` (the oldest for ${TimeSpan.print(seconds)})`

/** The lines of the status: what there is of something. */
const linesOf = ({ connections, queue, ...status }: OperatorStatus): ReadonlyArray<readonly [string, string]> => [
  ["Accounts", String(status.accounts)],
  [
    "Connections",
    `${connections.ACTIVE} active, ${connections.PAUSED} paused, ${connections.PENDING} pending; ${status.failing} with a problem`
  ],
  ["Jobs", `${queue.running} run, ${queue.due} due${span(queue.oldest_due_secs)}, ${queue.stopped} stopped`],
  ["Last hour", `${status.ended_jobs} jobs ended, ${status.failed_jobs} of them failed`],
  [
    "Processes",
    status.processes === 0
      ? "none has registered (an embedded database has one that does not)"
      : String(status.processes)
  ],
  ["Held back", `${status.held_back} records wait for a decision about their deletion`],
  ["Tickets", `${status.outbound_jobs} in flight${span(status.oldest_outbound_secs)}`],
  ...status.stops.map(
    ({ reason, since, vendor, version }) =>
      [
        "Stopped",
        `${vendor === "*" ? "the whole installation" : vendor}${version === null ? "" : ` ${version}`} since ${since}: ${reason}`
      ] as const
  )
]

const reasonColumns: Table.Columns<OperatorStatus["reasons"][number]> = [
  ["REASON", ({ reason }) => reason],
  ["CONNECTIONS", ({ connections }) => String(connections)],
  ["WHO MUST ACT", ({ resolution_owner }) => (resolution_owner === "SERVICE" ? "you" : resolution_owner.toLowerCase())]
]

const showStatus = (isJson: boolean): Handled =>
  Effect.gen(function* () {
    const status = yield* OperatorClient.call(OperatorStatus, "/status")
    if (isJson) return yield* Output.json(status)
    const lines = linesOf(status).map(([name, text]) => `${name.padEnd(12)}${PlainText.inLine(text)}`)
    const reasons = status.reasons.length === 0 ? [] : ["", Table.print(reasonColumns, status.reasons)]
    yield* Console.log([PlainText.inLine(status.summary), "", ...lines, ...reasons].join("\n"))
  })

/** Shows how the whole service is. */
export const status = Command.make("status", { isJson: Output.isJson }, (args) => showStatus(args.isJson)).pipe(
  Command.withDescription(
    "Shows who must act, what is due, held back and stopped, over all accounts. Asks the server at TRIBUTARY_URL with TRIBUTARY_OPERATOR_KEY."
  )
)

const jobColumns = (now: number): Table.Columns<OperatorJob> => [
  ["CONNECTION", ({ connection_id }) => connection_id],
  ["ACCOUNT", ({ account_name }) => account_name, "fit"],
  ["VENDOR", ({ vendor }) => vendor, "fit"],
  ["STATUS", ({ job }) => job.status],
  ["STARTED", ({ job }) => (job.started_at === null ? "" : `${Output.age(job.started_at, now)} ago`)],
  ["ENDED", ({ job }) => (job.finished_at === null ? "" : `${Output.age(job.finished_at, now)} ago`)]
]

interface ListedJobs {
  readonly failed: boolean
  readonly since: string | undefined
  readonly vendor: string | undefined
  readonly account: string | undefined
  readonly limit: number
  readonly isJson: boolean
}

const listJobs = ({ account, failed, isJson, limit, since, vendor }: ListedJobs): Handled =>
  Effect.gen(function* () {
    const query = {
      account_id: account,
      vendor,
      status: failed ? "FAILED" : undefined,
      since_secs: yield* Output.seconds("since", since)
    }
    const found = yield* OperatorClient.list(OperatorJob, "/jobs", query, limit)
    yield* Output.list(jobColumns(yield* Clock.currentTimeMillis), found, {
      isJson,
      none: failed ? "No job has failed since then." : "No job is open or has ended since then."
    })
    if (isJson) return
    yield* Output.sentences(
      found.items.flatMap(({ connection_id, job }) =>
        job.failure_reason === null ? [] : [[connection_id, [job.failure_reason]] as const]
      )
    )
  })

/** Shows the jobs of all accounts. */
export const jobs = Command.make("jobs").pipe(
  Command.withDescription(
    "Lists the jobs of all accounts. Asks the server at TRIBUTARY_URL with TRIBUTARY_OPERATOR_KEY."
  ),
  Command.withSubcommands([
    Command.make(
      "list",
      {
        failed: Options.boolean("failed").pipe(Options.withDescription("Only jobs that failed.")),
        since: Output.text(
          "since",
          "Jobs that are open or have ended within this time, such as 30m or 6h; 1h by default."
        ),
        vendor: Output.text("vendor", "Only jobs of this vendor."),
        account: Output.text("account", "Only jobs of the account with this id."),
        limit: Output.limit,
        isJson: Output.isJson
      },
      listJobs
    ).pipe(
      Command.withDescription("Lists the jobs that run or wait, and those of the last hour, the latest end first.")
    )
  ])
)

type Account = typeof OperatorAccount.Type

const of = ({ limit, used }: Account["records"]): string => (limit === null ? String(used) : `${used} of ${limit}`)

const accountColumns: Table.Columns<Account> = [
  ["ACCOUNT", ({ id }) => id],
  ["NAME", ({ name }) => name, "fit"],
  ["ORGANIZATIONS", ({ organizations }) => of(organizations)],
  ["CONNECTIONS", ({ connections }) => of(connections)],
  ["FAILING", ({ failing }) => String(failing)],
  ["RECORDS", ({ records }) => of(records)]
]

const listAccounts = (limit: number, isJson: boolean): Handled =>
  Effect.flatMap(OperatorClient.list(OperatorAccount, "/accounts", {}, limit), (found) =>
    Output.list(accountColumns, found, { isJson, none: "There are no accounts." })
  )

/** Shows the accounts, with what they have. */
export const listOfAccounts = Command.make("list", { limit: Output.limit, isJson: Output.isJson }, (args) =>
  listAccounts(args.limit, args.isJson)
).pipe(
  Command.withDescription(
    "Lists the accounts with what they have, and how many of their connections fail. Asks the server at TRIBUTARY_URL with TRIBUTARY_OPERATOR_KEY."
  )
)
