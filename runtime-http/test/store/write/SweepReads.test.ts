import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { expect } from "@effect/vitest"
import { type HeldBackDecision, RecordKind } from "@tributary/core"
import { Effect, Option } from "effect"
import * as SeenBlocks from "../../../src/store/write/SeenBlocks.js"
import * as Partitions from "../Partitions.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind

const ROWS = 40_000
/** A statement looks up each of its 10,000 rows in at most three indexes. */
const MOST_READS = 35_000

/** How many rows this transaction has read, whether by an index or not. Rows that are deleted but not vacuumed do not count. */
const readSoFar = `
  select
    sum(pg_stat_get_xact_tuples_fetched(oid) + case relkind when 'r' then pg_stat_get_xact_tuples_returned(oid) else 0 end)::int
      as reads
  from pg_class
  where relnamespace = 'public'::regnamespace`

const resetPlanner = `
  select set_config(name, 'on', true)
  from unnest('{enable_nestloop,enable_hashjoin,enable_seqscan,enable_bitmapscan,enable_sort}'::text[]) as name`

interface Cost {
  readonly statement: string
  readonly reads: number
}

/** Runs the effect in one transaction, and notes how much each of its statements reads. */
const measured = <A, E, R>(costs: Array<Cost>, self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const [connection, depth] = Option.getOrThrow(yield* Effect.serviceOption(SqlClient.TransactionConnection))
    const reads = Effect.map(connection.execute(readSoFar, [], undefined), ([row]): number => row.reads)
    const execute: Connection["execute"] = (statement, values, transform) =>
      Effect.gen(function* () {
        // Here a transaction is a savepoint, which does not end what is set for a transaction.
        if (statement.startsWith("SAVEPOINT")) yield* connection.execute(resetPlanner, [], undefined)
        const before = yield* reads
        const rows = yield* connection.execute(statement, values, transform)
        costs.push({ statement, reads: (yield* reads) - before })
        return rows
      })
    const measuring: Connection = { ...connection, execute, executeUnprepared: execute }
    return yield* Effect.provideService(self, SqlClient.TransactionConnection, [measuring, depth])
  }).pipe((effect) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect)))

Fixture.postgres(`The end of a scan of ${ROWS} records`, (it) => {
  it.effect("has no statement that reads more than a range of the list, whatever the scan missed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      // The planner believes that the tables are as they were between two scans.
      for (const table of ["record", "scan_seen_block", "missing_record"]) {
        yield* Partitions.withoutAutovacuum(table)
        yield* sql`analyze ${sql(table)}`
      }
      yield* sql`
        insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire)
        select ${at.id}, 'idp_user', md5(n::text)::uuid, n::text, n, now(), '', '{}'
        from generate_series(1, ${ROWS}::int) as n`
      yield* sql`
        insert into record_counter (connection_id, kind, position, total) values (${at.id}, 'idp_user', ${ROWS}, ${ROWS})`

      const costs: Array<Cost> = []
      /** A complete scan of the first records of the list, after an operator has decided about what was held back before. */
      const scan = (seen: number, total: number | null, decision: HeldBackDecision | null = null) =>
        Effect.gen(function* () {
          yield* sql`update held_back_deletion set decision = ${decision} where connection_id = ${at.id}`
          yield* Fixture.later(at, 1)
          const opened = yield* measured(costs, Fixture.open(at, Fixture.extractor([IdpUser])))
          const list = { connectionId: at.id, kind: IdpUser.name }
          yield* SeenBlocks.insertFrom(
            list,
            1,
            sql`select id from record where connection_id = ${at.id} and position <= ${seen}`
          )
          // Another process ends it, which reads what the scan has seen.
          const { deleted, heldBack } = yield* measured(costs, Fixture.close({ ...opened }, total))
          // As autovacuum does between two scans.
          yield* sql`vacuum scan_seen_block, missing_record`
          return { deleted, heldBack }
        })
      const few = 100
      const others = ROWS - few
      expect(yield* scan(ROWS, ROWS)).toEqual({ deleted: 0, heldBack: 0 })
      expect(yield* scan(others, null)).toEqual({ deleted: 0, heldBack: 0 })
      expect(yield* scan(0, null), "a few are missed twice").toEqual({ deleted: 0, heldBack: few })
      expect(yield* scan(0, null, "CONFIRM"), "and the others too").toEqual({ deleted: few, heldBack: others })
      expect(yield* scan(0, null, "DISMISS"), "now once again").toEqual({ deleted: 0, heldBack: 0 })
      expect(yield* scan(others, others)).toEqual({ deleted: 0, heldBack: 0 })

      const [costliest] = costs.sort((a, b) => b.reads - a.reads)
      expect(costliest?.reads, costliest?.statement).toBeLessThan(MOST_READS)
    })
  )
})
