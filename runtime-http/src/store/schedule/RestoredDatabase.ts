import { Context, Effect } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { isUnavailable } from "../postgres/DatabaseFailure.js"
import * as StoppedConnectors from "./StoppedConnectors.js"

/*
 * Whether the database is the one that the installation has used before, or a copy of it that somebody has restored.
 *
 * A copy has forgotten what happened since it was made, so a ticket that it has queued may exist: each searches before it is sent. A copy on
 * another host may be one beside the installation, for a rehearsal or a look into the past: it is held until an operator lets it run.
 */

/** What tells a database from its copies; a part is null if the server, or this role, does not tell it. */
interface Identity {
  /** The server's identifier, which is made when its data folder is, and the number of the database in it. A replica has the same. */
  readonly database: string | null
  /** The number of times that the server's history has branched off: it changes when a replica takes over, or an earlier state is restored. */
  readonly timeline: string | null
}

const SETTING = "restore/database"
const MOVE = "restore/move"

/** For how long `tributary move` announces that a copy replaces the installation. */
export const MOVE_HOURS = 24

/** Hosts that have run no process for so many days are forgotten. */
const HOST_DAYS = 90

/** Why a copy is held, as operators and customers read it. */
export const HELD_COPY = "this is a copy of the service that was restored on another host, and it does not run yet"

/** What was found out about the database. */
export type Finding =
  /** It is the one that was used last, or it is new. */
  | "same"
  /** It has another history: tickets search before they are sent. */
  | "restored"
  /** It is a copy on another host, which is held. */
  | "held"

type Check = Effect.Effect<Finding, SqlError>

/**
 * Finds out whether the database was restored, and does what follows from that: before a process runs anything, every few seconds, and before
 * it sends a ticket; never within a transaction of the caller, whose subtransactions have numbers of their own. Without it, as on an embedded
 * database, nothing is found out.
 */
export class RestoreCheck extends Context.Reference<RestoreCheck>()("@tributary/runtime-http/RestoreCheck", {
  defaultValue: (): Check => Effect.succeed("same")
}) {}

/** The parts of an identity, as SQL. A server may lack the functions, and a role the right to them. */
const parts = {
  database: `(select system_identifier from pg_control_system()) || '/' || (select oid from pg_database where datname = current_database())`,
  timeline: `left(pg_walfile_name(pg_current_wal_lsn()), 8)`
} as const

const isTold = (sql: SqlClient.SqlClient, part: keyof typeof parts): Effect.Effect<boolean, SqlError> =>
  Effect.as(sql.unsafe(`select ${parts[part]}`), true).pipe(
    Effect.catchIf(
      (error) => !isUnavailable(error),
      () => Effect.succeed(false)
    )
  )

/** Makes tickets that are queued search before they are sent, from now on, because they may exist; `which` is a condition. */
export const searchFirst = (sql: SqlClient.SqlClient, which: Fragment): Effect.Effect<void, SqlError> =>
  Effect.asVoid(sql`
    update outbound_job
    set restored_at = clock_timestamp()
    where id in (
      select id from outbound_job
      where status in ('QUEUED', 'RUNNING') and uncertain_since is null and ${which}
      -- Whoever locks several jobs does so in this order, so that they cannot deadlock.
      order by id
      for update
    )`)

/** Notes that processes of this host run the jobs of the database. */
const noteHost = (sql: SqlClient.SqlClient, host: string): Effect.Effect<void, SqlError> =>
  Effect.asVoid(sql`
    with old as (delete from runner_host where seen_at < clock_timestamp() - make_interval(days => ${HOST_DAYS}) and name <> ${host})
    insert into runner_host (name) values (${host})
    on conflict (name) do update set seen_at = clock_timestamp() where runner_host.seen_at < clock_timestamp() - interval '1 hour'`)

interface Stored {
  readonly value: string
  /** Whether this database wrote the row itself: a dump that is restored writes it again, in another transaction. */
  readonly isOwn: boolean
}

const STORED = `value, value::jsonb ->> 'writtenBy' = xmin::text as "isOwn" from setting where name = '${SETTING}'`

const firstOf = (rows: ReadonlyArray<Stored>): Stored | null => rows[0] ?? null

const read = (sql: SqlClient.SqlClient) =>
  Effect.map(sql.unsafe<Stored>(`/* restore_check */ select ${STORED}`), firstOf)

const lock = (sql: SqlClient.SqlClient) => Effect.map(sql.unsafe<Stored>(`select ${STORED} for update`), firstOf)

/** Whether two identities are of different databases, or of different histories of one; a part that is not told says nothing. */
const differs = (part: keyof Identity, one: Identity, other: Identity): boolean =>
  one[part] !== null && other[part] !== null && one[part] !== other[part]

/** What a comparison of the stored identity with the present one says: whether it is the same, and whether some part was not told before. */
const compared = (before: Stored, now: Identity) => {
  const known = JSON.parse(before.value) as Identity
  return {
    known,
    isSame: before.isOwn && !differs("database", known, now) && !differs("timeline", known, now),
    hasMore: (known.database === null && now.database !== null) || (known.timeline === null && now.timeline !== null)
  }
}

/** A part that this role is not told stays as another one was told. */
const write = (sql: SqlClient.SqlClient, now: Identity, known: Identity) => sql`
  insert into setting (name, value)
  values (${SETTING}, (${JSON.stringify({ database: now.database ?? known.database, timeline: now.timeline ?? known.timeline })}::jsonb || jsonb_build_object('writtenBy', pg_current_xact_id()::xid::text))::text)
  on conflict (name) do update set value = excluded.value`

const takeOver = (sql: SqlClient.SqlClient, now: Identity, host: string): Check =>
  Effect.gen(function* () {
    const before = yield* lock(sql)
    if (before === null) return yield* Effect.as(write(sql, now, now), "same" as const)
    const { hasMore, isSame, known: former } = compared(before, now)
    if (isSame && !hasMore) return "same"
    yield* write(sql, now, former)
    if (isSame) return "same"
    const [known] = yield* sql<{ readonly isHome: boolean; readonly isMeant: boolean }>`
      select
        exists (select from runner_host where name = ${host}) as "isHome",
        exists (
          select from setting
          where name = ${MOVE} and abs(extract(epoch from clock_timestamp() - value::timestamptz)) < ${MOVE_HOURS * 3_600}
        ) as "isMeant"`
    const isCopy = differs("database", former, now)
    if (isCopy) {
      yield* sql`delete from setting where name = ${MOVE}`
      yield* sql`delete from runner_host`
      yield* noteHost(sql, host)
    }
    const isHeld = isCopy && known?.isHome !== true && known?.isMeant !== true
    if (isHeld) {
      yield* StoppedConnectors.stop(sql, { vendor: StoppedConnectors.EVERY_VENDOR, version: "", reason: HELD_COPY })
    }
    yield* searchFirst(sql, sql`true`)
    return isHeld ? "held" : "restored"
  }).pipe(sql.withTransaction)

/** What a process of `host` checks, and whether the server tells everything that a check needs. */
export const make = (
  host: string
): Effect.Effect<
  { readonly check: Check; readonly isTold: boolean; readonly note: Effect.Effect<void, SqlError> },
  SqlError,
  SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const told = { database: yield* isTold(sql, "database"), timeline: yield* isTold(sql, "timeline") }
    const part = (name: keyof typeof parts) => (told[name] ? parts[name] : "null")
    const identity = Effect.map(
      sql.unsafe<Identity>(
        `/* database_identity */ select (${part("database")})::text as database, (${part("timeline")})::text as timeline`
      ),
      ([row]): Identity => ({ database: row?.database ?? null, timeline: row?.timeline ?? null })
    )
    const check: Check = Effect.gen(function* () {
      const now = yield* identity
      const before = yield* read(sql)
      if (before === null) return yield* takeOver(sql, now, host)
      const { hasMore, isSame } = compared(before, now)
      return isSame && !hasMore ? "same" : yield* takeOver(sql, now, host)
    })
    return { check, isTold: told.database && told.timeline, note: noteHost(sql, host) }
  })

/** Announces that a copy of the database, or this copy, replaces the installation, so that its next start on another host is not held. */
export const announceMove: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.zipRight(
      sql`
        insert into setting (name, value) values (${MOVE}, clock_timestamp()::text)
        on conflict (name) do update set value = excluded.value`,
      AuditTrail.note(sql, { action: "installation.move" })
    ).pipe(sql.withTransaction)
)
