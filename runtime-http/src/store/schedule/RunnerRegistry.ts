import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Duration, Effect, Schedule, type Scope } from "effect"

/** This process's address cannot be used beside those of the processes that run already. */
export class RunnerAddressError extends Data.TaggedError("RunnerAddressError")<{ readonly message: string }> {}

/** A process as the others find it. */
export interface Runner {
  readonly host: string
  readonly port: number
  /** The same for processes that reach each other by loopback addresses, and for no others. */
  readonly network: string
  /** The place's name for people. */
  readonly machine: string
}

interface Registered extends Runner {
  readonly incarnation: string
  readonly seenAt: string
}

/** One that was not seen for so long is gone; the engine gives its shards away after the same time. */
const EXPIRATION_SECS = 10
const LOOK_AGAIN = Duration.millis(250)
const SETTINGS = "TRIBUTARY_RUNNER_HOST and TRIBUTARY_RUNNER_PORT"

const isLoopback = (host: string): boolean => /^(localhost$|127\.|\[?::1\]?$)/i.test(host)

/** What keeps two processes of different places from working together; null where nothing does. */
const conflict = (own: Runner, other: Runner): string | null => {
  const address = `${other.host}:${other.port}`
  if (own.host === other.host && own.port === other.port) {
    return (
      `A process on ${other.machine} has the address ${address} already, by which the processes of one database find each other. ` +
      `Set ${SETTINGS} to an address of this process alone, as the others reach it.`
    )
  }
  if (isLoopback(own.host)) {
    return (
      `TRIBUTARY_RUNNER_HOST is ${own.host}, where the process on ${other.machine} (${address}) does not reach this one. ` +
      "Set it to this machine's address."
    )
  }
  if (!isLoopback(other.host)) return null
  return (
    `The process on ${other.machine} has the address ${address}, where this one does not reach it. ` +
    "Set TRIBUTARY_RUNNER_HOST there to that machine's address, and start it anew."
  )
}

/** Notes the process unless a live one is in conflict with it; gives those that are. */
const attempt = (own: Runner, incarnation: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Of two that start at once, one must see the other.
    yield* sql`lock table runner in share row exclusive mode`
    yield* sql`delete from runner where seen_at < clock_timestamp() - make_interval(secs => ${EXPIRATION_SECS})`
    const others = yield* sql<Registered>`
      select incarnation, host, port, place, machine, seen_at::text as "seenAt" from runner where place <> ${own.network}`
    const conflicts = others.flatMap((other) => {
      const message = conflict(own, other)
      return message === null ? [] : [{ ...other, message }]
    })
    if (conflicts.length === 0) yield* note(own, incarnation)
    return conflicts
  }).pipe((self) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(self)))

const note = ({ host, port, network: place, machine }: Runner, incarnation: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into runner ${sql.insert({ incarnation, host, port, place, machine })}
      on conflict (incarnation) do update set seen_at = clock_timestamp()`
  )

/**
 * Registers a process for as long as the scope is open; fails when one that lives elsewhere has the same address, or when one of the two
 * is not reached by the other.
 *
 * What was left by a process that died is waited for, some ten seconds at most: only a row that moves proves that its process lives.
 */
export const register = (
  own: Runner,
  options: { readonly heartbeat: Duration.DurationInput } = { heartbeat: "3 seconds" }
): Effect.Effect<void, RunnerAddressError | SqlError, SqlClient.SqlClient | Scope.Scope> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const incarnation = randomUUID()
    const seen = new Map<string, string>()
    for (;;) {
      const conflicts = yield* attempt(own, incarnation)
      if (conflicts.length === 0) break
      for (const other of conflicts) {
        const before = seen.get(other.incarnation) ?? other.seenAt
        if (before !== other.seenAt) return yield* new RunnerAddressError({ message: other.message })
        seen.set(other.incarnation, before)
      }
      yield* Effect.sleep(LOOK_AGAIN)
    }
    yield* Effect.addFinalizer(() => Effect.ignore(sql`delete from runner where incarnation = ${incarnation}`))
    yield* note(own, incarnation).pipe(
      Effect.ignore,
      Effect.repeat(Schedule.spaced(options.heartbeat)),
      Effect.withTracerEnabled(false),
      Effect.forkScoped
    )
  })
