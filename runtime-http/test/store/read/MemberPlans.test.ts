import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import type { NamedQuery } from "../../../src/store/postgres/Database.js"
import * as FilterSql from "../../../src/store/read/FilterSql.js"
import { RecordQuery } from "../../../src/store/read/RecordQuery.js"
import * as RelatedIds from "../../../src/store/read/RelatedIds.js"
import * as LargeStatistics from "../LargeStatistics.js"
import * as Partitions from "../Partitions.js"
import * as Fixture from "../RecordFixture.js"
import * as Plan from "./Plan.js"

const { IdpPolicy, IdpPolicyUser, IdpUser } = RecordKind

/** How many of the users each policy has. */
const sizes = [10, 1_000, 10_000]
const USERS = 40_000

/** Creates users, and policies whose users are spread over the whole list. */
const fill = Effect.fnUntraced(function* (at: Fixture.Connection) {
  const sql = yield* SqlClient.SqlClient
  const rowsOf = (kind: RecordKind.Any, count: number) => sql`
    insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire)
    select
      ${at.id}::uuid, ${kind.name}, md5(${at.id}::text || ${kind.name}::text || n)::uuid, n::text, n,
      timestamptz '2024-01-01' + n * interval '1 second', '',
      '{"vendor_id":"' || n || '","pad":"' || repeat('x', 800) || '"}'
    from generate_series(1, ${count}::int) as n`
  yield* rowsOf(IdpUser, USERS)
  yield* rowsOf(IdpPolicy, sizes.length)
  for (const [index, size] of sizes.entries()) {
    yield* sql`
      insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, source_id, target_id)
      select
        ${at.id}::uuid, ${IdpPolicyUser.name}, md5(${at.id}::text || ${index}::int || n)::uuid, ${index}::int || ' ' || n,
        ${index}::int * 1000000 + n, timestamptz '2024-01-01', '', '{}',
        md5(${at.id}::text || ${IdpPolicy.name}::text || ${index + 1}::int)::uuid,
        md5(${at.id}::text || ${IdpUser.name}::text || n * ${USERS / size}::int)::uuid
      from generate_series(1, ${size}::int) as n`
  }
  return yield* sql<{ readonly id: string }>`
    select id::text from record where connection_id = ${at.id} and kind = ${IdpPolicy.name} order by position`
})

const below: FilterSql.Conditions = { filters: 0, instants: [], hasIds: false, related: ["source"] }
const { down, up } = FilterSql.pages(below)
const listIndexes = ["record_counter_pkey", "record_position"]

const queries: ReadonlyArray<readonly [NamedQuery, ReadonlyArray<number>, ReadonlyArray<string>]> = [
  [up, [USERS / 2, 102, 0], listIndexes],
  [down, [USERS / 2, 102, 0], listIndexes],
  [up, [0, 101, 5], listIndexes],
  [FilterSql.total(below), [0], []]
]

/** Parameters of the query for the ids that the records of a page list. */
const idsOf = (at: Fixture.Connection, policies: ReadonlyArray<{ readonly id: string }>) => [
  at.id,
  IdpPolicyUser.name,
  `{${policies.map(({ id }) => id).join(",")}}`,
  IdpUser.name,
  `{${policies.map(() => 0).join(",")}}`
]

/** The indexes of a plan; those of both ends find one relation as well, so either may be the one that a plan uses. */
const anyEnd = (plan: string) => [
  ...new Set(Plan.indexes(plan).map((name) => (name === "record_target" ? "record_source" : name)))
]

const tests: Parameters<typeof Fixture.postgres>[1] = (it) =>
  it.effect(
    "read only the members of the record, in one partition, analyzed or not, and at the statistics of 10,000,000 records",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Partitions.withoutAutovacuum("record")
        const other = yield* Fixture.connection
        const at = yield* Fixture.connection
        yield* fill(other)
        const policies = yield* fill(at)
        const check = (isAnalyzed: boolean) =>
          Effect.gen(function* () {
            for (const [end, query] of Object.entries(RelatedIds.queries)) {
              for (const mode of ["force_generic_plan", "force_custom_plan"]) {
                const plan = yield* Plan.explain(query, idsOf(at, policies), mode)
                const label = `${query.name}, ${mode}, analyzed: ${isAnalyzed}\n${plan}`
                expect(plan, label).not.toMatch(/Seq Scan|Hash|Merge Join/)
                expect(Plan.indexes(plan), label).toEqual(["record_pkey", `record_${end}`])
                expect(Partitions.partitionsIn(plan).length, label).toBeLessThan(2)
              }
            }
            for (const [query, values, indexes] of queries) {
              for (const { id } of policies) {
                for (const mode of ["force_generic_plan", "force_custom_plan"]) {
                  const plan = yield* Plan.explain(
                    query,
                    [at.id, IdpUser.name, ...values, IdpPolicyUser.name, id],
                    mode
                  )
                  const label = `${query.name}, ${mode}, analyzed: ${isAnalyzed}\n${plan}`
                  expect(plan, label).not.toMatch(/Seq Scan|Hash|Merge Join/)
                  expect(anyEnd(plan), label).toEqual([...indexes, "record_pkey", "record_source"].toSorted())
                  expect(Partitions.partitionsIn(plan).length, label).toBeLessThan(2)
                }
              }
            }
          })
        yield* check(false)
        yield* sql`analyze record`
        yield* check(true)
        yield* LargeStatistics.expected
        yield* check(true)

        // Of 10,000 members it reads 1,001 relations and no member; of 1,000 and of 10 all, with three pages for each member at most.
        expect(yield* Plan.pagesRead(RelatedIds.queries.source, idsOf(at, policies))).toBeLessThan(7_000)
        expect(yield* Plan.pagesRead(RelatedIds.queries.source, idsOf(at, policies.slice(2)))).toBeLessThan(1_200)

        const reads: Array<readonly [name: string, members: number, pages: number]> = []
        for (const [query, values] of queries) {
          for (const [index, { id }] of policies.entries()) {
            const pages = yield* Plan.pagesRead(query, [at.id, IdpUser.name, ...values, IdpPolicyUser.name, id])
            reads.push([query.name, sizes[index] ?? 0, pages])
          }
        }
        // Four index pages and one of the table for each member; a page that read every user for each would read a hundred times that.
        for (const [name, members, pages] of reads) {
          expect(pages, `${name} of ${members}: ${JSON.stringify(reads)}`).toBeLessThan(1_000 + 5 * members)
        }

        const query = yield* RecordQuery
        for (const [index, size] of sizes.entries()) {
          const of = { kind: IdpPolicy, id: policies[index]?.id ?? "" }
          const request = { claim: at.claim, kind: IdpUser, relation: IdpPolicyUser, of, limit: 100, includes: [] }
          const rest = { updatedSince: null, onRequest: [], ids: null, filters: [], periods: [], related: [] }
          for (const start of [Fixture.beginning, { _tag: "After", position: USERS / 2 } as const]) {
            const wantsTotal = start._tag === "Offset"
            const { value: page } = yield* query.members({ ...request, ...rest, start, wantsTotal })
            expect([page.count, page.total]).toEqual([
              Math.min(100, wantsTotal ? size : size / 2),
              wantsTotal ? size : null
            ])
          }
        }
      }),
    300_000
  )

Fixture.postgres("The plans of member lists", tests)
Fixture.partitioned("The plans of member lists", tests)
