import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { facetVersion, memoizedFacetKey } from "../../../src/store/postgres/RecordTable.js"
import type * as Fixture from "../RecordFixture.js"

export const CONTROLS = 2_000

/** A set of findings; the nth one has the change position n and the `vendor_id` n. */
export interface Finding {
  readonly status: string
  readonly control: string
  readonly result: string
  /** Seconds after the start of 2024, in descending order. */
  readonly second: number
}

/** The nth finding that `fill` writes. */
export const finding = (n: number, rows: number): Finding => ({
  status: n > rows - 400 ? "DELETED" : (["NEW", "RESOLVED"][n % 2] ?? ""),
  control: `c${n % CONTROLS}`,
  result: n % 3 === 0 ? "FAIL" : "PASS",
  second: rows - n
})

const literal = (keys: ReadonlyArray<string>): string => `{${keys.join(",")}}`

/** Fills the connection's list of findings; the JSON of each contains `bytes` of text, which Postgres does not compress below 2,000. */
export const fill = (at: Fixture.Connection, rows: number, bytes = 0) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const keyOf = memoizedFacetKey(at.id, RecordKind.ComplianceFinding.name)
    const keys = (name: string, values: ReadonlyArray<string>) =>
      literal(values.map((value) => keyOf(`${name}:${value}`)))
    const controls = Array.from({ length: CONTROLS }, (_, index) => `c${index}`)
    yield* sql`
      insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, facets, instant, facet_version)
      select
        ${at.id}::uuid, ${RecordKind.ComplianceFinding.name}, md5(${at.id}::text || n)::uuid, n::text, n,
        timestamptz '2024-01-01' + n * interval '1 second', '',
        '{"vendor_id":"' || n || '","pad":"' || repeat('x', ${bytes}::int) || '"}',
        array[
          case
            when n > ${rows}::int - 400 then (${keys("status", ["DELETED"])}::bigint[])[1]
            else (${keys("status", ["NEW", "RESOLVED"])}::bigint[])[1 + n % 2]
          end,
          (${keys("control", controls)}::bigint[])[1 + n % ${CONTROLS}::int],
          (${keys("result", ["PASS", "FAIL"])}::bigint[])[1 + (n % 3 = 0)::int],
          (${keys("standard", ["CIS"])}::bigint[])[1]
        ],
        timestamptz '2024-01-01' + (${rows}::int - n) * interval '1 second', ${facetVersion(RecordKind.ComplianceFinding)}::int
      from generate_series(1, ${rows}::int) as n`
    yield* sql`
      insert into record_counter (connection_id, kind, position, total, facet_version, facet_position)
      values (${at.id}, ${RecordKind.ComplianceFinding.name}, ${rows}, ${rows}, ${facetVersion(RecordKind.ComplianceFinding)}, ${rows})`
  })
