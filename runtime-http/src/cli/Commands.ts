// cli: the command `tributary`, by which an operator manages accounts, keys, master keys and held-back deletions.

import { Args, Command, Options } from "@effect/cli"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Console, Data, Effect, Redacted } from "effect"
import { type KeyInfo, Keys } from "../store/accounts/ApiKeys.js"
import { isUuid } from "../store/postgres/Uuid.js"
import * as MasterKeyLedger from "../store/secrets/MasterKeyLedger.js"
import { RecordStore } from "../store/write/RecordStore.js"

/** What was asked for cannot be done: a sentence for the person at the terminal. */
export class CommandError extends Data.TaggedError("CommandError")<{ readonly message: string }> {}

type Handled = Effect.Effect<void, CommandError | SqlError, Keys | RecordStore | SqlClient>

const id = (name: string, description: string) => Args.text({ name }).pipe(Args.withDescription(description))

const accountId = id("account-id", "The account, as `accounts create` named it.")

const knownAccount = (account: string): Effect.Effect<void, CommandError | SqlError, Keys> =>
  Effect.gen(function* () {
    const keys = yield* Keys
    if (!(yield* keys.hasAccount(account))) {
      return yield* new CommandError({ message: `There is no account ${account} in this region.` })
    }
  })

const createAccount = (name: string): Handled =>
  Effect.gen(function* () {
    if (name.trim() === "") return yield* new CommandError({ message: "An account needs a name." })
    const account = yield* (yield* Keys).createAccount(name.trim())
    yield* Console.log(`Account ${account} was created. Give it a key with: tributary keys create ${account}`)
  })

const createKey = (account: string, label: string): Handled =>
  Effect.gen(function* () {
    yield* knownAccount(account)
    const { id: keyId, key } = yield* (yield* Keys).create(account, label)
    yield* Console.log(`Key ${keyId} was created. It is shown this one time:\n\n  ${Redacted.value(key)}\n`)
  })

type Columns<A> = ReadonlyArray<readonly [title: string, cell: (value: A) => string]>

const keyColumns: Columns<KeyInfo> = [
  ["KEY", (key) => key.id],
  ["LABEL", (key) => key.label],
  ["CREATED", (key) => key.createdAt],
  ["LAST USED", (key) => key.lastUsedAt ?? "never"],
  ["REVOKED", (key) => key.revokedAt ?? "no"]
]

const tableOf = <A>(columns: Columns<A>, values: ReadonlyArray<A>): string => {
  const rows = [columns.map(([title]) => title), ...values.map((value) => columns.map(([, cell]) => cell(value)))]
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

const listKeys = (account: string): Handled =>
  Effect.gen(function* () {
    yield* knownAccount(account)
    const keys = yield* (yield* Keys).list(account)
    yield* Console.log(keys.length === 0 ? `Account ${account} has no keys.` : tableOf(keyColumns, keys))
  })

const revokeKey = (key: string): Handled =>
  Effect.gen(function* () {
    const wasRevoked = yield* (yield* Keys).revoke(key)
    if (!wasRevoked) return yield* new CommandError({ message: `There is no key ${key} that is not revoked yet.` })
    yield* Console.log(`Key ${key} was revoked.`)
  })

const masterKeyColumns: Columns<MasterKeyLedger.KnownMasterKey> = [
  ["MASTER KEY", (key) => key.id],
  ["SEALED CONNECTIONS", (key) => String(key.connections)]
]

const listMasterKeys: Handled = Effect.gen(function* () {
  const known = yield* MasterKeyLedger.list
  yield* Console.log(
    known.length === 0 ? "No process has used a master key with this database." : tableOf(masterKeyColumns, known)
  )
})

const forgetMasterKey = (masterKey: string): Handled =>
  Effect.gen(function* () {
    if (!(yield* MasterKeyLedger.forget(masterKey))) {
      return yield* new CommandError({ message: `There is no master key "${masterKey}" that this database knows.` })
    }
    yield* Console.log(`The master key "${masterKey}" was forgotten. What it sealed needs its credentials again.`)
  })

const confirmDeletions = (connection: string): Handled =>
  Effect.gen(function* () {
    const records = isUuid(connection) ? yield* (yield* RecordStore).confirmDeletions(connection) : 0
    if (records === 0) {
      return yield* new CommandError({ message: `No deletions of connection ${connection} wait for a confirmation.` })
    }
    yield* Console.log(`The next complete scan may delete the ${records} records that were held back.`)
  })

const accounts = Command.make("accounts").pipe(
  Command.withDescription("Accounts own organizations and keys."),
  Command.withSubcommands([
    Command.make("create", { name: Args.text({ name: "name" }) }, ({ name }) => createAccount(name)).pipe(
      Command.withDescription("Creates an account in this deployment's region.")
    )
  ])
)

const label = Options.text("label").pipe(
  Options.withDescription("What the key is for, as `keys list` shows it."),
  Options.withDefault("")
)

const keys = Command.make("keys").pipe(
  Command.withDescription("API keys; kept as a hash, shown once."),
  Command.withSubcommands([
    Command.make("create", { accountId, label }, (asked) => createKey(asked.accountId, asked.label)).pipe(
      Command.withDescription("Makes a key and shows it this one time.")
    ),
    Command.make("list", { accountId }, (asked) => listKeys(asked.accountId)).pipe(
      Command.withDescription("Lists an account's keys with the time of their last use.")
    ),
    Command.make("revoke", { keyId: id("key-id", "The key's id; not the key.") }, ({ keyId }) => revokeKey(keyId)).pipe(
      Command.withDescription("Revokes a key at once, for good.")
    )
  ])
)

const masterKeys = Command.make("master-keys").pipe(
  Command.withDescription("The master keys that this database was used with, known by fingerprint."),
  Command.withSubcommands([
    Command.make("list", {}, () => listMasterKeys).pipe(
      Command.withDescription("Lists them with the number of connections whose credentials each one seals.")
    ),
    Command.make("forget", { masterKeyId: id("master-key-id", "The id before the colon.") }, (asked) =>
      forgetMasterKey(asked.masterKeyId)
    ).pipe(Command.withDescription("Lets processes start without a key that is lost; what it sealed stays closed."))
  ])
)

const deletions = Command.make("deletions").pipe(
  Command.withDescription("Deletions that looked like a mistake wait for a confirmation."),
  Command.withSubcommands([
    Command.make(
      "confirm",
      { connectionId: id("connection-id", "The connection whose jobs report held back records.") },
      (asked) => confirmDeletions(asked.connectionId)
    ).pipe(Command.withDescription("Lets the next complete scan delete what was held back, once."))
  ])
)

/** `tributary`: what an operator does beside the API. */
export const tributary = Command.make("tributary").pipe(
  Command.withDescription(
    "Accounts, keys, master keys and deletions of a Tributary installation. Reads the settings of the server: DATABASE_URL, or the folder in TRIBUTARY_DATA_DIR while no server uses it."
  ),
  Command.withSubcommands([accounts, keys, masterKeys, deletions])
)
