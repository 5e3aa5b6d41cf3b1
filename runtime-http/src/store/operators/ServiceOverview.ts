import { type HeldBackReason, type Job, type JobStatus, Problem } from "@tributary/core"
import { Context, Effect, Layer } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import type { OffsetPage } from "../accounts/Organizations.js"
import * as PresentProblems from "../jobs/PresentProblems.js"
import * as ReadLists from "../jobs/ReadLists.js"
import { instant } from "../jobs/StatusFacts.js"
import * as RunnerRegistry from "../schedule/RunnerRegistry.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"
import * as ConnectionFilter from "./ConnectionFilter.js"
import type { Page } from "./ConnectionOverview.js"
import { limited } from "./Statements.js"

/** What is due, and what runs. */
export interface Queue {
  readonly due: number
  readonly oldest_due_secs: number | null
  readonly running: number
  readonly stopped: number
  readonly paused: number
}

/** A process that runs jobs. */
export interface Process {
  readonly name: string
  readonly seen_at: string
  readonly is_alive: boolean
  readonly takes_shards: boolean
  readonly shards: number
  readonly running: number
}

/** Whose something is. */
interface Whose {
  readonly connection_id: string
  readonly account_id: string
  readonly account_name: string
  readonly organization_id: string
  readonly vendor: string
}

/** A job of any account. */
export interface SeenJob extends Whose {
  readonly job: Job
}

/** Deletions of any account that wait for a decision. */
export interface SeenHeldBack extends Whose {
  readonly record_kind: string
  readonly count: number
  readonly reason: HeldBackReason
  readonly held_since: string
}

/** Records that scans miss, by vendor and kind. */
export interface SeenMissing {
  readonly vendor: string
  readonly record_kind: string
  readonly records: number
  readonly connections: number
  readonly since: string
}

/** A ticket in flight. */
export interface SeenOutboundJob extends Whose {
  readonly id: string
  readonly task_name: string
  readonly status: JobStatus
  readonly attempt: number
  readonly created_at: string
  readonly due_at: string
  readonly uncertain_since: string | null
  readonly uncertain_reason: string | null
}

/** How many records of a kind there are of a vendor. */
export interface SeenRecords {
  readonly vendor: string
  readonly record_kind: string
  readonly connections: number
  readonly total: number
  readonly deleted: number
}

/** How old the data of a type is. */
export interface SeenFreshness {
  readonly vendor: string
  readonly data_export_type: string
  readonly lists: number
  readonly never_read: number
  readonly p50_secs: number | null
  readonly oldest_secs: number | null
  readonly oldest_connection_id: string | null
}

/** How the whole service is. */
export interface Overview {
  readonly accounts: number
  readonly connections: { readonly ACTIVE: number; readonly PAUSED: number; readonly PENDING: number }
  readonly failing: number
  /** By who must act; without those for whom nothing waits. */
  readonly owners: Readonly<Record<string, number>>
  readonly reasons: ReadonlyArray<{ readonly reason: Problem.ProblemReason; readonly connections: number }>
  readonly queue: Queue
  readonly processes: number
  readonly failed_jobs: number
  readonly ended_jobs: number
  readonly held_back: number
  readonly outbound_jobs: number
  readonly oldest_outbound_secs: number | null
  readonly stops: ReadonlyArray<{
    readonly vendor: string
    readonly version: string | null
    readonly reason: string
    readonly since: string
  }>
}

/** Whose entries are wanted; what is absent limits nothing. */
export type Owned = Pick<ConnectionFilter.ConnectionFilter, "accountId" | "vendor">

/** Which jobs are wanted. */
export interface JobFilter extends Owned {
  readonly statuses?: ReadonlyArray<JobStatus> | undefined
  /** Those that are open or have ended within so many seconds. */
  readonly sinceSecs: number
}

/** The state of the service over all accounts. */
export class ServiceOverview extends Context.Tag("@tributary/runtime-http/ServiceOverview")<
  ServiceOverview,
  {
    readonly status: Effect.Effect<Overview, SqlError>
    readonly processes: Effect.Effect<{ readonly processes: ReadonlyArray<Process>; readonly queue: Queue }, SqlError>
    /** The latest end first, and those that are open before. */
    readonly jobs: (filter: JobFilter, page: Page) => Effect.Effect<OffsetPage<SeenJob>, SqlError>
    /** Those that wait longest first. */
    readonly heldBack: (
      owned: Owned,
      page: Page
    ) => Effect.Effect<OffsetPage<SeenHeldBack> & { readonly missing: ReadonlyArray<SeenMissing> }, SqlError>
    /** Oldest first. */
    readonly outboundJobs: (owned: Owned, page: Page) => Effect.Effect<OffsetPage<SeenOutboundJob>, SqlError>
    readonly records: (owned: Owned) => Effect.Effect<ReadonlyArray<SeenRecords>, SqlError>
    readonly freshness: (owned: Owned) => Effect.Effect<ReadonlyArray<SeenFreshness>, SqlError>
    /** How many connections of each of these accounts have a problem; accounts without any are left out. */
    readonly failingOf: (accountIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, number>, SqlError>
  }
>() {}

const OWNERS = JSON.stringify(
  Object.fromEntries(Problem.ProblemReason.literals.map((reason) => [reason, Problem.ownerOf(reason)]))
)

const IS_OPEN = "status in ('QUEUED', 'RUNNING')"

/** Whose a row is that has a `connection_id`, as the members of a JSON object. */
const WHOSE = `
  'connection_id', connection.id, 'account_id', connection.account_id, 'account_name', account.name,
  'organization_id', connection.organization_id, 'vendor', connection.vendor`

/** Reads the state of the service. */
export const make: Effect.Effect<ServiceOverview["Type"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* StoppedConnectors.LoadedVersions
  const lists = yield* ReadLists.LoadedLists

  /** The answer of a statement that makes one JSON value of columns that only the store writes. */
  const read = <A>(statement: Fragment): Effect.Effect<A, SqlError> =>
    Effect.map(
      limited(sql, sql<{ readonly json: string }>`${statement}`),
      ([row]) => JSON.parse(row?.json ?? "null") as A
    )

  const isOwned = ({ accountId, vendor }: Owned) => ConnectionFilter.condition(sql, lists, { accountId, vendor })

  /**
   * A page and the number of all rows of `matching`, which have what `order` names and a `connection_id`. Only the rows of the page are
   * joined with the table that they are of, as `own`, and become an `item`.
   */
  const paged = (
    { item, order, own }: { readonly item: string; readonly order: string; readonly own: string },
    { limit, offset }: Page
  ) => sql`
    json_build_object(
      'total', (select count(*) from matching),
      'items', (
        select coalesce(json_agg(json_build_object(${sql.literal(item)}, ${sql.literal(WHOSE)}) order by ${sql.literal(order)}), '[]')
        from
          (select * from matching order by ${sql.literal(order)} limit ${limit} offset ${offset}) as page
          join ${sql.literal(own)}
          join connection on connection.id = page.connection_id
          join account on account.id = connection.account_id
      )
    )`

  const isWaiting = sql`not is_paused and run_by is null and next_run_at <= statement_timestamp()`
  const isUsable = StoppedConnectors.isUsable(sql, versions, sql`schedule.vendor`)

  const queue = sql`(
    select json_build_object(
      'due', count(*) filter (where ${isWaiting} and ${isUsable}),
      'oldest_due_secs', floor(extract(epoch from statement_timestamp() - min(next_run_at) filter (where ${isWaiting} and ${isUsable})))::int,
      'running', count(*) filter (where run_by is not null),
      'stopped', count(*) filter (where ${isWaiting} and not ${isUsable}),
      'paused', count(*) filter (where is_paused)
    )
    from schedule
  )`

  const status = read<Overview>(sql`
    with
      problem as materialized (${PresentProblems.rows(sql, versions)}),
      owned as (select connection_id, reason, ${OWNERS}::jsonb ->> reason as owner from problem),
      ended as (
        select status
        from job
        where
          coalesce(finished_at, 'infinity') >= statement_timestamp() - interval '1 hour'
          and coalesce(finished_at, 'infinity') < 'infinity'
      )
    select json_build_object(
      'accounts', (select count(*) from account),
      'connections', (
        select json_build_object(
          'ACTIVE', count(*) filter (where state = 'ACTIVE'),
          'PAUSED', count(*) filter (where state = 'PAUSED'),
          'PENDING', count(*) filter (where state = 'PENDING')
        )
        from connection
      ),
      'failing', (select count(distinct connection_id) from problem),
      'owners', (
        select coalesce(json_object_agg(owner, connections), '{}')
        from (select owner, count(distinct connection_id) as connections from owned where owner is not null group by owner) as each
      ),
      'reasons', (
        select coalesce(json_agg(json_build_object('reason', reason, 'connections', connections) order by connections desc, reason), '[]')
        from (select reason, count(distinct connection_id) as connections from owned where owner is not null group by reason) as each
      ),
      'queue', ${queue},
      'processes', (select count(*) from runner as process where ${RunnerRegistry.isAlive(sql, sql`process.name`)}),
      'failed_jobs', (select count(*) filter (where status = 'FAILED') from ended),
      'ended_jobs', (select count(*) from ended),
      'held_back', (
        select coalesce(sum(count), 0)
        from held_back_deletion join connection on connection.id = connection_id
        where decision is null and state <> 'DELETED'
      ),
      'outbound_jobs', (select count(*) from outbound_job where ${sql.literal(IS_OPEN)}),
      'oldest_outbound_secs', (
        select floor(extract(epoch from statement_timestamp() - min(created_at)))::int
        from outbound_job
        where ${sql.literal(IS_OPEN)}
      ),
      'stops', (
        select coalesce(json_agg(json_build_object(
          'vendor', vendor, 'version', nullif(version, ''), 'reason', reason, 'since', ${sql.literal(instant("stopped_at"))}
        ) order by vendor, version), '[]')
        from connector_stop
      )
    )::text as json`)

  const processes = read<Effect.Effect.Success<ServiceOverview["Type"]["processes"]>>(sql`
    select json_build_object(
      'processes', (
        select coalesce(json_agg(json_build_object(
          'name', name,
          'seen_at', ${sql.literal(instant("seen_at"))},
          'is_alive', ${RunnerRegistry.isAlive(sql, sql`process.name`)},
          'takes_shards', takes_shards,
          'shards', (select count(*) from shard_lock where runner = process.name),
          'running', (select count(*) from schedule where run_by = process.name)
        ) order by name), '[]')
        from runner as process
      ),
      'queue', ${queue}
    )::text as json`)

  const jobs: ServiceOverview["Type"]["jobs"] = ({ sinceSecs, statuses, ...owned }, page) =>
    read(sql`
      with matching as materialized (
        select coalesce(finished_at, 'infinity') as ended, job.id as job_id, connection_id
        from job join connection on connection.id = connection_id
        where
          coalesce(finished_at, 'infinity') >= statement_timestamp() - make_interval(secs => ${sinceSecs}::int)
          and ${isOwned(owned)}
          and ${statuses === undefined ? sql`true` : sql.in("status", statuses)}
      )
      select ${paged(
        {
          order: "ended desc, job_id",
          own: "job as own on own.id = page.job_id",
          item: `'job', json_build_object(
            'id', own.id, 'status', own.status, 'started_at', ${instant("own.started_at")},
            'finished_at', ${instant("own.finished_at")}, 'failure_reason', own.failure_reason,
            'data_exports', own.data_exports::json
          )`
        },
        page
      )}::text as json`)

  const missing = (owned: Owned) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'vendor', vendor, 'record_kind', kind, 'records', records, 'connections', connections,
      'since', ${sql.literal(instant("since"))}
    ) order by vendor, kind), '[]')
    from (
      select connection.vendor, kind, sum(count) as records, count(*) as connections, min(since) as since
      from missing_total join connection on connection.id = connection_id
      where ${isOwned(owned)}
      group by connection.vendor, kind
    ) as each
  )`

  const heldBack: ServiceOverview["Type"]["heldBack"] = (owned, page) =>
    read(sql`
      with matching as materialized (
        select held_since as waits_since, kind as held_kind, connection_id as page_connection, connection_id
        from held_back_deletion join connection on connection.id = connection_id
        where decision is null and ${isOwned(owned)}
      )
      select (
        ${paged(
          {
            order: "waits_since, held_kind, page_connection",
            own: "held_back_deletion as own on own.connection_id = page.connection_id and own.kind = held_kind",
            item: `'record_kind', own.kind, 'count', own.count, 'reason', own.reason, 'held_since', ${instant("own.held_since")}`
          },
          page
        )}::jsonb
        || jsonb_build_object('missing', ${missing(owned)})
      )::text as json`)

  const outboundJobs: ServiceOverview["Type"]["outboundJobs"] = (owned, page) =>
    read(sql`
      with matching as materialized (
        select outbound_job.created_at as queued_at, outbound_job.id as job_id, connection_id
        from outbound_job join connection on connection.id = connection_id
        where ${sql.literal(IS_OPEN)} and ${isOwned(owned)}
      )
      select ${paged(
        {
          order: "queued_at, job_id",
          own: "outbound_job as own on own.id = page.job_id",
          item: `
            'id', own.id, 'task_name', own.task_name, 'status', own.status, 'attempt', own.attempt,
            'created_at', ${instant("own.created_at")}, 'due_at', ${instant("own.due_at")},
            'uncertain_since', ${instant("own.uncertain_since")}, 'uncertain_reason', own.uncertain_reason`
        },
        page
      )}::text as json`)

  const records: ServiceOverview["Type"]["records"] = (owned) =>
    read(sql`
      select coalesce(json_agg(each order by vendor, record_kind), '[]')::text as json
      from (
        select
          connection.vendor, kind as record_kind, count(*) as connections, sum(total)::bigint as total,
          sum(deleted)::bigint as deleted
        from record_counter join connection on connection.id = connection_id
        where total > 0 and ${isOwned(owned)}
        group by connection.vendor, kind
      ) as each`)

  const freshness: ServiceOverview["Type"]["freshness"] = (owned) =>
    read(sql`
      select coalesce(json_agg(each order by vendor, data_export_type), '[]')::text as json
      from (
        select
          connection.vendor, export_type as data_export_type, count(*) as lists,
          count(*) filter (where last_scan_at is null) as never_read,
          floor(percentile_disc(0.5) within group (order by extract(epoch from statement_timestamp() - last_scan_at)))::int
            as p50_secs,
          floor(max(extract(epoch from statement_timestamp() - last_scan_at)))::int as oldest_secs,
          (array_agg(connection_id order by last_scan_at) filter (where last_scan_at is not null))[1] as oldest_connection_id
        from (${ReadLists.rows(sql, lists)}) as read join connection on connection.id = connection_id
        where ${isOwned(owned)}
        group by 1, 2
      ) as each`)

  const failingOf: ServiceOverview["Type"]["failingOf"] = (accountIds) =>
    Effect.map(
      read<Readonly<Record<string, number>>>(sql`
        with problem as materialized (${PresentProblems.rows(sql, versions)})
        select coalesce(json_object_agg(account_id, failing), '{}')::text as json
        from (
          select account_id, count(distinct connection.id) as failing
          from problem join connection on connection.id = connection_id
          where account_id::text in (select jsonb_array_elements_text(${JSON.stringify(accountIds)}::jsonb))
          group by account_id
        ) as each`),
      (counts) => new Map(Object.entries(counts))
    )

  return ServiceOverview.of({ status, processes, jobs, heldBack, outboundJobs, records, freshness, failingOf })
})

/** Reads the state of the service. */
export const layer: Layer.Layer<ServiceOverview, never, SqlClient.SqlClient> = Layer.effect(ServiceOverview, make)
