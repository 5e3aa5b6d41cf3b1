import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as FacetBackfill from "../../src/store/FacetBackfill.js"
import * as Retention from "../../src/store/Retention.js"
import type { RecordStore } from "../../src/store/write/RecordStore.js"
import { onPostgres, TestDatabase } from "../TestDatabase.js"
import * as Fixture from "./RecordFixture.js"

const { IdpGroup, IdpGroupMembership, IdpUser } = RecordKind

const USERS = 20

/** Fills the lists of a connection. Rows of two partitions that were written in the same order have the same ctid. */
const fill = (at: Fixture.Connection) =>
  Effect.gen(function* () {
    yield* Fixture.put(at, IdpUser, Fixture.users(USERS))
    yield* Fixture.put(at, IdpGroup, [Fixture.group("g0")])
  })

/** Every row of a connection, with its partition and its place there. */
const rowsOf = ({ id }: Fixture.Connection) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly partition: string; readonly place: string; readonly row: string }>`
      select tableoid::regclass::text as partition, ctid::text as place, record::text as row
      from record where connection_id = ${id}
      order by kind, id`
  )

/** Two connections whose rows are at the same places of two partitions. */
const twins = Effect.gen(function* () {
  const at = yield* Fixture.connection
  yield* fill(at)
  const [first] = yield* rowsOf(at)
  for (;;) {
    const other = yield* Fixture.connection
    yield* fill(other)
    const rows = yield* rowsOf(other)
    const own = yield* rowsOf(at)
    const places = new Set(own.map(({ place }) => place))
    if (rows[0]?.partition !== first?.partition && rows.every(({ place }) => places.has(place))) return { at, other }
  }
})

/** What writes rows at the places where it has found them. */
const writes: Readonly<
  Record<string, (at: Fixture.Connection) => Effect.Effect<unknown, unknown, RecordStore | SqlClient.SqlClient>>
> = {
  "a relation that moves both its ends": (at) =>
    Fixture.put(at, IdpGroupMembership, [Fixture.membership("g0", "u0"), Fixture.membership("g0", "u7")]),
  "records that the vendor removes": (at) =>
    Effect.flatMap(Fixture.openAnew(at, Fixture.extractor([IdpUser])), (scan) =>
      Fixture.write(scan, Fixture.batch(at, IdpUser, [], ["u1", "u2", "u3"]))
    ),
  "the backfill of facets": (at) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`update record set facets = null, facet_version = 0 where connection_id = ${at.id} and kind = ${IdpUser.name}`
      yield* sql`update record_counter set facet_version = 0 where connection_id = ${at.id} and kind = ${IdpUser.name}`
      expect(yield* FacetBackfill.run()).toBe(USERS)
    }),
  "the purge of a deleted connection": (at) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from schedule where connection_id = ${at.id}`
      yield* sql`
        update connection set state = 'DELETED', deleted_at = clock_timestamp() - interval '31 days' where id = ${at.id}`
      expect((yield* Retention.purge(30)).records).toBeGreaterThan(USERS)
    })
}

Fixture.partitioned("A write to one connection", (it) => {
  it.effect("does not touch rows of other partitions that have the same ctid", () =>
    Effect.gen(function* () {
      const { at, other } = yield* twins
      const before = yield* rowsOf(other)
      for (const [name, write] of Object.entries(writes)) {
        yield* write(at)
        expect(yield* rowsOf(other), name).toEqual(before)
      }
    })
  )
})

Fixture.partitioned("A write", (it) => {
  it.effect("distinguishes new records from changed ones, even if one transaction writes a record twice", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const scan = yield* Fixture.openAnew(at, Fixture.extractor([IdpUser]))
      const counts = yield* Fixture.write(scan, Fixture.batch(at, IdpUser, Fixture.users(3)))
      expect([counts.created, counts.changed]).toEqual([3, 0])
      const again = yield* Fixture.openAnew(at, Fixture.extractor([IdpUser]))
      const next = yield* Fixture.write(again, Fixture.batch(at, IdpUser, Fixture.users(4, { name: "new" })))
      expect([next.created, next.changed]).toEqual([1, 3])
      const scanned = { ...(yield* Fixture.openAnew(at, Fixture.extractor([IdpUser]))), mode: "delta" as const }
      const twice = yield* Fixture.write(
        scanned,
        Fixture.batch(at, IdpUser, [Fixture.user("u9")]),
        Fixture.batch(at, IdpUser, [Fixture.user("u9", { name: "newer" })])
      )
      expect([twice.created, twice.changed]).toEqual([1, 1])
      expect((yield* Fixture.counter(at, IdpUser)).total).toBe(5)
    })
  )
})

const schemaOf = (layer: typeof TestDatabase.postgres) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = yield* sql`
      select attname, format_type(atttypid, atttypmod) as type, attnotnull, pg_get_expr(adbin, adrelid) as default
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = 'record'::regclass and attnum > 0
      order by attnum`
    const indexes = yield* sql<{ readonly text: string }>`
      select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') || ' ' || indisprimary as text
      from pg_index where indrelid = 'record'::regclass order by 1`
    return { columns, indexes }
  }).pipe(Effect.provide(layer))

onPostgres("The script that partitions the table", () => {
  it.effect("keeps every column and index", () =>
    Effect.gen(function* () {
      expect(yield* schemaOf(TestDatabase.partitioned)).toEqual(yield* schemaOf(TestDatabase.whole))
    })
  )
})
