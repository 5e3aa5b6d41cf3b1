// store/rate: what the processes of an installation tell each other about vendors' rate limits.

import type { RateBudget } from "@tributary/core"
import { Context, Effect, Layer } from "effect"
import type { SqlError } from "../../Sql.js"
import { Database, type NamedQuery, runNamed } from "../postgres/Database.js"
import { isAheadText } from "../postgres/StoredInstant.js"

/** What is known about one limit. Times are relative to now, because the clocks of processes and of the database differ. */
export interface SharedLimit {
  /** The window that the vendor reported; null if it reported none. */
  readonly window: {
    /** Requests per window; null if the vendor does not say. */
    readonly limit: number | null
    /** Requests left in the window. */
    readonly remaining: number
    /** In how many milliseconds the window ends. */
    readonly endsIn: number
    /** How many milliseconds ago the vendor reported it. */
    readonly age: number
  } | null
  /** For how many more milliseconds the vendor asked to pause; null if it did not ask. */
  readonly blockedFor: number | null
}

/** Places in the line of a paced limit, one after another. */
export interface Places {
  /** In how many milliseconds the first request may leave; negative if it may leave at once. */
  readonly firstIn: number
  /** How many places are taken; 0 if the first is later than asked for. */
  readonly count: number
}

/** The limits that all processes of the database share. A key is an opaque hash. */
export class RateLimits extends Context.Tag("@tributary/runtime-http/RateLimits")<
  RateLimits,
  {
    /** Adds what a process learned. Of two reports about one window the lower count wins, otherwise the newer report; of two pauses the longer. */
    readonly publish: (
      limits: ReadonlyArray<readonly [key: Uint8Array, limit: SharedLimit]>
    ) => Effect.Effect<void, SqlError>
    /** What is known about a limit; null if nothing is. */
    readonly read: (key: Uint8Array) => Effect.Effect<SharedLimit | null, SqlError>
    /** Takes up to `count` places in a line, if the first of them is at most `latestIn` milliseconds away. */
    readonly line: (
      key: Uint8Array,
      pace: RateBudget.Pace,
      count: number,
      latestIn: number
    ) => Effect.Effect<Places, SqlError>
  }
>() {}

const inMillis = (difference: string): string => `(extract(epoch from ${difference}) * 1000)::float8`
const later = (millis: string): string => `make_interval(secs => ${millis} / 1000)`

/** Two reports whose windows end this close together are about the same window: vendors round to seconds. */
const SAME_WINDOW_SECS = 2

/** What is stored of a limit; null if the clock of the database was ahead when it was stored, because nobody knows when it ends then. */
const before = (column: string): string => `case when not ${isAheadText("known.stored_at")} then known.${column} end`

const PUBLISH: NamedQuery = {
  name: "rate_budget_publish",
  // In the order of their keys, so that two processes that publish the same limits never wait for each other in a circle.
  text: `
    insert into rate_budget as known (key, "limit", remaining, reset_at, reported_at, blocked_until, ends_at)
    select key, "limit", remaining, reset_at, reported_at, blocked_until, greatest(reset_at, blocked_until)
    from (
      select
        key, "limit", remaining,
        clock_timestamp() + ${later("ends_in")} as reset_at,
        clock_timestamp() - ${later("age")} as reported_at,
        clock_timestamp() + ${later("blocked_for")} as blocked_until
      from unnest($1::bytea[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[])
        as learned (key, "limit", remaining, ends_in, age, blocked_for)
    ) as learned
    where reset_at is not null or blocked_until is not null
    order by key
    on conflict (key) do update
    set ("limit", remaining, reset_at, reported_at) = (
          select
            case when is_same or is_newer then excluded."limit" else ${before('"limit"')} end,
            case
              when is_same then least(excluded.remaining, ${before("remaining")})
              when is_newer then excluded.remaining
              else ${before("remaining")}
            end,
            case when is_newer and not is_same then excluded.reset_at else ${before("reset_at")} end,
            greatest(excluded.reported_at, ${before("reported_at")})
          from (
            select
              coalesce(abs(extract(epoch from excluded.reset_at - ${before("reset_at")})) <= ${SAME_WINDOW_SECS}, false) as is_same,
              excluded.reset_at is not null
                and (${before("reset_at")} is null or excluded.reported_at >= known.reported_at) as is_newer
          ) as comparison
        ),
        blocked_until = greatest(excluded.blocked_until, ${before("blocked_until")}),
        ends_at = greatest(excluded.ends_at, ${before("ends_at")}),
        stored_at = clock_timestamp()`
}

const READ: NamedQuery = {
  name: "rate_budget_read",
  text: `
    select
      "limit", remaining, ${inMillis("reset_at - clock_timestamp()")}, ${inMillis("clock_timestamp() - reported_at")},
      ${inMillis("blocked_until - clock_timestamp()")}
    from rate_budget where key = $1 and not ${isAheadText("stored_at")}`
}

type Row = readonly [
  limit: number | null,
  remaining: number | null,
  endsIn: number | null,
  age: number | null,
  blockedFor: number | null
]

const toShared = ([limit, remaining, endsIn, age, blockedFor]: Row): SharedLimit => ({
  window: remaining === null || endsIn === null || age === null ? null : { limit, remaining, endsIn, age },
  blockedFor
})

/** $2: milliseconds that one place takes; $3: milliseconds that a burst may be ahead; $4: how many places; $5: the latest start. */
const LINE: NamedQuery = {
  name: "rate_line_take",
  text: `
    insert into rate_line as known (key, taken_until)
    values ($1, clock_timestamp() + ${later("$4::float8 * $2::float8")})
    on conflict (key) do update
    set
      taken_until =
        greatest(case when not ${isAheadText("known.taken_at")} then known.taken_until end, clock_timestamp())
          + ${later("$4::float8 * $2::float8")},
      taken_at = clock_timestamp()
    where ${isAheadText("known.taken_at")} or known.taken_until <= clock_timestamp() + ${later("($3::float8 + $5::float8)")}
    returning ${inMillis("taken_until - clock_timestamp()")}`
}

const LINE_LENGTH: NamedQuery = {
  name: "rate_line_length",
  text: `select ${inMillis("taken_until - clock_timestamp()")} from rate_line where key = $1`
}

/** Shares the limits through the database. The queries are named, because they run while requests wait. */
export const make: Effect.Effect<RateLimits["Type"], never, Database> = Effect.map(Database, (database) =>
  RateLimits.of({
    publish: (limits) =>
      Effect.asVoid(
        runNamed(database, PUBLISH, [
          limits.map(([key]) => key),
          limits.map(([, { window }]) => window?.limit ?? null),
          limits.map(([, { window }]) => window?.remaining ?? null),
          limits.map(([, { window }]) => window?.endsIn ?? null),
          limits.map(([, { window }]) => window?.age ?? null),
          limits.map(([, { blockedFor }]) => blockedFor)
        ])
      ),
    read: (key) =>
      Effect.map(runNamed<Row>(database, READ, [key]), ([row]) => (row === undefined ? null : toShared(row))),
    line: (key, { spacingMillis, burst }, count, latestIn) =>
      Effect.gen(function* () {
        const ahead = (burst - 1) * spacingMillis
        const [taken] = yield* runNamed<[number]>(database, LINE, [key, spacingMillis, ahead, count, latestIn])
        if (taken !== undefined) return { firstIn: taken[0] - count * spacingMillis - ahead, count }
        const [length] = yield* runNamed<[number]>(database, LINE_LENGTH, [key])
        return { firstIn: (length?.[0] ?? 0) - ahead, count: 0 }
      })
  })
)

/** The shared limits of the database. */
export const layer: Layer.Layer<RateLimits, never, Database> = Layer.effect(RateLimits, make)
