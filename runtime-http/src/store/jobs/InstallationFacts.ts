// What the metrics show of the whole installation, as one statement reads it.

import type { DataExportType } from "@tributary/core"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as RunnerRegistry from "../schedule/RunnerRegistry.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"
import * as PresentProblems from "./PresentProblems.js"
import { STALE_AFTER_INTERVALS } from "./StatusFacts.js"

/** What a fact is about. */
export type FactName = "connections" | "due" | "failing" | "held back" | "lists" | "processes" | "tickets"

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

/** A list that the connections of a vendor read, unless they have chosen other types of data. */
export interface ReadList {
  readonly vendor: string
  readonly exportType: DataExportType
  readonly extractor: string
}

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
 * `oldestSecs` the age of the last complete scan, or of the connection if there was none.
 */
export const load = (
  lists: ReadonlyArray<ReadList>
): Effect.Effect<ReadonlyArray<Fact>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const versions = yield* StoppedConnectors.LoadedVersions
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
          connection.vendor,
          "exportType" as export_type,
          coalesce(of_all.reason, own.reason) as reason,
          ${ageOf("coalesce(last_scan_at, connection.created_at)")} as age,
          ${STALE_AFTER_INTERVALS}::int * refresh_interval_secs + timeout_secs as max_age
        from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) as read (vendor text, "exportType" text, extractor text)
          join connection on connection.vendor = read.vendor and state = 'ACTIVE'
            and (data_export_types = '[]' or jsonb_exists(data_export_types::jsonb, "exportType"))
          left join scan on scan.connection_id = connection.id and scan.extractor = read.extractor
          left join cause as own on own.connection_id = connection.id and own.extractor = read.extractor
          left join cause as of_all on of_all.connection_id = connection.id and of_all.extractor = ''
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
        select 'lists', vendor, export_type, count(*) filter (where age > max_age), max(age), reason
        from list group by vendor, export_type, reason
        union all
        select 'tickets', vendor, status, count(*), max(${ageOf("created_at")}), null
        from outbound_job where status in ('QUEUED', 'RUNNING') group by vendor, status
        union all
        select 'processes', null, null, count(*), null, null
        from runner as process where ${RunnerRegistry.isAlive(sql, sql`process.name`)}
      )
    select name, vendor, detail, count::float8, oldest_secs::float8, reason from fact`
    return rows.map(({ oldest_secs, ...fact }) => ({ ...fact, oldestSecs: oldest_secs }))
  })
