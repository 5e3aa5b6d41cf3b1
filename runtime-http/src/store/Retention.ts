// store: everything kept in Postgres, one folder per subject; this file purges across all of them.

import { Effect } from "effect"
import { SqlClient, type SqlError } from "../Sql.js"
import { KEPT_SECS } from "./accounts/IdempotencyKeys.js"
import { isAtPlace, rowPlace, uuidArray } from "./postgres/RecordTable.js"
import * as StoredInstant from "./postgres/StoredInstant.js"
import * as StoppedConnectors from "./schedule/StoppedConnectors.js"

/** How many rows a purge has removed for good. */
export interface Purged {
  readonly connections: number
  readonly organizations: number
  readonly records: number
  readonly jobs: number
}

type Purging<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** Rows per transaction; small, so that nobody waits long for a lock. */
const MAX_ROWS = 1_000
/** How many connections one query searches for old jobs. */
const MAX_CONNECTIONS = 100
/** How many of the newest jobs of a connection are kept regardless of age, because the connection may have been paused for a long time. */
const JOBS_ALWAYS = 10
/** The most jobs kept of a connection, even if the others are not old yet: one that runs every minute adds 1,440 a day. */
const JOBS_AT_MOST = 1_000
const LOWEST_ID = "00000000-0000-0000-0000-000000000000"

const inTransaction = <A>(self: Purging<A>): Purging<A> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(self))

// Not `clock_timestamp()`: it is volatile, so no index can bound what a query with it reads.
const expired = (sql: SqlClient.SqlClient, days: number) => sql`statement_timestamp() - make_interval(days => ${days})`

/** Repeats a batch until one is not full; returns the total number of rows. */
const untilDone = (batch: Purging<ReadonlyArray<unknown>>): Purging<number> =>
  Effect.gen(function* () {
    let total = 0
    for (;;) {
      const { length } = yield* batch
      total += length
      if (length < MAX_ROWS) return total
    }
  })

/**
 * Removes a deleted connection with everything that belongs to it. Nobody writes any of that: the schedule row with the fence is gone.
 *
 * Tables of any size are emptied in batches, the others together with the row of the connection.
 */
const purgeConnection = (id: string): Purging<number> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const records = yield* untilDone(sql`
      delete from record
      using (select ${sql.literal(rowPlace)} from record where connection_id = ${id} limit ${MAX_ROWS}) as found
      where ${sql.literal(isAtPlace)}
      returning 1`)
    for (const table of [
      "scan_seen_block",
      "missing_record",
      "emptied_field",
      "scan_parent",
      "pending_relation",
      "pending_move"
    ]) {
      yield* untilDone(sql`
        delete from ${sql(table)}
        where ctid = any(array(select ctid from ${sql(table)} where connection_id = ${id} limit ${MAX_ROWS}))
        returning 1`)
    }
    yield* inTransaction(
      Effect.gen(function* () {
        for (const table of [
          "schedule",
          "job",
          "outbound_job",
          "scan",
          "record_counter",
          "held_back_deletion",
          "missing_total",
          "kept_field",
          "connection_problem"
        ]) {
          yield* sql`delete from ${sql(table)} where connection_id = ${id}`
        }
        yield* sql`delete from connection where id = ${id}`
      })
    )
    return records
  })

const purgeConnections = (days: number): Purging<Pick<Purged, "connections" | "records">> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const deleted = yield* sql<{ readonly id: string }>`
      select id from connection
      where state = 'DELETED' and deleted_at < ${expired(sql, days)}
      order by deleted_at`
    const records = yield* Effect.forEach(deleted, ({ id }) => purgeConnection(id))
    return { connections: deleted.length, records: records.reduce((sum, count) => sum + count, 0) }
  })

const purgeOrganizations = (days: number): Purging<number> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const gone = yield* sql`
      delete from organization
      where deleted_at < ${expired(sql, days)}
        and not exists (select 1 from connection where organization_id = organization.id)
      returning 1`
    return gone.length
  })

/** Which records that are gone: those that left their list, or those that stay in it and show as deleted. */
type Shown = "hidden" | "listed"

/** Each is the predicate of an index. */
const areGone: Readonly<Record<Shown, string>> = {
  hidden: "is_gone and not is_listed",
  listed: "is_gone and is_listed"
}

/** Tombstones of one list, by id. */
interface Tombstones {
  readonly connectionId: string
  readonly kind: string
  readonly ids: ReadonlyArray<string>
}

/**
 * Removes tombstones of one list: records that are gone.
 *
 * It takes the write lock of the list, but skips the list if a writer holds the lock. A record that returns later gets its former id,
 * because ids are derived from the connection, the kind and the vendor's id.
 */
const purgeTombstones = ({ connectionId, kind, ids }: Tombstones, shown: Shown, days: number): Purging<number> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lock = yield* sql`
      select 1 from record_counter
      where connection_id = ${connectionId} and kind = ${kind}
      for update skip locked`
    if (lock.length === 0) return 0
    const gone = yield* sql`
      delete from record
      using unnest(${uuidArray(ids)}::uuid[]) as old (id)
      where record.connection_id = ${connectionId} and record.kind = ${kind} and record.id = old.id
        and ${sql.literal(areGone[shown])} and record.gone_at < ${expired(sql, days)}
      returning 1`
    if (shown === "listed") {
      yield* sql`
        update record_counter set total = total - ${gone.length}, deleted = deleted - ${gone.length}
        where connection_id = ${connectionId} and kind = ${kind}`
    }
    return gone.length
  }).pipe(inTransaction)

/** The oldest tombstones, without those that a live relation refers to: removing these would change the record at the other end unnoticed. */
const oldTombstones = (shown: Shown, days: number): Purging<ReadonlyArray<Tombstones>> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Tombstones>`
      select connection_id as "connectionId", kind, array_agg(id::text) as ids
      from (
        select connection_id, kind, id
        from record
        where ${sql.literal(areGone[shown])} and gone_at < ${expired(sql, days)}
          and not exists (
            select 1 from record as near
            where near.connection_id = record.connection_id and near.source_id = record.id and not near.is_gone
          )
          and not exists (
            select 1 from record as near
            where near.connection_id = record.connection_id and near.target_id = record.id and not near.is_gone
          )
        order by gone_at
        limit ${MAX_ROWS}
      ) as old
      group by 1, 2`
  )

const purgeRecords = (shown: Shown, days: number): Purging<number> =>
  Effect.gen(function* () {
    let total = 0
    for (;;) {
      const lists = yield* oldTombstones(shown, days)
      const purged = yield* Effect.forEach(lists, (list) => purgeTombstones(list, shown, days))
      const count = purged.reduce((sum, each) => sum + each, 0)
      total += count
      // Nothing is left but lists that are being written, which wait for the next purge.
      if (count === 0) return total
    }
  })

/** Removes old pull jobs and outbound jobs that have ended. The first job of a connection stays, because its status shows it. */
const purgeJobs = (days: number): Purging<number> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let total = 0
    let after = LOWEST_ID
    for (;;) {
      const connections = yield* sql<{ readonly id: string }>`
        select id from connection where id > ${after}::uuid order by id limit ${MAX_CONNECTIONS}`
      const last = connections.at(-1)
      if (last === undefined) return total
      after = last.id
      const ids = uuidArray(connections.map(({ id }) => id))
      const jobs = sql`
        delete from job
        where id in (
          select old.id
          from
            unnest(${ids}::uuid[]) as own (id),
            lateral (
              select
                id, finished_at, row_number() over (order by created_at desc, id) as place, count(*) over () as places
              from job
              where connection_id = own.id
            ) as old
          where old.finished_at is not null
            and old.place < old.places
            and (old.place > ${JOBS_AT_MOST} or (old.place > ${JOBS_ALWAYS} and old.finished_at < ${expired(sql, days)}))
          limit ${MAX_ROWS}
        )
        returning 1`
      const outbound = sql`
        delete from outbound_job
        where id in (
          select id from outbound_job
          where connection_id = any(${ids}::uuid[]) and finished_at < ${expired(sql, days)}
          limit ${MAX_ROWS}
        )
        returning 1`
      total += (yield* untilDone(jobs)) + (yield* untilDone(outbound))
    }
  })

/** Removes what vendors have said about limits whose windows and pauses have ended; nobody asks for it again. */
const purgeRateLimits: Purging<void> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* untilDone(sql`
    delete from rate_budget
    where ctid = any(array(
      select ctid from rate_budget where ends_at < statement_timestamp() - interval '1 hour' limit ${MAX_ROWS}))
    returning 1`)
  yield* untilDone(sql`
    delete from rate_line
    where ctid = any(array(
      select ctid from rate_line where taken_until < statement_timestamp() - interval '1 hour' limit ${MAX_ROWS}))
    returning 1`)
})

/** Removes answers that are kept no longer. */
const purgeIdempotencyKeys: Purging<void> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* untilDone(sql`
    delete from idempotency_key
    where ctid = any(array(
      select ctid from idempotency_key
      where created_at < statement_timestamp() - make_interval(secs => ${KEPT_SECS})
      limit ${MAX_ROWS}))
    returning 1`)
})

/** Removes events of the audit log that are older than the operator keeps them. */
const purgeAuditEvents = (days: number): Purging<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* untilDone(sql`
      delete from audit_event
      where ctid = any(array(select ctid from audit_event where at < ${expired(sql, days)} limit ${MAX_ROWS}))
      returning 1`)
  })

/**
 * Purges everything that was deleted more than `days` ago, jobs that ended before then, rate limits that have ended, and answers of requests after a day.
 * Records that show as deleted stay for `deletedRecordDays`, or for ever without it; those that have left their list stay for `deletedRecordDays`, too, or for `days` without it.
 *
 * Events of the audit log stay for `auditDays`.
 *
 * It uses small transactions and may stop after any of them: the next purge finds the rest. Several processes may run it at once.
 */
export const purge = (
  days: number,
  deletedRecordDays: number | null = null,
  auditDays: number = 365
): Purging<Purged> =>
  Effect.gen(function* () {
    const { connections, records } = yield* purgeConnections(days)
    const organizations = yield* purgeOrganizations(days)
    const hidden = yield* purgeRecords("hidden", deletedRecordDays ?? days)
    const listed = deletedRecordDays === null ? 0 : yield* purgeRecords("listed", deletedRecordDays)
    const jobs = yield* purgeJobs(days)
    yield* purgeRateLimits
    yield* purgeIdempotencyKeys
    yield* purgeAuditEvents(auditDays)
    return { connections, organizations, records: records + hidden + listed, jobs }
  })

const TURN = "retention/last_run"

/** Whether this process should purge now: one of all processes of a database should, once in `everySecs` seconds, unless the installation is held. */
export const takeTurn = (everySecs: number): Purging<boolean> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const taken = yield* sql`
      insert into setting (name, value)
      select ${TURN}::text, clock_timestamp()::text
      where not ${StoppedConnectors.isHeld(sql)}
      on conflict (name) do update set value = excluded.value
      where
        setting.value::timestamptz <= statement_timestamp() - make_interval(secs => ${everySecs})
        or ${StoredInstant.isAhead(sql, "setting.value::timestamptz")}
      returning 1`
    return taken.length > 0
  })
