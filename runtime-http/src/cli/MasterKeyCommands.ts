import { Args, Command, Options } from "@effect/cli"
import { Console, Effect } from "effect"
import * as RuntimeConfig from "../RuntimeConfig.js"
import * as RuntimeVault from "../RuntimeVault.js"
import type { SqlClient, SqlError } from "../Sql.js"
import { KEPT_SECS } from "../store/accounts/IdempotencyKeys.js"
import type { KeyServiceError } from "../store/secrets/KeyService.js"
import * as MasterKeyLedger from "../store/secrets/MasterKeyLedger.js"
import type { MasterKeysError } from "../store/secrets/MasterKeys.js"
import * as Rewrap from "../store/secrets/Rewrap.js"
import * as SealedColumns from "../store/secrets/SealedColumns.js"
import { CommandError } from "./CommandError.js"
import * as Table from "./Table.js"

type Handled = Effect.Effect<
  void,
  CommandError | KeyServiceError | MasterKeysError | RuntimeConfig.SettingsError | SqlError,
  SqlClient.SqlClient
>

const list = MasterKeyLedger.list(KEPT_SECS)

/** What keeps a key in the settings, the most important first; null if nothing does. */
const needOf = (key: MasterKeyLedger.KnownMasterKey): string | null => {
  if (key.processes.length > 0) return "no: processes seal with it"
  if (MasterKeyLedger.sealedBy(key) > 0) return "no: run master-keys rewrap"
  return key.answersUntil === null ? null : `from ${key.answersUntil}`
}

const columns: Table.Columns<MasterKeyLedger.KnownMasterKey> = [
  ["MASTER KEY", (key) => key.id],
  ...SealedColumns.all.map(
    (column) =>
      [
        column.title,
        (key: MasterKeyLedger.KnownMasterKey) => String(key.sealed.get(SealedColumns.nameOf(column)) ?? 0)
      ] as const
  ),
  ["SEALING PROCESSES", (key) => String(key.processes.length)],
  ["CAN BE REMOVED", (key) => needOf(key) ?? "now"]
]

/** What an old key is good for when this database does not need it any more. */
const KEEP_COPY = "as long as you may restore a backup from before the rewrap, which nothing else opens."

const printProcesses = ({ id, processes }: MasterKeyLedger.KnownMasterKey): string =>
  `These processes seal with the master key "${id}": ${processes.join(", ")}.`

const listKeys: Handled = Effect.gen(function* () {
  const known = yield* list
  if (known.length === 0) return yield* Console.log("No process has used a master key with this database yet.")
  yield* Console.log(Table.print(columns, known))
  if (known.some((key) => needOf(key)?.startsWith("no") !== true)) {
    yield* Console.log(`Keep a copy of a key that can be removed, or its version in the key service, ${KEEP_COPY}`)
  }
  for (const key of known) {
    if (key.processes.length > 0) yield* Console.log(printProcesses(key))
  }
})

const forgetKey = (id: string, isLost: boolean, isEarly: boolean): Handled =>
  Effect.gen(function* () {
    const result = yield* MasterKeyLedger.forget(id, { isEarly, isLost, keptSecs: KEPT_SECS })
    if (result === null) {
      return yield* new CommandError({
        message: `This database knows no master key "${id}". Run "tributary master-keys list" to see those it knows.`
      })
    }
    const { holders, isForgotten, key } = result
    if (!isForgotten && key.processes.length > 0) {
      return yield* new CommandError({
        message: `${printProcesses(key)} Remove it from their settings first. If it is lost, give --lost.`
      })
    }
    if (!isForgotten && MasterKeyLedger.sealedBy(key) === 0) {
      return yield* new CommandError({
        message:
          holders.length > 0
            ? `These processes still have the master key "${id}" in their settings: ${holders.join(", ")}. Remove it there, and restart them; one that was killed counts for a minute.`
            : `Until ${key.answersUntil}, a repetition of a request with an Idempotency-Key needs the master key "${id}", and would get an error without it. Wait, or give --early.`
      })
    }
    if (!isForgotten) {
      return yield* new CommandError({
        message: `The master key "${id}" seals ${MasterKeyLedger.described(key.sealed)}. Run "tributary master-keys rewrap" first. If the key is lost, give --lost: nobody can open them again.`
      })
    }
    yield* Console.log(
      MasterKeyLedger.sealedBy(key) === 0
        ? `The master key "${id}" was forgotten. Nothing was sealed with it.`
        : `The master key "${id}" was forgotten. Connections whose credentials it encrypted need their credentials again.`
    )
  })

/** Why a value could not be opened, and what to do. */
const reasons: Readonly<Record<Rewrap.Unreadable["reason"], string>> = {
  Malformed: "it has a format that this release does not know; the customer must enter the credentials again",
  Refused: "the key service does not decrypt the key that sealed it, maybe because its version is too old",
  UnknownKey: "the key that sealed it is not in the settings; add it after the others if you have it",
  NotAuthentic:
    "it does not open with the key that it names, which is another key than the one that sealed it, or the stored bytes were changed; the customer must enter the credentials again"
}

/** How many of them a command names. */
const MAX_NAMED = 100

const printUnreadable = (all: Rewrap.Rewrapped["unreadable"]) =>
  Effect.gen(function* () {
    for (const { column, id, reason } of all.slice(0, MAX_NAMED)) {
      yield* Console.error(`Not readable: ${column.one} ${id}: ${reasons[reason]}.`)
    }
    if (all.length > MAX_NAMED) yield* Console.error(`${all.length - MAX_NAMED} further values are not readable.`)
  })

/** What can be done with a key that does not seal any more. */
const nextStep = (key: MasterKeyLedger.KnownMasterKey, sealing: string): string => {
  const { answersUntil, id, processes, sealed } = key
  if (processes.length > 0) {
    return `${printProcesses(key)} Move "${sealing}" to the front of their settings, and run this command again: the key "${id}" cannot be removed before.`
  }
  if (MasterKeyLedger.sealedBy(key) > 0) {
    return `The master key "${id}" cannot be removed: it still seals ${MasterKeyLedger.described(sealed)}. Run this command again.`
  }
  const after = `remove it from the settings of every process, restart them, and run "tributary master-keys forget ${id}". Cursors that were made with it are refused from then on: whoever has one begins its walk again. Keep a copy of the key, apart from the database, ${KEEP_COPY}`
  return answersUntil === null
    ? `The master key "${id}" can be removed now: ${after}`
    : `The master key "${id}" can be removed from ${answersUntil} on, when no repeated request needs it any more that was sent with an Idempotency-Key while it sealed; until then, such a repetition would get an error. Then ${after}`
}

const rewrapAll = (isAll: boolean): Handled =>
  Effect.gen(function* () {
    const config = yield* RuntimeConfig.load
    const { done, key, unreadable } = yield* Rewrap.run(
      ({ column, done }) => Console.log(`${column.title}: ${done} sealed again so far.`),
      { isAll }
    ).pipe(Effect.provide(RuntimeVault.layer(config)))
    if (isAll) yield* RuntimeVault.rewrapSecret(config)
    yield* Console.log(
      done.size === 0
        ? `Nothing had to be sealed again with the master key "${key}".`
        : `Sealed again with the master key "${key}": ${MasterKeyLedger.described(done)}.`
    )
    if (isAll) yield* Console.log(`Keep the former versions of a key in a key service ${KEEP_COPY}`)
    yield* printUnreadable(unreadable)
    for (const other of yield* list) {
      if (other.id !== key) yield* Console.log(nextStep(other, key))
    }
    if (unreadable.length > 0) {
      return yield* new CommandError({
        message: `${unreadable.length} values could not be opened, and stay as they are; they are named above.`
      })
    }
  })

const lost = Options.boolean("lost").pipe(
  Options.withDescription(
    "Also if something is still sealed with the key, because it is lost. Nobody can open that again."
  )
)

const early = Options.boolean("early").pipe(
  Options.withDescription(
    "Also before the instant that `master-keys list` shows: until then, a repetition of a request with an Idempotency-Key gets an error."
  )
)

const all = Options.boolean("all").pipe(
  Options.withDescription(
    "Also what is sealed with this key already: with the present version of a key that a key service has rotated."
  )
)

/** The commands about master keys. */
export const masterKeys = Command.make("master-keys").pipe(
  Command.withDescription(
    "Puts everything that is sealed under a new master key, and manages the record of the keys that this database was used with. It holds fingerprints, not keys."
  ),
  Command.withSubcommands([
    Command.make("list", {}, () => listKeys).pipe(
      Command.withDescription(
        "Lists the master keys, how much each one seals, how many processes seal with it, and whether it can be removed."
      )
    ),
    Command.make("rewrap", { all }, (args) => rewrapAll(args.all)).pipe(
      Command.withDescription(
        "Seals everything again with the key that seals now, the key service's or the first of TRIBUTARY_MASTER_KEY, while the service runs, and says when the others can be removed. It can be ended and run again at any time."
      )
    ),
    Command.make(
      "forget",
      {
        early,
        lost,
        masterKeyId: Args.text({ name: "master-key-id" }).pipe(
          Args.withDescription("The id before the colon in TRIBUTARY_MASTER_KEY.")
        )
      },
      (args) => forgetKey(args.masterKeyId, args.lost, args.early)
    ).pipe(Command.withDescription("Lets processes start without a key that was removed or lost."))
  ])
)
