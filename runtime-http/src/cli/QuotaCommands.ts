import { Args, Command, Options } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import { MAX_QUOTA } from "../RuntimeConfig.js"
import type { SqlError } from "../Sql.js"
import { names, type QuotaName } from "../store/accounts/AccountQuotas.js"
import { AccountUsage, type Usage } from "../store/accounts/AccountUsage.js"
import { Keys } from "../store/accounts/ApiKeys.js"
import { CommandError } from "./CommandError.js"
import * as Table from "./Table.js"

type Handled = Effect.Effect<void, CommandError | SqlError, AccountUsage | Keys>

/** The account's id, as the first argument of a command. */
export const accountId = Args.text({ name: "account-id" }).pipe(
  Args.withDescription("The account's id, as `accounts create` printed it.")
)

/** Fails unless the region of this deployment has the account. */
export const knownAccount = (account: string): Effect.Effect<void, CommandError | SqlError, Keys> =>
  Effect.gen(function* () {
    const keys = yield* Keys
    if (!(yield* keys.hasAccount(account))) {
      return yield* new CommandError({
        message: `No account ${account} in this region. Check the id and TRIBUTARY_REGION.`
      })
    }
  })

/** One number of an account: one of its quotas, or its records of one kind. */
interface Line {
  readonly account: string
  readonly name: string
  readonly what: string
  readonly used: number
  readonly limit: string
}

const columns: Table.Columns<Line> = [
  ["ACCOUNT", ({ account }) => account],
  ["NAME", ({ name }) => name],
  ["WHAT", ({ what }) => what],
  ["USED", ({ used }) => String(used)],
  ["LIMIT", ({ limit }) => limit]
]

const linesOf = (usage: Usage): ReadonlyArray<Line> => {
  const { accountId: account, name, recordsByKind } = usage
  return [
    ...names.map((what) => ({
      account,
      name,
      what,
      used: usage[what].used,
      limit: String(usage[what].limit ?? "none")
    })),
    ...recordsByKind.map(({ record_kind, total }) => ({
      account,
      name,
      what: `records of ${record_kind}`,
      used: total,
      limit: ""
    }))
  ]
}

const list: Handled = Effect.gen(function* () {
  const accounts = yield* (yield* AccountUsage).list
  yield* Console.log(
    accounts.length === 0 ? "This region has no accounts." : Table.print(columns, accounts.flatMap(linesOf))
  )
})

const expected = `a number up to ${MAX_QUOTA}, none or default`

/** The quota that an option names; fails if it names none. */
const quotaFrom = (name: QuotaName, text: string): Effect.Effect<number | null | "default", CommandError> => {
  if (text === "default") return Effect.succeed(text)
  if (text === "none") return Effect.succeed(null)
  const number = Number(text)
  return /^\d+$/.test(text) && number <= MAX_QUOTA
    ? Effect.succeed(number)
    : new CommandError({ message: `--${name} ${text}: expected ${expected}.` })
}

const set = (account: string, sent: Readonly<Record<QuotaName, string | null>>): Handled =>
  Effect.gen(function* () {
    yield* knownAccount(account)
    const usage = yield* AccountUsage
    const quotas = yield* Effect.forEach(names, (name) => {
      const text = sent[name]
      return text === null ? Effect.succeed([]) : Effect.map(quotaFrom(name, text), (limit) => [{ name, limit }])
    })
    // All of them are checked before the first is stored.
    for (const { limit, name } of quotas.flat()) yield* usage.setQuota(account, name, limit)
    const after = yield* usage.of(account)
    yield* Console.log(after === null ? "" : Table.print(columns, linesOf(after)))
  })

const quotaOption = (name: QuotaName) =>
  Options.text(name).pipe(
    Options.withDescription(`How many ${name} the account may have: ${expected}, which is the setting of the runtime.`),
    Options.optional,
    Options.map(Option.getOrNull)
  )

/** Lists what the accounts of this deployment's region use. */
export const usage = Command.make("usage", {}, () => list).pipe(
  Command.withDescription("Lists the organizations, connections and records of each account, and its quotas.")
)

/** Sets the quotas of one account, and shows what it uses. */
export const quota = Command.make(
  "quota",
  {
    accountId,
    organizations: quotaOption("organizations"),
    connections: quotaOption("connections"),
    records: quotaOption("records")
  },
  ({ accountId: account, ...quotas }) => set(account, quotas)
).pipe(Command.withDescription("Sets quotas of one account, and shows what it uses; what an option leaves out stays."))
