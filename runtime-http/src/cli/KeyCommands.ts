import { Args, Command, Options } from "@effect/cli"
import { Clock, Console, Effect, Option, Redacted } from "effect"
import * as KeyScopes from "../api/parts/KeyScopes.js"
import { nearestName } from "../NearestName.js"
import type { SqlError } from "../Sql.js"
import { type KeyInfo, Keys, type NewKey } from "../store/accounts/ApiKeys.js"
import { CommandError } from "./CommandError.js"
import { accountId, knownAccount } from "./QuotaCommands.js"
import * as RepeatedOption from "./RepeatedOption.js"
import * as Table from "./Table.js"

type Handled = Effect.Effect<void, CommandError | SqlError, Keys>

const fail = (message: string) => new CommandError({ message })

const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 }

/** No key needs longer; a year with five digits would have another form. */
const MAX_DAYS = 3_650

/** Reads a duration such as `90d`, in seconds; null if the text is not a duration. */
const secondsOf = (text: string): number | null => {
  const [, number = "", unit = ""] = /^(\d{1,9})([mhd])$/.exec(text) ?? []
  const seconds = Number(number) * (SECONDS[unit] ?? 0)
  return number === "" || seconds > MAX_DAYS * 86_400 ? null : seconds
}

/** An instant with its offset, or a day, which begins in UTC. */
const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** Whether the calendar has the day with which a text begins: `Date.parse` takes February 31 for March 3. */
const isDay = (text: string): boolean => {
  const day = text.slice(0, "2027-01-31".length)
  const millis = Date.parse(day)
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(day)
}

/** The instant that a text means; not a number if it means none. */
const millisOf = (text: string): number => (INSTANT.test(text) && isDay(text) ? Date.parse(text) : Number.NaN)

const notInFuture = (text: string): CommandError => fail(`--expires ${text}: this is not in the future.`)

/** The seconds or the instant of a text. Seconds are counted by the clock of the database; that of this machine only finds mistakes. */
const expiryOf = (text: string): Effect.Effect<number | string, CommandError> =>
  Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<number | string, CommandError> => {
    const seconds = secondsOf(text)
    if (seconds !== null) return seconds > 0 ? Effect.succeed(seconds) : notInFuture(text)
    const at = millisOf(text)
    if (Number.isNaN(at)) {
      return fail(
        `--expires ${text}: expected a time from now of up to ${MAX_DAYS} days, such as 90d, 12h or 30m, or an instant, such as 2027-01-31T00:00:00Z.`
      )
    }
    if (at <= now) return notInFuture(text)
    return at - now > MAX_DAYS * 86_400_000
      ? fail(`--expires ${text}: a key is valid for up to ${MAX_DAYS} days.`)
      : Effect.succeed(new Date(at).toISOString())
  })

const overlapOf = (text: string): Effect.Effect<number, CommandError> => {
  const seconds = text === "0" ? 0 : secondsOf(text)
  return seconds === null
    ? fail(`--overlap ${text}: expected 0 or a time of up to ${MAX_DAYS} days, such as 24h, 30m or 7d.`)
    : Effect.succeed(seconds)
}

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
      expires: Option.isNone(expires) ? null : yield* expiryOf(expires.value)
    } satisfies NewKey
  })

const ending = (expiresAt: string | null): string => (expiresAt === null ? "" : ` It expires at ${expiresAt}.`)

const show = (key: Redacted.Redacted): string => `Copy it now, it is not shown again:\n\n  ${Redacted.value(key)}\n`

/** What a new key is limited to, so that whoever made it sees a limit that is missing. */
const limitsAsText = ({ organizations, scopes }: NewKey, expiresAt: string | null): string =>
  `It may: ${scopes?.join(", ") ?? "everything"}. Organizations: ${organizations?.join(", ") ?? "all"}. Ends: ${expiresAt ?? "never"}.`

const createKey = (sent: Sent): Handled =>
  Effect.gen(function* () {
    yield* knownAccount(sent.accountId)
    const limits = yield* limitsOf(sent)
    const { expiresAt, id, key } = yield* (yield* Keys).create(sent.accountId, sent.label, limits)
    yield* Console.log(`Key ${id} was created. ${limitsAsText(limits, expiresAt)} ${show(key)}`)
  })

const SEE_KEYS = 'Run "tributary keys list <account-id>" to see the keys of an account.'

const noActiveKey = (key: string): CommandError => fail(`No active key ${key}. ${SEE_KEYS}`)

const rotateKey = (keyId: string, overlap: string): Handled =>
  Effect.gen(function* () {
    const made = yield* (yield* Keys).rotate(keyId, yield* overlapOf(overlap))
    if (made === null) {
      return yield* fail(
        `No active key ${keyId} that can be rotated. If it was rotated before, rotate the key that replaced it. ${SEE_KEYS}`
      )
    }
    const { expiresAt, formerEndsAt, id, key } = made
    yield* Console.log(
      `Key ${id} was created.${ending(expiresAt)} Key ${keyId}, which it replaces, ends at ${formerEndsAt}. ${show(key)}`
    )
  })

const stateOf = ({ replacedBy, revokedAt, state }: KeyInfo): string => {
  const since = revokedAt === null ? state : `${state} ${revokedAt}`
  return replacedBy === null ? since : `${since}, replaced by ${replacedBy}`
}

const columns: Table.Columns<KeyInfo> = [
  ["KEY", ({ id }) => id],
  ["LABEL", ({ label }) => label],
  ["SCOPES", ({ scopes }) => scopes?.join(" ") ?? "all"],
  ["ORGANIZATIONS", ({ organizations }) => organizations?.join(" ") ?? "all"],
  ["CREATED", ({ createdAt }) => createdAt],
  ["LAST USED", ({ lastUsedAt }) => lastUsedAt ?? "never"],
  ["EXPIRES", ({ expiresAt }) => expiresAt ?? "never"],
  ["STATE", stateOf]
]

const listKeys = (account: string): Handled =>
  Effect.gen(function* () {
    yield* knownAccount(account)
    const keys = yield* (yield* Keys).list(account)
    yield* Console.log(keys.length === 0 ? `Account ${account} has no keys.` : Table.print(columns, keys))
  })

const revokeKey = (key: string): Handled =>
  Effect.gen(function* () {
    if (!(yield* (yield* Keys).revoke(key))) return yield* noActiveKey(key)
    yield* Console.log(`Key ${key} was revoked.`)
  })

const keyId = Args.text({ name: "key-id" }).pipe(
  Args.withDescription("The id that `keys list` shows, not the key itself.")
)

const create = {
  accountId,
  label: Options.text("label").pipe(
    Options.withDescription("What the key is for; `keys list` shows it."),
    Options.withDefault("")
  ),
  scopes: RepeatedOption.make(
    "scope",
    `What the key may do: ${KeyScopes.names.join(", ")}; may be repeated. Without it, the key may do everything.`
  ),
  organizations: RepeatedOption.make(
    "organization",
    "The id of an organization that the key may see; may be repeated. Without it, the key sees all of the account."
  ),
  expires: Options.text("expires").pipe(
    Options.withDescription(
      "When the key expires: after a time, such as 90d, 12h or 30m, or at an instant, such as 2027-01-31T00:00:00Z. Without it, never."
    ),
    Options.optional
  )
}

const overlap = Options.text("overlap").pipe(
  Options.withDescription("For how long the former key is still valid, such as 24h, 30m or 7d; 0 ends it at once."),
  Options.withDefault("24h")
)

/** Manages the API keys of an account. */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Manages API keys. The database stores only a hash; a key is shown once."),
  Command.withSubcommands([
    Command.make("create", create, createKey).pipe(Command.withDescription("Creates a key and shows it once.")),
    Command.make("list", { accountId }, (args) => listKeys(args.accountId)).pipe(
      Command.withDescription("Lists an account's keys: what each may do, when it was last used, and when it expires.")
    ),
    Command.make("rotate", { keyId, overlap }, (args) => rotateKey(args.keyId, args.overlap)).pipe(
      Command.withDescription(
        "Creates a key that may do the same for as long, shows it once, and lets the former one expire soon."
      )
    ),
    Command.make("revoke", { keyId }, (args) => revokeKey(args.keyId)).pipe(
      Command.withDescription("Revokes a key immediately and permanently.")
    )
  ])
)
