import { Effect } from "effect"
import { SqlClient, type SqlError, type Statement } from "../../Sql.js"
import { instant } from "../postgres/Instant.js"
import { runWithLease, type StaleFence } from "../schedule/Lease.js"
import * as DeletionRule from "./rules/DeletionRule.js"
import type { Scan } from "./Scan.js"
import * as ScanRows from "./ScanRows.js"
import * as SeenBlocks from "./SeenBlocks.js"

/** What a comparison of a range of records found. */
export interface Compared {
  /** How many stored records it has compared, including those that are gone. */
  readonly compared: number
  /** How many of them the scan has seen. */
  readonly seen: number
  /** The last id; null if there was no record. */
  readonly last: string | null
  /** Whether the range misses records, or is the first one and records of the kind were missing before. */
  readonly mayHaveMissing: boolean
}

/** The comparison of one range. */
export interface Range extends Compared {
  /** Whether there are more records. */
  readonly hasMore: boolean
}

/** Make the planner join by hashes and read indexes in the order of their ids, for the rest of the transaction; see `ScanRows.inOrderOfIds`. */
export const settings = (sql: SqlClient.SqlClient): ReadonlyArray<Statement<unknown>> => [
  ScanRows.inOrderOfIds(sql),
  sql`select set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'off', true)`
]

/**
 * Notes each live record, of the next `limit` after an id, that the scan has not seen; forgets that the others are missing, as far as an
 * interrupted sweep of this scan said so. `seenIn` are the numbers of `SeenRecords`.
 */
export const statement = (
  sql: SqlClient.SqlClient,
  scan: Scan,
  kind: string,
  seenIn: ReadonlyArray<number>,
  evidence: DeletionRule.Evidence,
  after: string,
  limit: number
): Statement<Compared> => {
  const { connectionId } = scan.lease
  const own = sql`connection_id = ${connectionId} and kind = ${kind}`
  const seen = SeenBlocks.between(sql, { connectionId, kind }, seenIn, sql`${after}::uuid`, sql`bound.last`)
  // As `DeletionRule.missingSince` says.
  const since = instant(sql, DeletionRule.missingSince(evidence, scan, null))
  // The first range alone looks for what was missing before: the database passes over what was forgotten each time that it looks.
  const hadMissing =
    after === SeenBlocks.LOWEST_ID ? ScanRows.hasAny(sql, connectionId, "missing_record", sql`${kind}`) : sql`false`
  const isKnown = sql`known.since between ${instant(sql, scan.steadySince ?? 0)} and ${instant(sql, scan.openedAt)}`
  return sql<Compared>`
    with
      stored as materialized (
        select id from record where ${own} and id > ${after} order by id limit ${limit}
      ),
      bound as materialized (select id as last from stored order by id desc limit 1),
      seen as materialized (select distinct found.id from bound, lateral (${seen}) as found),
      compared as materialized (
        select stored.id, seen.id is null as is_unseen from stored left join seen on seen.id = stored.id
      ),
      found as (
        delete from missing_record
        where ctid = any(array(
          select missing.place
          from
            bound,
            lateral (
              select ctid as place, id from missing_record
              where ${own} and id > ${after} and id <= bound.last and scan = ${scan.number}
              offset 0
            ) as missing
            join compared on compared.id = missing.id
          where not compared.is_unseen
        ))
      ),
      missed as (
        insert into missing_record as known (connection_id, kind, id, scan, first_scan, since, is_planned, seen_at)
        select
          ${connectionId}::uuid, ${kind}, compared.id, ${scan.number}, ${scan.number}, ${since}, ${!scan.isConfirming},
          (select full_at from record_counter where ${own})
        from
          compared,
          -- Few records are missing, so each is one index probe.
          lateral (select is_gone from record where ${own} and id = compared.id offset 0) as stored
        where compared.is_unseen and not stored.is_gone
        on conflict (connection_id, kind, id) do update set
          scan = excluded.scan,
          since = case when ${isKnown} then known.since else excluded.since end,
          is_planned = case when ${isKnown} then known.is_planned else excluded.is_planned end
        returning true
      )
    select
      count(*) as compared,
      count(*) filter (where not is_unseen) as seen,
      (select last from bound) as last,
      exists (select from missed) or ${hadMissing} as "mayHaveMissing"
    from compared`
}

/** Runs the comparison for one range, in a transaction. */
export const run = (
  scan: Scan,
  kind: string,
  seenIn: ReadonlyArray<number>,
  evidence: DeletionRule.Evidence,
  after: string
): Effect.Effect<Range, StaleFence | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const compared = statement(sql, scan, kind, seenIn, evidence, after, ScanRows.RANGE)
    const [row] = yield* runWithLease(scan.lease, compared, settings(sql))
    const found = row ?? { compared: 0, seen: 0, last: null, mayHaveMissing: true }
    return { ...found, hasMore: found.compared === ScanRows.RANGE }
  })
