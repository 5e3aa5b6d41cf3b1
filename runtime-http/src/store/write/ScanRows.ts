import { createHash } from "node:crypto"
import { Effect, Option, Stream } from "effect"
import { type Fragment, SqlClient, type SqlError, type Statement } from "../../Sql.js"
import { uuidArray } from "../postgres/RecordTable.js"
import { type Lease, runWithLease, type StaleFence } from "../schedule/Lease.js"

/*
 * A scan of 10,000,000 records leaves as many rows, and more than the time limit of a statement may pass until all are read. So each
 * statement reads only a range of them, in the order of their ids.
 */

/** The tables with rows of scans: the column of their primary key between the connection and the id, and the id as text and back. */
const tables = {
  emptied_field: { owner: "kind", key: "id::text", parse: (sql, key) => sql`${key}::uuid` },
  missing_record: { owner: "kind", key: "id::text", parse: (sql, key) => sql`${key}::uuid` },
  pending_relation: { owner: "kind", key: "id::text", parse: (sql, key) => sql`${key}::uuid` },
  pending_move: { owner: "kind", key: "id::text", parse: (sql, key) => sql`${key}::uuid` },
  scan_parent: { owner: "extractor", key: "encode(id, 'hex')", parse: (sql, key) => sql`decode(${key}, 'hex')` }
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly owner: string
      readonly key: string
      readonly parse: (sql: SqlClient.SqlClient, key: string) => Fragment
    }
  >
>

/** How many rows a statement reads. Its transaction does not lock a list. */
export const RANGE = 10_000

/**
 * Makes the planner read indexes in the order of their ids, for the rest of the transaction, however long that takes.
 *
 * Its statistics of a table that is emptied after every scan are always wrong, so it must not choose. The time limit of statements is
 * lifted because the first statement after many rows were forgotten passes over all of them, if they are not vacuumed yet.
 */
export const inOrderOfIds = (sql: SqlClient.SqlClient): Statement<unknown> => sql`
  select
    set_config('enable_nestloop', 'off', true),
    set_config('enable_hashjoin', 'off', true),
    set_config('enable_seqscan', 'off', true),
    set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true),
    set_config('statement_timeout', '0', true)`

/** The rows of a kind or an extractor in one of the tables. */
export interface Rows {
  readonly table: keyof typeof tables
  /** The name of the kind or the extractor. */
  readonly owner: string
}

/** What is known of a range, besides what a statement finds in it. */
interface Progress {
  /** How many rows it has; fewer than `RANGE` only at the end of the table. */
  readonly read: number
  /** The last id as text; null if there was no row. */
  readonly last: string | null
}

/**
 * Runs a statement for each range of rows, in transactions that verify the lease.
 *
 * The statement reads a subquery with the rows of one range, which has the columns of the table and `place`, their ctid; it returns one
 * row, with `progress` among its columns.
 */
export const ranges = <A>(
  lease: Lease,
  { owner, table }: Rows,
  statement: (sql: SqlClient.SqlClient, rows: Fragment, progress: Fragment) => Statement<A & Progress>
): Stream.Stream<A, StaleFence | SqlError, SqlClient.SqlClient> =>
  Stream.paginateEffect(null as string | null, (after) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = tables[table]
      const rows = sql`
        select ctid as place, ${sql.literal(columns.key)} as key, *
        from ${sql(table)}
        where
          connection_id = ${lease.connectionId} and ${sql(columns.owner)} = ${owner}
          and ${after === null ? sql`true` : sql`id > ${columns.parse(sql, after)}`}
        order by id
        limit ${RANGE}`
      const progress = sql`count(*) as read, max(key collate "C") as last`
      const found = yield* runWithLease(lease, statement(sql, rows, progress), [inOrderOfIds(sql)])
      const row = found[0] ?? (yield* Effect.die(new Error(`No answer about a range of ${table}.`)))
      return [row, row.read < RANGE ? Option.none() : Option.some(row.last)] as const
    })
  )

/**
 * Whether a kind or an extractor, an SQL expression, has any rows, as an SQL condition. Most scans leave nothing behind, and to forget that
 * would take several statements for each table.
 *
 * The order makes the planner read the first entry of the index, whatever its statistics say.
 */
export const hasAny = (
  sql: SqlClient.SqlClient,
  connectionId: string,
  table: Rows["table"],
  owner: Fragment
): Fragment => sql`
  (
    select id from ${sql(table)}
    where connection_id = ${connectionId} and ${sql(table)}.${sql(tables[table].owner)} = ${owner}
    order by id
    limit 1
  ) is not null`

/**
 * A subquery with those of the rows that have one of the ids, an SQL array; it has the columns of the table and `place`, their ctid.
 *
 * It is one index probe per id. If the planner believed that there are few rows, `id = any(...)` would read all of the kind or extractor.
 */
export const withIds = (
  sql: SqlClient.SqlClient,
  connectionId: string,
  { owner, table }: Rows,
  ids: Fragment
): Fragment => sql`
  select found.*
  from
    unnest(${ids}) as wanted (id),
    lateral (
      select ctid as place, *
      from ${sql(table)}
      where connection_id = ${connectionId} and ${sql(tables[table].owner)} = ${owner} and id = wanted.id
      offset 0
    ) as found`

/** Forgets the rows with these ids, in the caller's transaction. */
export const forgetIds = (
  connectionId: string,
  rows: Rows,
  ids: ReadonlyArray<string>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      delete from ${sql(rows.table)}
      where ctid = any(array(
        select place from (${withIds(sql, connectionId, rows, sql`${uuidArray(ids)}::uuid[]`)}) as gone
      ))`
  )

/** Forgets rows that fulfil the condition, in many small transactions. */
export const forget = (
  lease: Lease,
  rows: Rows,
  condition: (sql: SqlClient.SqlClient) => Fragment = (sql) => sql`true`
): Effect.Effect<void, StaleFence | SqlError, SqlClient.SqlClient> =>
  Stream.runDrain(
    ranges(
      lease,
      rows,
      (sql, range, progress) => sql<{ readonly read: number; readonly last: string | null }>`
        with
          range as materialized (${range}),
          gone as (
            delete from ${sql(rows.table)}
            where ctid = any(array(select place from range where ${condition(sql)}))
          )
        select ${progress} from range`
    )
  )

/* The rows below which a scan has read every list, so that an interrupted scan does not read them again. */

const parentsOf = (extractor: string): Rows => ({ table: "scan_parent", owner: extractor })

/** What is stored of a raw id, in hexadecimal: a vendor's id may be longer than an index allows. */
const keyOf = (id: string): string => createHash("sha256").update(id).digest("hex")

/** Remembers rows below which every list was read. */
export const addParents = (
  connectionId: string,
  extractor: string,
  ids: ReadonlyArray<string>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (ids.length === 0) return
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into scan_parent (connection_id, extractor, id)
      select ${connectionId}::uuid, ${extractor}, decode(key, 'hex')
      from jsonb_array_elements_text(${JSON.stringify(ids.map(keyOf))}::jsonb) as key
      on conflict do nothing`
  })

/** Those of the rows below which every list was read. */
export const findParents = (
  connectionId: string,
  extractor: string,
  ids: ReadonlyArray<string>
): Effect.Effect<ReadonlySet<string>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (ids.length === 0) return new Set()
    const sql = yield* SqlClient.SqlClient
    const byKey = new Map(ids.map((id) => [keyOf(id), id]))
    const wanted = sql`array(
      select decode(key, 'hex') from jsonb_array_elements_text(${JSON.stringify([...byKey.keys()])}::jsonb) as key
    )`
    const rows = yield* sql<{ readonly key: string }>`
      select encode(id, 'hex') as key
      from (${withIds(sql, connectionId, parentsOf(extractor), wanted)}) as completed`
    return new Set(rows.flatMap(({ key }) => byKey.get(key) ?? []))
  })

/** Forgets the rows of an extractor; only while no scan of it is in progress. */
export const clearParents = (
  lease: Lease,
  extractor: string
): Effect.Effect<void, StaleFence | SqlError, SqlClient.SqlClient> => forget(lease, parentsOf(extractor))
