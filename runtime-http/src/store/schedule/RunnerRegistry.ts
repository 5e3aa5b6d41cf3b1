import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import { Data, Duration, Effect, type Scope } from "effect"
import * as BackgroundLoop from "../../BackgroundLoop.js"

/** The address of this process conflicts with that of a process that is already running. */
export class RunnerAddressError extends Data.TaggedError("RunnerAddressError")<{ readonly message: string }> {}

/** How other processes reach a process. */
export interface Runner {
  readonly host: string
  readonly port: number
  /** Identifies the network; equal only for processes that reach each other through loopback addresses. */
  readonly network: string
  /** The name of the machine, for messages. */
  readonly machine: string
}

interface Registered extends Runner {
  /** Identifies one process from its start to its end. */
  readonly incarnation: string
  readonly seenAt: string
}

/** A process without a heartbeat for this long is gone; the engine reassigns its shards after the same time. */
const EXPIRATION_SECS = 10

/** The name of a process in the schedule. */
export const nameOf = ({ host, port }: Pick<Runner, "host" | "port">, incarnation: string): string =>
  `${host}:${port}/${incarnation}`

/**
 * Whether the process that runs a row of the schedule is gone, so that its job can be taken over. The only process of an embedded database
 * does not register: there, a row that another process runs is always left from before.
 */
export const isGone = (sql: SqlClient.SqlClient, runBy: Fragment): Fragment => sql`
  not exists (
    select 1 from runner
    where host || ':' || port || '/' || incarnation = ${runBy}
      and seen_at >= clock_timestamp() - make_interval(secs => ${EXPIRATION_SECS})
  )`
const RETRY_INTERVAL = Duration.millis(250)
const SETTINGS = "TRIBUTARY_RUNNER_HOST and TRIBUTARY_RUNNER_PORT"

const isLoopback = (host: string): boolean => /^(localhost$|127\.|\[?::1\]?$)/i.test(host)

/** Why two processes in different networks cannot work together, and what to do; null if they can. */
const conflict = (own: Runner, other: Runner): string | null => {
  const address = `${other.host}:${other.port}`
  if (own.host === other.host && own.port === other.port) {
    return (
      `A process on ${other.machine} already has the address ${address}, but each process on a database needs its own. ` +
      `Set ${SETTINGS} to an address that only this process has and that the other processes can reach.`
    )
  }
  if (isLoopback(own.host)) {
    return (
      `TRIBUTARY_RUNNER_HOST is ${own.host}, but the process on ${other.machine} (${address}) cannot reach this process there. ` +
      "Set it to the address of this machine."
    )
  }
  if (!isLoopback(other.host)) return null
  return (
    `The process on ${other.machine} has the address ${address}, but this process cannot reach it there. ` +
    "Set TRIBUTARY_RUNNER_HOST of that process to the address of its machine and restart it."
  )
}

/** Registers the process unless its address conflicts with another one; returns the conflicting processes. */
const attempt = (own: Runner, incarnation: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // If two processes start at once, one must see the other.
    yield* sql`lock table runner in share row exclusive mode`
    yield* sql`delete from runner where seen_at < clock_timestamp() - make_interval(secs => ${EXPIRATION_SECS})`
    const others = yield* sql<Registered>`
      select incarnation, host, port, place, machine, seen_at::text as "seenAt" from runner where place <> ${own.network}`
    const conflicts = others.flatMap((other) => {
      const message = conflict(own, other)
      return message === null ? [] : [{ ...other, message }]
    })
    if (conflicts.length === 0) yield* beat(own, incarnation)
    return conflicts
  }).pipe((self) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(self)))

/** Inserts the row of the process, or updates its last heartbeat. */
const beat = ({ host, port, network: place, machine }: Runner, incarnation: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      /* runner_beat */
      insert into runner ${sql.insert({ incarnation, host, port, place, machine })}
      on conflict (incarnation) do update set seen_at = clock_timestamp()`
  )

/**
 * Registers a process, identified by `incarnation`, while the scope is open. Fails if a process in another network has the same address, or
 * if one of the two cannot reach the other.
 *
 * If the conflicting row may be that of a dead process, this waits up to about ten seconds: only a new heartbeat proves that the process
 * is alive.
 */
export const register = (
  own: Runner,
  incarnation: string,
  options: { readonly heartbeat: Duration.DurationInput } = { heartbeat: "3 seconds" }
): Effect.Effect<void, RunnerAddressError | SqlError, SqlClient.SqlClient | Scope.Scope> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const seen = new Map<string, string>()
    for (;;) {
      const conflicts = yield* attempt(own, incarnation)
      if (conflicts.length === 0) break
      for (const other of conflicts) {
        const before = seen.get(other.incarnation) ?? other.seenAt
        if (before !== other.seenAt) return yield* new RunnerAddressError({ message: other.message })
        seen.set(other.incarnation, before)
      }
      yield* Effect.sleep(RETRY_INTERVAL)
    }
    yield* Effect.addFinalizer(() => Effect.ignore(sql`delete from runner where incarnation = ${incarnation}`))
    yield* BackgroundLoop.start(
      { name: "The heartbeat of this process", interval: options.heartbeat },
      beat(own, incarnation)
    )
  })
