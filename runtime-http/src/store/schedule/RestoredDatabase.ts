import { Effect } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import { isUnavailable } from "../postgres/DatabaseFailure.js"
import * as StoppedConnectors from "./StoppedConnectors.js"

/*
 * Whether the database is the one that the installation has used before, or a copy of it that somebody has restored.
 *
 * A copy has forgotten what happened since it was made, so a ticket that it has queued may exist: each searches before it is sent. A copy on
 * another host may be one beside the installation, for a rehearsal or a look into the past: it is held until an operator lets it run.
 */

/** What tells a database from its copies. */
interface Identity {
  /** The server's identifier, which is made when its data folder is, and the number of the database in it. A replica has the same. */
  readonly database: string
  /** The number of times that the server's history has branched off: it changes when a replica takes over, or an earlier state is restored. */
  readonly timeline: string
}

const SETTING = "restore/database"
const MOVE = "restore/move"

/** For how long `tributary move` announces that a copy replaces the installation. */
export const MOVE_HOURS = 24

/** Why a copy is held, as operators and customers read it. */
export const HELD_COPY = "this is a copy of the service that was restored on another host, and it does not run yet"

/** Null if the server does not tell it. */
const identity = (sql: SqlClient.SqlClient): Effect.Effect<Identity | null, SqlError> =>
  Effect.map(
    sql<Identity>`
      /* database_identity */
      select
        (select system_identifier from pg_control_system()) || '/' || (select oid from pg_database where datname = current_database()) as database,
        left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`,
    ([row = null]) => row
  ).pipe(
    Effect.catchIf(
      (error) => !isUnavailable(error),
      () => Effect.succeed(null)
    )
  )

const stored = (sql: SqlClient.SqlClient, isLocked: boolean) =>
  Effect.map(
    sql<{ readonly value: string }>`
      select value from setting where name = ${SETTING} ${isLocked ? sql`for update` : sql``}`,
    ([row]) => row?.value ?? null
  )

/** What was found out about the database. */
export type Finding =
  /** It is the one that was used last, or it is new. */
  | "same"
  /** It has another history: tickets search before they are sent. */
  | "restored"
  /** It is a copy on another host, which is held. */
  | "held"

/** Notes that processes of this host run the jobs of the database. */
const noteHost = (sql: SqlClient.SqlClient, host: string) => sql`
  insert into runner_host (name) values (${host}) on conflict (name) do update set seen_at = clock_timestamp()`

/** Makes all tickets that are queued search before they are sent: what happened after `since` may be forgotten. */
export const searchFirst = (sql: SqlClient.SqlClient, since: Fragment): Effect.Effect<void, SqlError> =>
  Effect.asVoid(sql`
    update outbound_job
    set restored_at = ${since}
    where status in ('QUEUED', 'RUNNING') and uncertain_since is null and restored_at is null`)

const takeOver = (
  sql: SqlClient.SqlClient,
  { database, timeline }: Identity,
  host: string
): Effect.Effect<Finding, SqlError> =>
  Effect.gen(function* () {
    const value = JSON.stringify({ database, timeline })
    const before = yield* stored(sql, true)
    if (before === value) return "same"
    if (before === null) {
      yield* sql`insert into setting ${sql.insert({ name: SETTING, value })} on conflict (name) do nothing`
      return "same"
    }
    yield* sql`update setting set value = ${value} where name = ${SETTING}`
    yield* searchFirst(sql, sql`clock_timestamp()`)
    if ((JSON.parse(before) as Identity).database === database) return "restored"
    const [known] = yield* sql<{ readonly isHome: boolean; readonly isMeant: boolean }>`
      select
        exists (select from runner_host where name = ${host}) as "isHome",
        exists (
          select from setting
          where name = ${MOVE} and abs(extract(epoch from clock_timestamp() - value::timestamptz)) < ${MOVE_HOURS * 3_600}
        ) as "isMeant"`
    yield* sql`delete from setting where name = ${MOVE}`
    yield* sql`delete from runner_host`
    if (known?.isHome === true || known?.isMeant === true) return "restored"
    yield* sql`
      insert into connector_stop ${sql.insert({ vendor: StoppedConnectors.EVERY_VENDOR, version: "", reason: HELD_COPY })}
      on conflict do nothing`
    return "held"
  }).pipe(sql.withTransaction)

/**
 * Finds out whether the database is a copy, and does what follows from that, before a process of `host` runs anything or sends a ticket. A
 * server that does not tell its identity is taken for the one that was used before.
 */
export const check = (host: string): Effect.Effect<Finding, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.gen(function* () {
      const now = yield* identity(sql)
      if (now === null || (yield* stored(sql, false)) === JSON.stringify(now)) return "same"
      return yield* takeOver(sql, now, host)
    })
  )

/** Notes the host of a process that starts. */
export const begin = (host: string): Effect.Effect<Finding, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.zipLeft(check(host), noteHost(sql, host)))

/** Announces that a copy of the database, or this copy, replaces the installation, so that its next start on another host is not held. */
export const announceMove: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.asVoid(sql`
      insert into setting (name, value) values (${MOVE}, clock_timestamp()::text)
      on conflict (name) do update set value = excluded.value`)
)
