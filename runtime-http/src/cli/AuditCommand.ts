import { Command, Options } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import type { SqlError } from "../Sql.js"
import { type AuditEvent, AuditLog } from "../store/audit/AuditLog.js"
import { isUuid } from "../store/postgres/RecordTable.js"
import { CommandError } from "./CommandError.js"
import * as Table from "./Table.js"

type Handled = Effect.Effect<void, CommandError | SqlError, AuditLog>

const columns: Table.Columns<AuditEvent> = [
  ["ID", ({ id }) => String(id)],
  ["AT", ({ at }) => at],
  ["ACTION", ({ action }) => action],
  ["RESOURCE", ({ resource_id }) => resource_id ?? ""],
  ["BY", ({ actor, actor_id }) => (actor_id === null ? actor : `${actor} ${actor_id}`)],
  ["FROM", ({ origin }) => origin ?? ""],
  ["ACCOUNT", ({ account_id }) => account_id ?? ""]
]

const MAX_EVENTS = 1_000

interface Asked {
  readonly account: Option.Option<string>
  readonly connection: Option.Option<string>
  readonly before: Option.Option<number>
  readonly limit: number
}

const idOf = (option: string, sent: Option.Option<string>): Effect.Effect<string | null, CommandError> => {
  const id = Option.getOrNull(sent)
  return id === null || isUuid(id)
    ? Effect.succeed(id)
    : new CommandError({
        message: `--${option} ${id}: expected the id of ${option === "account" ? "an account" : "a connection"}.`
      })
}

const list = ({ account, before, connection, limit }: Asked): Handled =>
  Effect.gen(function* () {
    if (limit < 1 || limit > MAX_EVENTS) {
      return yield* new CommandError({ message: `--limit ${limit}: expected a number from 1 to ${MAX_EVENTS}.` })
    }
    const events = yield* (yield* AuditLog).list({
      accountId: yield* idOf("account", account),
      connectionId: yield* idOf("connection", connection),
      organizationId: null,
      actions: null,
      since: null,
      before: Option.getOrNull(before),
      limit
    })
    yield* Console.log(events.length === 0 ? "No such event is in the audit log." : Table.print(columns, events))
    const last = events.at(-1)
    if (last !== undefined && events.length === limit) {
      yield* Console.log(`\nOlder ones: add --before ${last.id}`)
    }
  })

const optional = (option: Options.Options<string>, description: string) =>
  option.pipe(Options.withDescription(description), Options.optional)

/** Shows who did what. */
export const audit = Command.make(
  "audit",
  {
    account: optional(Options.text("account"), "Only what concerns this account."),
    connection: optional(Options.text("connection"), "Only what concerns this connection."),
    before: Options.integer("before").pipe(Options.withDescription("Only events with a lower id."), Options.optional),
    limit: Options.integer("limit").pipe(
      Options.withDescription(`How many events, up to ${MAX_EVENTS}.`),
      Options.withDefault(50)
    )
  },
  list
).pipe(
  Command.withDescription(
    "Shows the audit log, the newest event first: who did what to which resource, when and from where, over all accounts."
  )
)
