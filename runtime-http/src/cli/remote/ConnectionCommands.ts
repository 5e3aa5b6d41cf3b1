import { Command, Options } from "@effect/cli"
import { Health, Problem } from "@tributary/core"
import { Clock, Console, Effect } from "effect"
import {
  type OperatorActionName,
  type OperatorActionResult,
  OperatorActionResults
} from "../../api/parts/OperatorActionBody.js"
import { OperatorConnection } from "../../api/parts/OperatorBodies.js"
import { CommandError } from "../CommandError.js"
import * as RepeatedOption from "../RepeatedOption.js"
import * as Table from "../Table.js"
import * as OperatorClient from "./OperatorClient.js"
import * as Output from "./Output.js"

type Handled = Effect.Effect<void, OperatorClient.Failed>

/** The problem that an operator should look at: the first, as the status of a connection has them. */
const problemOf = ({ problems }: OperatorConnection) => problems[0] ?? null

/** In a word: what is wrong, or what the connection does. */
const stateOf = (connection: OperatorConnection): string => {
  if (connection.state !== "ACTIVE") return connection.state
  return problemOf(connection)?.reason ?? "OK"
}

const needs: Readonly<Record<Health.ResolutionOwner, string>> = {
  CUSTOMER: "customer",
  VENDOR: "vendor",
  SERVICE: "you"
}

/** Who must act; empty if nothing is wrong. */
const neededBy = (connection: OperatorConnection): string => {
  const problem = problemOf(connection)
  return problem === null ? "" : needs[problem.resolution_owner]
}

const jobOf = ({ current_job }: OperatorConnection): string => {
  if (current_job === null) return ""
  return current_job.status === "RUNNING" ? "runs" : "queued"
}

const columns = (now: number): Table.Columns<OperatorConnection> => [
  ["CONNECTION", ({ id }) => id],
  ["ACCOUNT", ({ account_name }) => account_name, "fit"],
  ["VENDOR", ({ vendor }) => vendor, "fit"],
  ["STATE", stateOf],
  ["NEEDS", neededBy],
  ["FOR", (connection) => Output.age(problemOf(connection)?.since ?? null, now)],
  ["JOB", jobOf]
]

interface Filters {
  readonly account: string | undefined
  readonly vendor: string | undefined
  readonly reason: string | undefined
}

interface Listed extends Filters {
  readonly owner: string | undefined
  readonly failing: boolean
  readonly stale: string | undefined
  readonly limit: number
  readonly isJson: boolean
}

const list = ({ account, failing, isJson, limit, owner, reason, stale, vendor }: Listed): Handled =>
  Effect.gen(function* () {
    const query = {
      account_id: account,
      vendor,
      reason: reason?.toUpperCase(),
      owner: owner?.toUpperCase(),
      failing: failing ? true : undefined,
      stale_secs: yield* Output.seconds("stale", stale)
    }
    const found = yield* OperatorClient.list(OperatorConnection, "/connections", query, limit)
    yield* Output.list(columns(yield* Clock.currentTimeMillis), found, {
      isJson,
      none: "No connection meets all that was asked for."
    })
    if (isJson) return
    yield* Output.sentences(
      found.items.map(({ id, problems }) => [id, problems.map(({ operator_message }) => operator_message)])
    )
  })

const outcomes: Table.Columns<OperatorActionResult> = [
  ["CONNECTION", ({ connection_id }) => connection_id],
  ["VENDOR", ({ vendor }) => vendor, "fit"],
  ["OUTCOME", ({ outcome }) => outcome.toLowerCase()],
  ["WHY", ({ message }) => message ?? ""]
]

interface Acted extends Filters {
  readonly connections: ReadonlyArray<string>
  readonly all: boolean
  readonly isDry: boolean
  readonly isJson: boolean
}

const done: Readonly<Record<OperatorActionName, string>> = { pause: "paused", resume: "resumed", sync: "synced" }

const countOf = (results: ReadonlyArray<OperatorActionResult>, outcome: OperatorActionResult["outcome"]): number =>
  results.filter((result) => result.outcome === outcome).length

const summaryOf = (
  action: OperatorActionName,
  results: ReadonlyArray<OperatorActionResult>,
  isDry: boolean
): string => {
  const made = isDry
    ? `${countOf(results, "WOULD")} would be ${done[action]}`
    : `${countOf(results, "DONE")} ${done[action]}`
  return `${made}, ${countOf(results, "UNCHANGED")} were so already, ${countOf(results, "REFUSED")} refused.`
}

/** Sends the action until no connection is left, and shows what became of each. */
const act = (
  action: OperatorActionName,
  { account, all, connections, isDry, isJson, reason, vendor }: Acted
): Handled =>
  Effect.gen(function* () {
    const filter = {
      ...(account === undefined ? {} : { account_id: account }),
      ...(vendor === undefined ? {} : { vendor }),
      ...(reason === undefined ? {} : { reason: reason.toUpperCase() }),
      ...(connections.length === 0 ? {} : { connection_ids: connections })
    }
    if (Object.keys(filter).length === 0 && !all) {
      return yield* new CommandError({
        message: `Say which connections: --vendor, --account, --reason or --connection; or --all for every connection of every account. With --dry-run, nothing is changed.`
      })
    }
    const results: Array<OperatorActionResult> = []
    let after: string | null = null
    do {
      const body: object = {
        action,
        filter,
        dry_run: isDry,
        ...(all ? { all } : {}),
        ...(after === null ? {} : { after })
      }
      const answer: typeof OperatorActionResults.Type = yield* OperatorClient.call(
        OperatorActionResults,
        "/connections/actions",
        { body }
      ).pipe(
        // What has been done so far is done: whoever reads only the error would not know what.
        Effect.tapError(() => (results.length === 0 ? Effect.void : Console.log(Table.print(outcomes, results))))
      )
      results.push(...answer.items)
      after = answer.next
    } while (after !== null)
    if (isJson) yield* Output.json(results)
    else if (results.length === 0)
      yield* Console.log("No connection meets all that was asked for; nothing was changed.")
    else yield* Console.log(`${Table.print(outcomes, results)}\n\n${summaryOf(action, results, isDry)}`)
    if (results.length === 0 && connections.length > 0) {
      return yield* new CommandError({
        message: 'No connection with such an id meets what was asked for: "tributary connections list" shows the ids.'
      })
    }
    const refused = countOf(results, "REFUSED")
    if (refused > 0) {
      return yield* new CommandError({
        message: `${refused === 1 ? "One connection was" : `${refused} connections were`} not ${done[action]}: WHY says what to do.`
      })
    }
  })

const filters = {
  vendor: Output.text("vendor", "Only connections of this vendor, such as okta."),
  account: Output.text("account", "Only connections of the account with this id, as `accounts list` shows it."),
  reason: Output.text(
    "reason",
    `Only connections that have a problem with this reason, such as ${Problem.ProblemReason.literals[1]}.`
  )
}

const listed = {
  ...filters,
  owner: Output.text(
    "owner",
    `Only connections on which one of these must act: ${Health.ResolutionOwner.literals.join(", ").toLowerCase()}.`
  ),
  failing: Options.boolean("failing").pipe(
    Options.withDescription("Only connections that have a problem or a stopped connector.")
  ),
  stale: Output.text("stale", "Only connections with data that was last read completely longer ago, such as 6h."),
  limit: Output.limit,
  isJson: Output.isJson
}

const acted = {
  ...filters,
  connections: RepeatedOption.make(
    "connection",
    "Only the connection with this id; may be repeated, up to a hundred times."
  ),
  all: Options.boolean("all").pipe(
    Options.withDescription("Every connection of every account, if nothing else is asked for.")
  ),
  isDry: Options.boolean("dry-run").pipe(Options.withDescription("Says what would be done, and changes nothing.")),
  isJson: Output.isJson
}

const acting = (action: OperatorActionName, description: string) =>
  Command.make(action, acted, (args) => act(action, args)).pipe(Command.withDescription(description))

/** Shows and changes the connections of all accounts. */
export const connections = Command.make("connections").pipe(
  Command.withDescription(
    "Lists the connections of all accounts with their problems, and pauses, resumes and syncs them. Asks the server at TRIBUTARY_URL with TRIBUTARY_OPERATOR_KEY."
  ),
  Command.withSubcommands([
    Command.make("list", listed, list).pipe(
      Command.withDescription("Lists connections: what is wrong with each, who must act, and since when.")
    ),
    acting("pause", "Pauses connections: running jobs end at their next page, and none starts until they are resumed."),
    acting("resume", "Lets paused connections run again; the next job of each is due as before."),
    acting("sync", "Makes a job of each connection due now, unless one runs or waits already.")
  ])
)
