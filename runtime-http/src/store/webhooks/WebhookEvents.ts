// store/webhooks: the webhooks of accounts, the events that they are told, and the deliveries of these.

import type { Health, JobExport } from "@tributary/core"
import type { ConnectionEventType } from "../../api/parts/WebhookEvents.js"
import type { Fragment, SqlClient, Statement } from "../../Sql.js"
import * as Announcements from "../schedule/Announcements.js"

/*
 * Events are written in the statement or the transaction of what they tell, so that neither is there without the other: one row for each
 * webhook of the account that is told events of their type. Without such a webhook, only the number of the connection's last event changes.
 *
 * The functions are parts of a statement in which `source` is the row of the connection, which its transaction has locked.
 */

/** The columns of `source`. */
export const SOURCE = "id, account_id, organization_id, vendor, identifier, event_sequence"

/** One thing that has happened to a connection. The parts are JSON, as SQL; null if they do not belong to its type. */
interface Fact {
  readonly type: ConnectionEventType
  /** Whether it has happened, as SQL. */
  readonly hasHappened: Fragment
  readonly health: Fragment
  readonly job: Fragment
  readonly records: Fragment
}

/** An instant as the API shows it, as SQL. */
export const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** To the microsecond and never later than the column, because polls begin there. */
const exact = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The JSON of an event's `data`, as SQL. A test has no connection. */
const dataOf = (fact: string, source: string): string => `
  json_build_object(
    'organization_id', ${source}.organization_id,
    'connection_id', ${source}.id,
    'vendor', ${source}.vendor,
    'identifier', ${source}.identifier,
    'sequence', ${fact}.sequence,
    'health', ${fact}.health,
    'job', ${fact}.job,
    'records', ${fact}.records
  )::text`

/** The data of a test, which is about no connection. */
export const TEST_DATA = JSON.stringify({
  organization_id: null,
  connection_id: null,
  vendor: null,
  identifier: null,
  sequence: null,
  health: null,
  job: null,
  records: null
})

/** The expressions `event`, with the facts that have happened in their order, and `told`, which writes the deliveries of them. */
const tell = (sql: SqlClient.SqlClient, facts: ReadonlyArray<Fact>): Fragment => {
  const rows = facts.map(
    ({ hasHappened, health, job, records, type }, place) =>
      sql`select ${place}::int, ${type}::text, ${health}::json, ${job}::json, ${records}::json where ${hasHappened}`
  )
  const [first = sql`select`, ...rest] = rows
  const all = rest.reduce<Fragment>((some, row) => sql`${some} union all ${row}`, first)
  return sql`
    event as materialized (
      select type, health, job, records, source.event_sequence + row_number() over (order by place) as sequence
      from source, lateral (${all}) as fact (place, type, health, job, records)
    ),
    told as (
      insert into webhook_delivery (webhook_id, account_id, connection_id, type, data)
      select webhook.id, source.account_id, source.id, event.type, ${sql.literal(dataOf("event", "source"))}
      from
        event
        cross join source
        join webhook on webhook.account_id = source.account_id and not is_paused and event.type = any (webhook.events)
      -- Waits for the deletion of a webhook, and leaves it out; without this, the statement would fail.
      for key share of webhook
      returning ${Announcements.due(sql, "webhooks")}
    )`
}

/** What `event_sequence` becomes in the update of the connection; needs `event`. */
export const nextSequence = (sql: SqlClient.SqlClient): Fragment =>
  sql`connection.event_sequence + (select count(*) from event)`

const none = (sql: SqlClient.SqlClient): Fragment => sql`null`

/** What the account's webhooks are told of a new connection, as a statement in the transaction that has inserted it. */
export const created = (sql: SqlClient.SqlClient, connectionId: string): Statement<unknown> => {
  const nothing = none(sql)
  return sql`
    /* event_connection_created */
    with
      source as (select ${sql.literal(SOURCE)} from connection where id = ${connectionId}),
      ${tell(sql, [{ type: "connection.created", hasHappened: sql`true`, health: nothing, job: nothing, records: nothing }])}
    update connection set event_sequence = ${nextSequence(sql)} from source where connection.id = source.id`
}

/** What a job has changed, by type of data. */
const changesOf = (dataExports: ReadonlyArray<JobExport>) =>
  dataExports.flatMap(({ changed, created, data_export_type, deleted }) =>
    created + changed + deleted === 0 ? [] : [{ data_export_type, created, changed, deleted }]
  )

/** The job that ends, as the API shows its parts; needs `ended`, the row that the end of the job returns. */
const jobOf = `json_build_object(
  'id', ended.id, 'status', ended.status, 'started_at', ${utc("ended.started_at")}, 'finished_at', ${utc("ended.finished_at")}
)`

/** That a health is another one than the `health_name` of `source`. */
const healthFact = (
  sql: SqlClient.SqlClient,
  { name }: Health.Health,
  { hasHappened, job }: Pick<Fact, "hasHappened" | "job">
): Fact => ({
  type: "connection.health_changed",
  hasHappened: sql`source.health_name <> ${name} and ${hasHappened}`,
  health: sql`json_build_object('name', ${name}::text, 'former_name', source.health_name)`,
  job,
  records: none(sql)
})

/**
 * What is told of a job that ends: that, which records it has changed, and that the health of the connection is another one. Needs `ended` with
 * the columns `id`, `status`, `created_at`, `started_at` and `finished_at` of the job, and with a health the column `health_name` of `source`.
 *
 * A page of a job is visible before the job ends, so polls begin at its first instant.
 */
export const jobEnded = (
  sql: SqlClient.SqlClient,
  { dataExports, health }: { readonly dataExports: ReadonlyArray<JobExport>; readonly health: Health.Health | null }
): Fragment => {
  const changes = changesOf(dataExports)
  const nothing = none(sql)
  const job = sql`(select ${sql.literal(jobOf)} from ended)`
  const hasEnded = sql`exists (select from ended)`
  const since = sql.literal(exact("least(ended.created_at, ended.started_at)"))
  const records = sql`(
    select json_build_object('updated_since', ${since}, 'types', ${JSON.stringify(changes)}::json) from ended
  )`
  return tell(sql, [
    { type: "job.finished", hasHappened: hasEnded, health: nothing, job, records: nothing },
    {
      type: "records.changed",
      hasHappened: sql`${changes.length > 0}::boolean and ${hasEnded}`,
      health: nothing,
      job,
      records
    },
    ...(health === null ? [] : [healthFact(sql, health, { job, hasHappened: hasEnded })])
  ])
}

/** Stores a health that no job has found, and tells that it is another one, as a statement; the caller has locked the connection. */
export const healthChanged = (
  sql: SqlClient.SqlClient,
  connectionId: string,
  health: Health.Health
): Statement<unknown> => sql`
  /* health_change */
  with
    source as materialized (
      select ${sql.literal(SOURCE)}, health_name from connection where id = ${connectionId}
    ),
    ${tell(sql, [healthFact(sql, health, { job: none(sql), hasHappened: sql`true` })])}
  update connection
  set event_sequence = ${nextSequence(sql)},
      health_name = ${health.name},
      health_details = ${health.details === null ? null : JSON.stringify(health.details)}
  from source
  where connection.id = source.id`

/** Ends a running job by `update`, an update of `job`, and tells that, as a statement; the caller has locked the connection. */
export const jobClosed = (sql: SqlClient.SqlClient, connectionId: string, update: Fragment): Statement<unknown> => sql`
  /* job_close */
  with
    source as materialized (select ${sql.literal(SOURCE)} from connection where id = ${connectionId}),
    ended as (${update} returning id, status, created_at, started_at, finished_at),
    ${jobEnded(sql, { dataExports: [], health: null })}
  update connection set event_sequence = ${nextSequence(sql)} from source where connection.id = source.id`
