import { Command } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import * as KeyScopes from "../api/parts/KeyScopes.js"
import { nearestName } from "../NearestName.js"
import type { SqlError } from "../Sql.js"
import { type KeyInfo, Keys, type NewKey } from "../store/accounts/ApiKeys.js"
import { CommandError } from "./CommandError.js"
import * as KeyOptions from "./KeyOptions.js"
import { accountId, knownAccount } from "./QuotaCommands.js"
import * as RepeatedOption from "./RepeatedOption.js"
import * as Table from "./Table.js"

type Handled = Effect.Effect<void, CommandError | SqlError, Keys>

const fail = (message: string) => new CommandError({ message })

const unknownScope = (text: string): CommandError => {
  const nearest = nearestName(text, KeyScopes.names)
  const hint = nearest === null ? "" : `Did you mean ${nearest}? `
  return fail(`--scope ${text}: there is no such scope. ${hint}The scopes are ${KeyScopes.names.join(", ")}.`)
}

/** The values of a repeated option, each once; null if there are none. */
const distinct = (sent: ReadonlyArray<string>): ReadonlyArray<string> | null =>
  sent.length === 0 ? null : [...new Set(sent)]

interface Sent {
  readonly accountId: string
  readonly label: string
  readonly scopes: ReadonlyArray<string>
  readonly organizations: ReadonlyArray<string>
  readonly expires: Option.Option<string>
}

const limitsOf = ({ accountId: account, expires, organizations, scopes }: Sent) =>
  Effect.gen(function* () {
    const unknown = scopes.find((scope) => !KeyScopes.isScope(scope))
    if (unknown !== undefined) return yield* unknownScope(unknown)
    const ids = organizations.map((id) => id.toLowerCase())
    const [missing] = yield* (yield* Keys).missingOrganizations(account, ids)
    if (missing !== undefined) {
      return yield* fail(`--organization ${missing}: account ${account} has no such organization.`)
    }
    return {
      scopes: distinct(scopes),
      organizations: distinct(ids),
      expires: Option.isNone(expires) ? null : yield* KeyOptions.expiryOf(expires.value)
    } satisfies NewKey
  })

/** What a new key is limited to, so that whoever made it sees a limit that is missing. */
const limitsAsText = ({ organizations, scopes }: NewKey, expiresAt: string | null): string =>
  `It may: ${scopes?.join(", ") ?? "everything"}. Organizations: ${organizations?.join(", ") ?? "all"}. Ends: ${expiresAt ?? "never"}.`

const createKey = (sent: Sent): Handled =>
  Effect.gen(function* () {
    yield* knownAccount(sent.accountId)
    const limits = yield* limitsOf(sent)
    const { expiresAt, id, key } = yield* (yield* Keys).create(sent.accountId, sent.label, limits)
    yield* Console.log(`Key ${id} was created. ${limitsAsText(limits, expiresAt)} ${KeyOptions.show(key)}`)
  })

const SEE_KEYS = 'Run "tributary keys list <account-id>" to see the keys of an account.'

const columns: Table.Columns<KeyInfo> = [
  ["KEY", ({ id }) => id],
  ["LABEL", ({ label }) => label],
  ["SCOPES", ({ scopes }) => scopes?.join(" ") ?? "all"],
  ["ORGANIZATIONS", ({ organizations }) => organizations?.join(" ") ?? "all"],
  ["CREATED", ({ createdAt }) => createdAt],
  ["LAST USED", ({ lastUsedAt }) => lastUsedAt ?? "never"],
  ["EXPIRES", ({ expiresAt }) => expiresAt ?? "never"],
  ["STATE", KeyOptions.stateOf]
]

const listKeys = (account: string): Handled =>
  Effect.gen(function* () {
    yield* knownAccount(account)
    const keys = yield* (yield* Keys).list(account)
    yield* Console.log(keys.length === 0 ? `Account ${account} has no keys.` : Table.print(columns, keys))
  })

const rotateKey = (keyId: string, overlap: string): Handled =>
  Effect.flatMap(Keys, ({ rotate }) => KeyOptions.rotate(keyId, overlap, rotate, SEE_KEYS))

const revokeKey = (keyId: string): Handled =>
  Effect.flatMap(Keys, ({ revoke }) => KeyOptions.revoke(keyId, revoke, SEE_KEYS))

const keyId = KeyOptions.keyId("keys list")

const create = {
  accountId,
  label: KeyOptions.label("keys list"),
  scopes: RepeatedOption.make(
    "scope",
    `What the key may do: ${KeyScopes.names.join(", ")}; may be repeated. Without it, the key may do everything.`
  ),
  organizations: RepeatedOption.make(
    "organization",
    "The id of an organization that the key may see; may be repeated. Without it, the key sees all of the account."
  ),
  expires: KeyOptions.expires
}

/** Manages the API keys of an account. */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Manages API keys. The database stores only a hash; a key is shown once."),
  Command.withSubcommands([
    Command.make("create", create, createKey).pipe(Command.withDescription("Creates a key and shows it once.")),
    Command.make("list", { accountId }, (args) => listKeys(args.accountId)).pipe(
      Command.withDescription("Lists an account's keys: what each may do, when it was last used, and when it expires.")
    ),
    Command.make("rotate", { keyId, overlap: KeyOptions.overlap }, (args) => rotateKey(args.keyId, args.overlap)).pipe(
      Command.withDescription(
        "Creates a key that may do the same for as long, shows it once, and lets the former one expire soon."
      )
    ),
    Command.make("revoke", { keyId }, (args) => revokeKey(args.keyId)).pipe(
      Command.withDescription(
        "Revokes a key immediately and permanently. Links for customers that it made stay: they are the account's, and the API revokes each."
      )
    )
  ])
)
