// store: everything kept in Postgres, one folder per subject; this file purges across all of them.

import { Extractor } from "@tributary/core"
import { Effect } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../Sql.js"
import { KEPT_SECS } from "./accounts/IdempotencyKeys.js"
import { KEPT_DAYS as CONNECT_SESSION_DAYS } from "./connect/ConnectSessions.js"
import * as Interruption from "./consent/Interruption.js"
import { KEPT_MINUTES as VISIT_KEPT_MINUTES } from "./consent/Visits.js"
import * as ExpiredEvents from "./ExpiredEvents.js"
import * as Emptying from "./erasure/Emptying.js"
import { uuidArray } from "./postgres/RecordTable.js"
import * as StoredInstant from "./postgres/StoredInstant.js"
import * as StoppedConnectors from "./schedule/StoppedConnectors.js"
import * as Tombstones from "./Tombstones.js"
import { KEPT_DAYS } from "./webhooks/WebhookDeliveries.js"

/** How many rows a purge has removed for good. */
export interface Purged {
  readonly connections: number
  readonly organizations: number
  readonly records: number
  readonly jobs: number
}

type Purging<A> = Effect.Effect<A, SqlError | StoppedConnectors.Held, SqlClient.SqlClient>

/** How many connections one query searches for old jobs. */
const MAX_CONNECTIONS = 100
/** How many of the newest jobs of a connection are kept regardless of age, because the connection may have been paused for a long time. */
const JOBS_ALWAYS = 10
/** The most jobs kept of a connection, even if the others are not old yet: one that runs every minute adds 1,440 a day. */
const JOBS_AT_MOST = 1_000
const LOWEST_ID = "00000000-0000-0000-0000-000000000000"

// Not `clock_timestamp()`: it is volatile, so no index can bound what a query with it reads.
const expired = (sql: SqlClient.SqlClient, days: number) => sql`statement_timestamp() - make_interval(days => ${days})`

const step: Emptying.Commit<StoppedConnectors.Held> = StoppedConnectors.step

/** Repeats a batch until one is not full; returns the total number of rows. */
const untilDone = (batch: Purging<ReadonlyArray<unknown>>): Purging<number> =>
  Effect.gen(function* () {
    let total = 0
    for (;;) {
      const { length } = yield* StoppedConnectors.step(batch)
      total += length
      if (length < Emptying.MAX_ROWS) return total
    }
  })

/** Removes the rows of a table that nobody needs any more. */
const purgeRows = (table: string, isOver: Fragment): Purging<number> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    untilDone(sql`
      delete from ${sql(table)}
      where ctid = any(array(select ctid from ${sql(table)} where ${isOver} limit ${Emptying.MAX_ROWS}))
      returning 1`)
  )

/** What an unfinished erasure removes, it also counts. */
const isErased = (sql: SqlClient.SqlClient) => sql`
  exists (
    select from erasure
    where finished_at is null and subject_id in (connection.id, connection.organization_id, connection.account_id)
  )`

const purgeConnections = (days: number): Purging<Pick<Purged, "connections" | "records">> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const deleted = yield* sql<{ readonly id: string }>`
      select id from connection
      where state = 'DELETED' and deleted_at < ${expired(sql, days)} and not ${isErased(sql)}
      order by deleted_at`
    const counts = yield* Effect.forEach(deleted, ({ id }) => Emptying.empty("connection", id, step))
    return { connections: deleted.length, records: counts.reduce((sum, { record = 0 }) => sum + record, 0) }
  })

const purgeOrganizations = (days: number): Purging<number> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const gone = yield* sql<{ readonly id: string }>`
      select id from organization
      where deleted_at < ${expired(sql, days)}
        and not exists (select 1 from connection where organization_id = organization.id)
        and not exists (
          select from erasure where finished_at is null and subject_id in (organization.id, organization.account_id)
        )`
    yield* Effect.forEach(gone, ({ id }) => Emptying.empty("organization", id, step), { discard: true })
    return gone.length
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
          limit ${Emptying.MAX_ROWS}
        )
        returning 1`
      const outbound = sql`
        delete from outbound_job
        where id in (
          select id from outbound_job
          where connection_id = any(${ids}::uuid[]) and finished_at < ${expired(sql, days)}
          limit ${Emptying.MAX_ROWS}
        )
        returning 1`
      total += (yield* untilDone(jobs)) + (yield* untilDone(outbound))
    }
  })

/** Removes what vendors have said about limits whose windows and pauses have ended; nobody asks for it again. */
const purgeRateLimits: Purging<void> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* purgeRows("rate_budget", sql`ends_at < statement_timestamp() - interval '1 hour'`)
  yield* purgeRows("rate_line", sql`taken_until < statement_timestamp() - interval '1 hour'`)
})

/** Removes answers that are kept no longer. */
const purgeIdempotencyKeys: Purging<void> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* purgeRows("idempotency_key", sql`created_at < statement_timestamp() - make_interval(secs => ${KEPT_SECS})`)
})

/** Removes what webhooks were told, or were to be told, long ago. */
const purgeDeliveries: Purging<void> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* purgeRows("webhook_delivery", sql`created_at < ${expired(sql, KEPT_DAYS)}`)
})

/** Removes visits to the pages of vendors, which no browser can end or look at any more; those stay that say why there was no consent. */
const purgeConsentVisits: Purging<void> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* purgeRows(
    "consent_visit",
    sql`
      created_at < statement_timestamp() - make_interval(mins => ${VISIT_KEPT_MINUTES})
      and not ${sql.literal(Interruption.isInterrupted)}`
  )
})

/** Removes links and sessions of customers that ended long ago. */
const purgeConnectSessions: Purging<void> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* purgeRows("connect_session", sql`expires_at < ${expired(sql, CONNECT_SESSION_DAYS)}`)
})

/** Removes events of the audit log that are older than the operator keeps them. */
const purgeAuditEvents = (days: number): Purging<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* purgeRows("audit_event", sql`at < ${expired(sql, days)}`)
  })

/**
 * Purges everything that was deleted more than `days` ago, jobs that ended before then, rate limits that have ended, answers of requests after a day,
 * and deliveries to webhooks and expired links of customers after a week.
 * Records that are gone stay for `deletedRecordDays`; if that is null, those that show as deleted stay in their lists without limit, and the others for `days`.
 *
 * Events of the audit log stay for `auditDays`, and records that are events for `eventDays` after they happened.
 *
 * It uses small transactions and may stop after any of them, as it does if the installation is held: the next purge finds the rest. Several
 * processes may run it at once.
 */
export const purge = (
  days: number,
  deletedRecordDays: number | null = null,
  auditDays: number = 365,
  eventDays: number = Extractor.EventLog.RETENTION_DAYS
): Purging<Purged> =>
  Effect.gen(function* () {
    const { connections, records } = yield* purgeConnections(days)
    const organizations = yield* purgeOrganizations(days)
    const hidden = yield* Tombstones.purge("hidden", deletedRecordDays ?? days)
    const listed = deletedRecordDays === null ? 0 : yield* Tombstones.purge("listed", deletedRecordDays)
    const events = yield* ExpiredEvents.purge(eventDays)
    const jobs = yield* purgeJobs(days)
    yield* purgeRateLimits
    yield* purgeIdempotencyKeys
    yield* purgeDeliveries
    yield* purgeConsentVisits
    yield* purgeConnectSessions
    yield* purgeAuditEvents(auditDays)
    return { connections, organizations, records: records + hidden + listed + events, jobs }
  })

const TURN = "retention/last_run"

/** Whether this process should purge now: one of all processes of a database should, once in `everySecs` seconds, unless the installation is held. */
export const takeTurn = (everySecs: number): Effect.Effect<boolean, SqlError, SqlClient.SqlClient> =>
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
