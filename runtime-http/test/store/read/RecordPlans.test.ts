import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as AccessScope from "../../../src/store/accounts/AccessScope.js"
import type { NamedQuery } from "../../../src/store/postgres/Database.js"
import * as Includes from "../../../src/store/read/Includes.js"
import * as PageSql from "../../../src/store/read/PageSql.js"
import * as RecordMeta from "../../../src/store/read/RecordMeta.js"
import { TestDatabase } from "../../TestDatabase.js"
import * as LargeStatistics from "../LargeStatistics.js"
import * as Partitions from "../Partitions.js"
import * as Fixture from "../RecordFixture.js"
import * as Plan from "./Plan.js"

/** Creates users of two connections, most of them in the first, with one membership each. */
const fill = Effect.fnUntraced(function* (rows: number) {
  const sql = yield* SqlClient.SqlClient
  const large = yield* Fixture.connection
  const small = yield* Fixture.connection
  const insert = (kind: RecordKind.Any, source: string | null, target: string | null) => sql`
    insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, source_id, target_id)
    select
      case when n % 10 = 0 then ${small.id}::uuid else ${large.id}::uuid end,
      ${kind.name}, md5(${large.id}::text || ${kind.name}::text || n)::uuid, n::text, n, timestamptz '2024-01-01' + n * interval '1 second', '', '{}',
      md5(${large.id}::text || ${source}::text || n)::uuid, md5(${large.id}::text || ${target}::text || n % 500)::uuid
    from generate_series(1, ${rows}::int) as n`
  yield* insert(RecordKind.IdpUser, null, null)
  yield* insert(RecordKind.IdpGroup, null, null)
  yield* insert(RecordKind.IdpGroupMembership, RecordKind.IdpUser.name, RecordKind.IdpGroup.name)
  return [large, small]
})

interface Case {
  readonly query: NamedQuery
  readonly values: ReadonlyArray<string | number>
  readonly indexes: ReadonlyArray<string>
  readonly isSorted?: boolean
}

/** The query as the first statement of an answer, behind the check of a key. */
const guarded = (query: AccessScope.ConnectionQuery, values: Case["values"], indexes: Case["indexes"]): Case => ({
  query: AccessScope.guardedQuery(query),
  values: [...values, "\\x00", "default"],
  indexes: ["account_pkey", "api_key_hash_key", "connection_pkey", ...indexes]
})

const cases: ReadonlyArray<Case> = [
  // The records of the first time may be sorted by their places in the table.
  {
    query: PageSql.listed.lowestPosition,
    values: ["2024-01-01T05:00:00Z"],
    indexes: ["record_updated"],
    isSorted: true
  },
  ...[
    [PageSql.listed.pages.up, 20_000, 102, 0],
    [PageSql.listed.pageBehind, 0, 101, 500],
    [PageSql.listed.pages.down, 20_000, 102, 0]
  ].map(([query, ...values]) => ({ query, values, indexes: ["record_position"] }) as Case),
  {
    query: PageSql.removed.lowestPosition,
    values: ["2024-01-01T05:00:00Z"],
    indexes: ["record_removed_updated"],
    isSorted: true
  },
  // Postgres may sort what it expects to be a row or two, because nothing is removed here.
  ...[
    [PageSql.removed.pages.up, 20_000, 102, 0],
    [PageSql.removed.pageBehind, 0, 101, 500],
    [PageSql.removed.pages.down, 20_000, 102, 0]
  ].map(([query, ...values]) => ({ query, values, indexes: ["record_removed_position"], isSorted: true }) as Case),
  {
    query: PageSql.listed.long,
    values: ["{00000000-0000-0000-0000-000000000001}"],
    indexes: ["record_pkey"],
    isSorted: true
  },
  { query: PageSql.one, values: ["00000000-0000-0000-0000-000000000001"], indexes: ["record_pkey"] },
  {
    query: RecordMeta.query,
    values: ["{00000000-0000-0000-0000-000000000001}"],
    indexes: ["missing_record_pkey", "record_counter_pkey", "record_pkey"]
  },
  ...Object.values(Includes.queries).flatMap((queries) =>
    Object.entries(queries).map(([end, query]) => ({
      query,
      values: [
        "{00000000-0000-0000-0000-000000000001}",
        end === "source" ? "idp_group" : "idp_user",
        ...(query.text.includes("$5") ? ["{1000}"] : [])
      ],
      indexes: [`record_${end}`, "record_pkey"],
      isSorted: true
    }))
  ),
  guarded(PageSql.first(PageSql.listed.pages.up, false), [20_000, 102, 0], ["record_counter_pkey", "record_position"]),
  guarded(
    PageSql.first(PageSql.listed.pages.down, false),
    [20_000, 102, 0],
    ["record_counter_pkey", "record_position"]
  ),
  guarded(PageSql.first(PageSql.listed.pages.up, true), [0, 101, 0], ["record_counter_pkey", "record_position"]),
  {
    ...guarded(PageSql.listed.lowestPosition, ["2024-01-01T05:00:00Z"], ["record_counter_pkey", "record_updated"]),
    isSorted: true
  },
  guarded(PageSql.one, ["00000000-0000-0000-0000-000000000001"], ["record_pkey"])
]

const tests =
  (isPartitioned: boolean): Parameters<typeof Fixture.postgres>[1] =>
  (it) =>
    it.effect(
      "use only indexes, never sort, and read one partition, analyzed or not, and at the statistics of 10,000,000 records",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* Partitions.withoutAutovacuum("record")
          const check = (connections: ReadonlyArray<Fixture.Connection>, isAnalyzed: boolean) =>
            Effect.gen(function* () {
              for (const { query, values, indexes, isSorted = false } of cases) {
                const isInclude = query.name.includes("_by_")
                const kind = isInclude ? RecordKind.IdpGroupMembership : RecordKind.IdpUser
                for (const at of connections) {
                  for (const mode of ["force_generic_plan", "force_custom_plan"]) {
                    const plan = yield* Plan.explain(query, [at.id, kind.name, ...values], mode)
                    const label = `${query.name}, ${mode}, analyzed: ${isAnalyzed}\n${plan}`
                    expect(plan, label).not.toMatch(/Seq Scan|Hash/)
                    // Of a partition that was never analyzed, Postgres sorts the list: it expects one row of each of the others, too.
                    const mayBeSorted = isSorted || (isPartitioned && !isAnalyzed)
                    if (!mayBeSorted) expect(plan, label).not.toMatch(/Sort(?! Key)|Bitmap/)
                    expect(Plan.indexes(plan), label).toEqual([...indexes].toSorted())
                    expect(Partitions.partitionsIn(plan).length, label).toBeLessThan(2)
                  }
                }
              }
            })
          for (const rows of [2_000, 8_000]) yield* check(yield* fill(rows), false)
          const connections = yield* fill(50_000)
          yield* check(connections, false)
          yield* sql`analyze record`
          yield* check(connections, true)
          yield* LargeStatistics.expected
          yield* check(connections, true)
        })
    )

Fixture.postgres("The plans of the list queries", tests(TestDatabase.isPartitioned))
Fixture.partitioned("The plans of the list queries", tests(true))
