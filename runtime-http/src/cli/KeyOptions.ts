import { Args, Options } from "@effect/cli"
import { Clock, Console, Effect, Redacted } from "effect"
import type { SqlError } from "../Sql.js"
import type { KeyDates, RotatedKey } from "../store/accounts/KeyTable.js"
import { CommandError } from "./CommandError.js"
import * as TimeSpan from "./TimeSpan.js"

/*
 * What the commands for the keys of accounts and for those of operators have in common.
 */

const { MAX_DAYS, secondsOf } = TimeSpan

const fail = (message: string) => new CommandError({ message })

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
export const expiryOf = (text: string): Effect.Effect<number | string, CommandError> =>
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

const ending = (expiresAt: string | null): string => (expiresAt === null ? "" : ` It expires at ${expiresAt}.`)

/** A key as it is shown once. */
export const show = (key: Redacted.Redacted): string =>
  `Copy it now, it is not shown again:\n\n  ${Redacted.value(key)}\n`

/** Whether a key gives access, and since when it does not. */
export const stateOf = ({ replacedBy, revokedAt, state }: KeyDates): string => {
  const since = revokedAt === null ? state : `${state} ${revokedAt}`
  return replacedBy === null ? since : `${since}, replaced by ${replacedBy}`
}

/** Rotates a key with `by`, and shows its successor; `seeKeys` says how to see which keys there are. */
export const rotate = <R>(
  keyId: string,
  overlap: string,
  by: (keyId: string, overlapSecs: number) => Effect.Effect<RotatedKey | null, SqlError, R>,
  seeKeys: string
): Effect.Effect<void, CommandError | SqlError, R> =>
  Effect.gen(function* () {
    const made = yield* by(keyId, yield* overlapOf(overlap))
    if (made === null) {
      return yield* fail(
        `No active key ${keyId} that can be rotated. If it was rotated before, rotate the key that replaced it. ${seeKeys}`
      )
    }
    const { expiresAt, formerEndsAt, id, key } = made
    yield* Console.log(
      `Key ${id} was created.${ending(expiresAt)} Key ${keyId}, which it replaces, ends at ${formerEndsAt}. ${show(key)}`
    )
  })

/** Revokes a key with `by`. */
export const revoke = <R>(
  keyId: string,
  by: (keyId: string) => Effect.Effect<boolean, SqlError, R>,
  seeKeys: string
): Effect.Effect<void, CommandError | SqlError, R> =>
  Effect.gen(function* () {
    if (!(yield* by(keyId))) return yield* fail(`No active key ${keyId}. ${seeKeys}`)
    yield* Console.log(`Key ${keyId} was revoked.`)
  })

/** The id of a key. */
export const keyId = (list: string) =>
  Args.text({ name: "key-id" }).pipe(Args.withDescription(`The id that \`${list}\` shows, not the key itself.`))

/** What a key is for. */
export const label = (list: string) =>
  Options.text("label").pipe(
    Options.withDescription(`What the key is for; \`${list}\` shows it.`),
    Options.withDefault("")
  )

/** When a key ends. */
export const expires = Options.text("expires").pipe(
  Options.withDescription(
    "When the key expires: after a time, such as 90d, 12h or 30m, or at an instant, such as 2027-01-31T00:00:00Z. Without it, never."
  ),
  Options.optional
)

/** For how long the former key of a rotation stays valid. */
export const overlap = Options.text("overlap").pipe(
  Options.withDescription("For how long the former key is still valid, such as 24h, 30m or 7d; 0 ends it at once."),
  Options.withDefault("24h")
)
