import { Args, Command, Options } from "@effect/cli"
import { PlainText } from "@tributary/core"
import { Console, Effect } from "effect"
import type { SqlError } from "../Sql.js"
import { type Erasure, Erasures } from "../store/erasure/Erasures.js"
import { type Subject, subjects } from "../store/erasure/Reach.js"
import { CommandError } from "./CommandError.js"
import * as Table from "./Table.js"

type Handled = Effect.Effect<void, CommandError | SqlError, Erasures>

/** How many erasures `erase list` shows. */
const MAX_LISTED = 100

const stateOf = ({ begunAt, finishedAt }: Erasure): string => {
  if (finishedAt !== null) return `finished ${finishedAt}`
  return begunAt === null ? "queued" : `running since ${begunAt}`
}

const listColumns: Table.Columns<Erasure> = [
  ["ERASURE", ({ id }) => id],
  ["OF", ({ subject }) => subject],
  ["ID", ({ accountId, connectionId, organizationId }) => connectionId ?? organizationId ?? accountId],
  ["REQUESTED", ({ requestedAt }) => requestedAt],
  ["STATE", stateOf]
]

interface Count {
  readonly table: string
  readonly count: number
}

const countColumns: Table.Columns<Count> = [
  ["TABLE", ({ table }) => table],
  ["ROWS", ({ count }) => String(count)]
]

const receiptColumns: Table.Columns<Erasure["receipt"][number]> = [...countColumns, ["LAST", ({ lastAt }) => lastAt]]

const list: Handled = Effect.gen(function* () {
  const erasures = yield* (yield* Erasures).latest(MAX_LISTED)
  yield* Console.log(erasures.length === 0 ? "Nothing was erased yet." : Table.print(listColumns, erasures))
})

const show = (id: string): Handled =>
  Effect.gen(function* () {
    const erasure = yield* (yield* Erasures)
      .find(id)
      .pipe(
        Effect.catchTag(
          "ErasureNotFound",
          () => new CommandError({ message: `No erasure ${id}. Run "tributary erase list" to see the latest.` })
        )
      )
    yield* Console.log(`${Table.print(listColumns, [erasure])}\n`)
    yield* Console.log(
      erasure.receipt.length === 0 ? "No row is gone yet." : Table.print(receiptColumns, erasure.receipt)
    )
  })

const request = (of: Subject, id: string, isSure: boolean): Handled =>
  Effect.gen(function* () {
    const erasures = yield* Erasures
    const unknown = () =>
      new CommandError({ message: `No ${of} ${id} in this region. Check the id and TRIBUTARY_REGION.` })
    if (!isSure) {
      const { counts, name } = yield* erasures.preview(of, id).pipe(Effect.catchTag("NothingToErase", unknown))
      const lines = Object.entries(counts).flatMap(([table, count]) => (count === 0 ? [] : [{ table, count }]))
      yield* Console.log(
        `This would erase the ${of} ${id} (${PlainText.inLine(name)}) for good, with these rows. Nothing was changed; run the command again with --yes to do it.\n`
      )
      yield* Console.log(Table.print(countColumns, lines))
      return
    }
    const erasure = yield* erasures.byOperator(of, id).pipe(Effect.catchTag("NothingToErase", unknown))
    yield* Console.log(
      `The ${of} ${id} is deleted, and a running server erases its rows. See how far it is with: tributary erase show ${erasure.id}`
    )
  })

const yes = Options.boolean("yes").pipe(
  Options.withDescription("Erases; without it, the command only prints what would be erased.")
)

const descriptions: Readonly<Record<Subject, string>> = {
  connection: "Erases a connection with everything that was read from it and written through it.",
  organization: "Erases an organization with all of its connections.",
  account: "Erases an account with its keys, quotas, organizations and connections; its keys stop working at once."
}

const each = (of: Subject) =>
  Command.make(
    of,
    { id: Args.text({ name: `${of}-id` }).pipe(Args.withDescription(`The id of the ${of}.`)), yes },
    (args) => request(of, args.id, args.yes)
  ).pipe(Command.withDescription(descriptions[of]))

/** Erases customers, and shows the receipts. */
export const erase = Command.make("erase").pipe(
  Command.withDescription(
    "Erases a customer from the database at once, instead of days after a deletion, and shows what was erased."
  ),
  Command.withSubcommands([
    each(subjects[0]),
    each(subjects[1]),
    each(subjects[2]),
    Command.make("list", {}, () => list).pipe(
      Command.withDescription(`Lists the latest ${MAX_LISTED} erasures of all accounts.`)
    ),
    Command.make(
      "show",
      { id: Args.text({ name: "erasure-id" }).pipe(Args.withDescription("The erasure, as `erase list` shows it.")) },
      (args) => show(args.id)
    ).pipe(Command.withDescription("Shows one erasure with its receipt: how many rows of which table are gone."))
  ])
)
