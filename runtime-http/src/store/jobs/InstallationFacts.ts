// What the metrics show of the whole installation, as one statement reads it.

import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as RunnerRegistry from "../schedule/RunnerRegistry.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"

/** What a fact is about. */
export type FactName = "connections" | "due" | "failing" | "held back" | "lists" | "processes" | "tickets"

/** Some things of one kind: how many they are, and how old the oldest is. */
export interface Fact {
  readonly name: FactName
  /** The vendor; null for what has none. */
  readonly vendor: string | null
  /** What else they have in common: a state, a reason, a kind of record, or the name of an extractor. */
  readonly detail: string | null
  readonly count: number
  /** In seconds; null for what has no age. */
  readonly oldestSecs: number | null
  /** Of lists alone: the types of data that their connections have chosen, as stored; otherwise null. */
  readonly chosen: string | null
  /** Of lists alone: why they were not read the last time; null if they were. */
  readonly reason: string | null
}

interface Row {
  readonly name: FactName
  readonly vendor: string | null
  readonly detail: string | null
  readonly count: number
  readonly oldest_secs: number | null
  readonly chosen: string | null
  readonly reason: string | null
}

/** So many intervals without a complete scan, plus one timeout, make a list stale; as the status of a connection says it. */
const STALE_AFTER_INTERVALS = 2

/**
 * Reads every schedule, problem and scan, so it takes longer the more connections there are: some 60 milliseconds with 10,000. Of lists,
 * `count` is how many are stale, and `oldestSecs` the age of the last complete scan.
 */
export const load: Effect.Effect<ReadonlyArray<Fact>, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* StoppedConnectors.LoadedVersions
  const isUsable = StoppedConnectors.isUsable(sql, versions, sql`schedule.vendor`)
  const ageOf = (column: string) => sql.literal(`extract(epoch from clock_timestamp() - ${column})`)
  const rows = yield* sql<Row>`
    /* installation_facts */
    with
      problem as (
        select distinct on (connection_id, extractor) connection_id, extractor, reason
        from connection_problem
        order by connection_id, extractor, last_seen_at desc
      ),
      list as (
        select
          connection.vendor,
          scan.extractor,
          data_export_types as chosen,
          coalesce(own.reason, of_all.reason) as reason,
          ${ageOf("coalesce(last_scan_at, created_at)")} as age,
          ${STALE_AFTER_INTERVALS}::int * refresh_interval_secs + timeout_secs as max_age
        from scan
          join connection on connection.id = scan.connection_id and state = 'ACTIVE'
          left join problem as own on own.connection_id = scan.connection_id and own.extractor = scan.extractor
          left join problem as of_all on of_all.connection_id = scan.connection_id and of_all.extractor = ''
      ),
      fact (name, vendor, detail, count, oldest_secs, chosen, reason) as (
        select 'connections', vendor, state, count(*), null, null, null
        from connection where state <> 'DELETED' group by vendor, state
        union all
        select 'due', vendor, null, count(*), max(${ageOf("next_run_at")}), null, null
        from schedule
        where not is_paused
          and next_run_at <= statement_timestamp()
          -- A single process registers nothing, so that nobody takes its jobs over.
          and (run_by is null or (exists (select from runner) and ${RunnerRegistry.isGone(sql, sql`run_by`)}))
          and ${isUsable}
        group by vendor
        union all
        select 'failing', vendor, problem.reason, count(distinct connection_id), null, null, null
        from problem join connection on id = connection_id
        where state = 'ACTIVE'
        group by vendor, problem.reason
        union all
        select 'held back', vendor, kind, sum(held_back_deletion.count), max(${ageOf("held_since")}), null, null
        from held_back_deletion join connection on id = connection_id
        where decision is null and state <> 'DELETED'
        group by vendor, kind
        union all
        select 'lists', vendor, extractor, count(*) filter (where age > max_age), max(age), chosen, reason
        from list group by vendor, extractor, chosen, reason
        union all
        select 'tickets', vendor, status, count(*), max(${ageOf("created_at")}), null, null
        from outbound_job where status in ('QUEUED', 'RUNNING') group by vendor, status
        union all
        select 'processes', null, null, count(*), null, null, null
        from runner as process where ${RunnerRegistry.isAlive(sql, sql`process.name`)}
      )
    select name, vendor, detail, count::float8, oldest_secs::float8, chosen, reason from fact`
  return rows.map(({ oldest_secs, ...fact }) => ({ ...fact, oldestSecs: oldest_secs }))
})
