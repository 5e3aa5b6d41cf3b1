// What the metrics show of the whole installation, as one statement reads it.

import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as RunnerRegistry from "../schedule/RunnerRegistry.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"
import * as PresentProblems from "./PresentProblems.js"
import * as ReadLists from "./ReadLists.js"
import { STALE_AFTER_INTERVALS } from "./StatusFacts.js"

/** What a fact is about. */
export type FactName =
  | "connections"
  | "deliveries"
  | "due"
  | "failing"
  | "held back"
  | "lists"
  | "processes"
  | "tickets"

/** Some things of one kind: how many they are, and how old the oldest is. */
export interface Fact {
  readonly name: FactName
  /** The vendor; null for what has none. */
  readonly vendor: string | null
  /** What else they have in common: a state, a reason, a kind of record, or a type of data. */
  readonly detail: string | null
  readonly count: number
  /** In seconds; null for what has no age. */
  readonly oldestSecs: number | null
  /** Of lists alone: why they were not read the last time; null if they were. */
  readonly reason: string | null
}

/** What the statement depends on, besides the database: read once, because whoever asks later may not have it. */
export interface Loaded {
  readonly versions: StoppedConnectors.LoadedVersions["Type"]
  readonly lists: ReadLists.LoadedLists["Type"]
}

/** What this process has loaded. */
export const loaded: Effect.Effect<Loaded> = Effect.all({
  versions: StoppedConnectors.LoadedVersions,
  lists: ReadLists.LoadedLists
})

interface Row {
  readonly name: FactName
  readonly vendor: string | null
  readonly detail: string | null
  readonly count: number
  readonly oldest_secs: number | null
  readonly reason: string | null
}

/**
 * Reads every schedule, problem and scan, so it takes longer the more connections there are. Of lists, `count` is how many are stale, and
 * `oldestSecs` the age of the last complete scan, or of what `ReadLists` counts from if there was none.
 */
export const load = ({ lists, versions }: Loaded): Effect.Effect<ReadonlyArray<Fact>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const isUsable = StoppedConnectors.isUsable(sql, versions, sql`schedule.vendor`)
    const ageOf = (column: string) => sql.literal(`extract(epoch from clock_timestamp() - ${column})`)
    const rows = yield* sql<Row>`
    /* installation_facts */
    with
      problem as materialized (${PresentProblems.rows(sql, versions)}),
      -- One reason for each list; that the connector is stopped comes first.
      cause as materialized (
        select distinct on (connection_id, extractor) connection_id, extractor, reason
        from problem
        where extractor is not null
        order by connection_id, extractor, reason = 'CONNECTOR_STOPPED' desc, reason
      ),
      list as (
        select
          read.vendor,
          export_type,
          coalesce(of_all.reason, own.reason) as reason,
          current_as_of,
          current_as_of + (${STALE_AFTER_INTERVALS}::int * refresh_interval_secs + timeout_secs) * interval '1 second' as stale_at
        from (${ReadLists.rows(sql, lists)}) as read
          join connection on connection.id = read.connection_id
          left join cause as own on own.connection_id = read.connection_id and own.extractor = read.extractor
          left join cause as of_all on of_all.connection_id = read.connection_id and of_all.extractor = ''
      ),
      fact (name, vendor, detail, count, oldest_secs, reason) as (
        select 'connections', vendor, state, count(*), null, null
        from connection where state <> 'DELETED' group by vendor, state
        union all
        select 'due', vendor, null, count(*), max(${ageOf("next_run_at")}), null
        from schedule
        where not is_paused
          and next_run_at <= statement_timestamp()
          -- A single process registers nothing, so that nobody takes its jobs over.
          and (run_by is null or (exists (select from runner) and ${RunnerRegistry.isGone(sql, sql`run_by`)}))
          and ${isUsable}
        group by vendor
        union all
        select 'failing', vendor, problem.reason, count(distinct connection_id), null, null
        from problem join connection on id = connection_id
        where state = 'ACTIVE'
        group by vendor, problem.reason
        union all
        select 'held back', vendor, kind, sum(held_back_deletion.count), max(${ageOf("held_since")}), null
        from held_back_deletion join connection on id = connection_id
        where decision is null and state <> 'DELETED'
        group by vendor, kind
        union all
        select
          'lists', vendor, export_type, count(*) filter (where stale_at < statement_timestamp()), ${ageOf("min(current_as_of)")}, reason
        from list group by vendor, export_type, reason
        union all
        select 'tickets', vendor, status, count(*), max(${ageOf("created_at")}), null
        from outbound_job where status in ('QUEUED', 'RUNNING') group by vendor, status
        union all
        select 'deliveries', null, null, count(*), max(${ageOf("due_at")}), null
        from webhook_delivery join webhook on webhook.id = webhook_id
        where state = 'PENDING' and not is_paused
        union all
        select 'processes', null, null, count(*), null, null
        from runner as process where ${RunnerRegistry.isAlive(sql, sql`process.name`)}
      )
    select name, vendor, detail, count::float8, oldest_secs::float8, reason from fact`
    return rows.map(({ oldest_secs, ...fact }) => ({ ...fact, oldestSecs: oldest_secs }))
  })
