import { Command, Options } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import * as KeyScopes from "../api/parts/KeyScopes.js"
import type { SqlError } from "../Sql.js"
import { type OperatorKeyInfo, OperatorKeys, type OperatorRights } from "../store/accounts/OperatorKeys.js"
import type { CommandError } from "./CommandError.js"
import * as KeyOptions from "./KeyOptions.js"
import * as Table from "./Table.js"

type Handled = Effect.Effect<void, CommandError | SqlError, OperatorKeys>

interface Sent {
  readonly label: string
  readonly role: OperatorRights["role"]
  readonly records: boolean
  readonly expires: Option.Option<string>
}

const SEE_KEYS = 'Run "tributary operators list" to see the keys of operators.'

const mayDo: Readonly<Record<OperatorRights["role"], string>> = {
  read: "see the state of all accounts",
  act: "see the state of all accounts, and pause, resume and sync connections"
}

const createKey = ({ expires, label, records, role }: Sent): Handled =>
  Effect.gen(function* () {
    const keys = yield* OperatorKeys
    const ends = Option.isNone(expires) ? null : yield* KeyOptions.expiryOf(expires.value)
    const { expiresAt, id, key } = yield* keys.create(label, { role, mayReadRecords: records }, ends)
    yield* Console.log(
      `Key ${id} was created. It may: ${mayDo[role]}. Records of customers: ${records ? "yes" : "no"}. Ends: ${expiresAt ?? "never"}. ${KeyOptions.show(key)}`
    )
  })

const columns: Table.Columns<OperatorKeyInfo> = [
  ["KEY", ({ id }) => id],
  ["LABEL", ({ label }) => label],
  ["ROLE", ({ role }) => role],
  ["RECORDS", ({ mayReadRecords }) => (mayReadRecords ? "yes" : "no")],
  ["CREATED", ({ createdAt }) => createdAt],
  ["LAST USED", ({ lastUsedAt }) => lastUsedAt ?? "never"],
  ["EXPIRES", ({ expiresAt }) => expiresAt ?? "never"],
  ["STATE", KeyOptions.stateOf]
]

const listKeys: Handled = Effect.gen(function* () {
  const keys = yield* (yield* OperatorKeys).list
  yield* Console.log(
    keys.length === 0
      ? 'No operator has a key. Make one with "tributary operators create".'
      : Table.print(columns, keys)
  )
})

const rotateKey = (keyId: string, overlap: string): Handled =>
  Effect.flatMap(OperatorKeys, ({ rotate }) => KeyOptions.rotate(keyId, overlap, rotate, SEE_KEYS))

const revokeKey = (keyId: string): Handled =>
  Effect.flatMap(OperatorKeys, ({ revoke }) => KeyOptions.revoke(keyId, revoke, SEE_KEYS))

const keyId = KeyOptions.keyId("operators list")

const create = {
  label: KeyOptions.label("operators list"),
  role: Options.choice("role", KeyScopes.roles).pipe(
    Options.withDescription(
      "read: sees the state of all accounts. act: also pauses, resumes and syncs connections. Default read."
    ),
    Options.withDefault("read" as const)
  ),
  records: Options.boolean("records").pipe(
    Options.withDescription("Lets the key also read the records of customers; each such request is noted.")
  ),
  expires: KeyOptions.expires
}

/** Manages the keys of those who operate the service. */
export const operators = Command.make("operators").pipe(
  Command.withDescription(
    "Manages the keys of those who operate the service, with which the commands status, connections, jobs and accounts list ask a server."
  ),
  Command.withSubcommands([
    Command.make("create", create, createKey).pipe(Command.withDescription("Creates a key and shows it once.")),
    Command.make("list", {}, () => listKeys).pipe(
      Command.withDescription("Lists the keys: what each may do, when it was last used, and when it expires.")
    ),
    Command.make("rotate", { keyId, overlap: KeyOptions.overlap }, (args) => rotateKey(args.keyId, args.overlap)).pipe(
      Command.withDescription(
        "Creates a key that may do the same for as long, shows it once, and lets the former one expire soon."
      )
    ),
    Command.make("revoke", { keyId }, (args) => revokeKey(args.keyId)).pipe(
      Command.withDescription("Revokes a key immediately and permanently.")
    )
  ])
)
