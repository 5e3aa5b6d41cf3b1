import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as SeenBlocks from "../../../src/store/write/SeenBlocks.js"
import * as SeenComparison from "../../../src/store/write/SeenComparison.js"
import * as Partitions from "../Partitions.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind

const ROWS = 50_000

Fixture.postgres("The comparison of stored and seen records", (it) => {
  it.effect("reads two indexes in order, and only its own range, whatever the planner assumes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      const other = yield* Fixture.connection
      const scan = yield* Fixture.open(at, Fixture.extractor([IdpUser]))
      yield* Partitions.withoutAutovacuum("scan_seen_block")
      yield* sql`analyze scan_seen_block`
      for (const { id } of [at, other]) {
        yield* sql`
          insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire)
          select ${id}, 'idp_user', md5(${id}::text || n)::uuid, n::text, n, now(), '', '{}'
          from generate_series(1, ${ROWS}::int) as n`
        for (const number of [1, 2]) {
          yield* SeenBlocks.insertFrom(
            { connectionId: id, kind: IdpUser.name },
            number,
            sql`select id from record where connection_id = ${id} and position % 100 > 0 and position % 2 = ${number - 1}`
          )
        }
      }
      const explained = Effect.gen(function* () {
        for (const setting of SeenComparison.settings(sql)) yield* setting
        const evidence = { isReadable: true, isConfirmed: true }
        const [text, values] = SeenComparison.statement(
          sql,
          scan,
          IdpUser.name,
          [1, 2],
          evidence,
          SeenBlocks.LOWEST_ID,
          1_000
        ).compile()
        const rows = yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(
          `explain (analyze, buffers, costs off, timing off, summary off) ${text}`,
          values
        )
        return yield* Partitions.named(rows.map((row) => row["QUERY PLAN"]).join("\n"))
      }).pipe(sql.withTransaction)
      const states = {
        "analyzed while nothing was seen": Effect.void,
        "never analyzed": sql`delete from pg_statistic where starelid in ('record'::regclass, 'scan_seen_block'::regclass)`,
        "analyzed now": sql`analyze record, scan_seen_block`
      }
      for (const [state, reach] of Object.entries(states)) {
        yield* reach
        const plan = yield* explained
        expect(plan, state).toMatch(/Hash (Left|Right) Join/)
        expect(plan, state).toMatch(/Index Only Scan using record_pkey on record(_\d+ record)? /)
        expect(plan, state).toMatch(/Index Scan using scan_seen_block_pkey on scan_seen_block /)
        expect(plan, state).not.toMatch(/Seq Scan|Bitmap/)
        // A range reads as many records as it compares, and the blocks that it covers.
        const read = [...plan.matchAll(/on (?:record|scan_seen_block)\b.*rows=(\d+) loops=1\)/g)].map(([, rows]) =>
          Number(rows)
        )
        expect(Math.max(...read), state).toBeLessThanOrEqual(1_001)
      }
    })
  )
})
