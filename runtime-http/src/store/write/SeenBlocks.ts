import { Effect } from "effect"
import { type Fragment, SqlClient, type SqlError, type Statement } from "../../Sql.js"
import { uuidArray } from "../postgres/RecordTable.js"

/*
 * The table `scan_seen_block`. What a page adds has a number, and so has what many pages added once it is merged; the ids of a number are
 * in order, cut into blocks. So a look-up reads one block per number, and a range of ids as few blocks as it covers.
 */

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** The list whose records a scan sees. */
export interface List {
  readonly connectionId: string
  readonly kind: string
}

/** The most ids of a block: more would not fit into a row, and Postgres would store them apart in pieces. */
const BLOCK = 100
/** How many blocks a statement reads or removes. */
export const MAX_BLOCKS = 1_000
/** No record has it. */
export const LOWEST_ID = "00000000-0000-0000-0000-000000000000"
const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff"

const own = (sql: SqlClient.SqlClient, { connectionId, kind }: List): Fragment =>
  sql`connection_id = ${connectionId} and kind = ${kind}`

/** Whether there are any blocks of a kind, an SQL expression, as an SQL condition; see `ScanRows.hasAny`. */
export const hasAny = (sql: SqlClient.SqlClient, connectionId: string, kind: Fragment): Fragment => sql`
  (
    select connection_id from scan_seen_block as seen
    where seen.connection_id = ${connectionId} and seen.kind = ${kind}
    order by number
    limit 1
  ) is not null`

/** Ids that a page adds under one number; no two additions of a number share an id. */
export interface Addition {
  readonly kind: string
  readonly number: number
  readonly isStored: boolean
  readonly ids: ReadonlyArray<string>
}

/** Adds ids. */
export const insert = (connectionId: string, additions: ReadonlyArray<Addition>): Sql<void> =>
  Effect.gen(function* () {
    const rows: Array<Readonly<Record<string, unknown>>> = []
    for (const { ids, isStored, kind, number } of additions) {
      const sorted = [...ids].sort()
      for (let start = 0; start < sorted.length; start += BLOCK) {
        const block = uuidArray(sorted.slice(start, start + BLOCK))
        rows.push({ kind, number, is_stored: isStored, first: sorted[start], ids: block })
      }
    }
    if (rows.length === 0) return
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      /* seen_insert */
      insert into scan_seen_block (connection_id, kind, number, is_stored, first, ids, is_merged)
      select ${connectionId}::uuid, kind, number, is_stored, first, ids, false
      from
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as block (kind text, number int, is_stored boolean, first uuid, ids uuid[])`
  })

/** Adds the ids that a query returns, as not stored. */
export const insertFrom = (list: List, number: number, ids: Fragment): Sql<void> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into scan_seen_block (connection_id, kind, number, is_stored, first, ids, is_merged)
      select
        ${list.connectionId}::uuid, ${list.kind}::text, ${number}::int, false,
        (array_agg(id order by id))[1], array_agg(id order by id), false
      from (select id, (row_number() over (order by id) - 1) / ${BLOCK} as block from (${ids}) as added (id)) as placed
      group by block`
  )

/** Rewrites the numbers of a range as one, which has every id once; `isStored` says of the parts with an id whether it is stored. */
const rewrite = (sql: SqlClient.SqlClient, list: List, range: Fragment, number: number, isStored: Fragment) => sql`
  with
    parts as (
      delete from scan_seen_block where ${own(sql, list)} and ${range} returning is_stored, ids
    ),
    merged as (select id, ${isStored} as is_stored from parts, unnest(ids) as id group by id),
    placed as (
      select id, is_stored, (row_number() over (partition by is_stored order by id) - 1) / ${BLOCK} as block
      from merged
    )
  insert into scan_seen_block (connection_id, kind, number, is_stored, first, ids, is_merged)
  select
    ${list.connectionId}::uuid, ${list.kind}::text, ${number}::int, is_stored,
    (array_agg(id order by id))[1], array_agg(id order by id), true
  from placed
  group by is_stored, block`

/** Merges all numbers above `above` into one. */
export const merge = (list: List, above: number, number: number): Sql<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rewrite(sql, list, sql`number > ${above}`, number, sql`bool_or(is_stored)`)
  )

/**
 * Merges the numbers above `above` up to `number` into that, none of them as stored; does nothing if none of them is.
 *
 * To mark the blocks alone would mix them with those of the same number that were not stored, and a look-up relies on their order.
 */
export const unstore = (list: List, above: number, number: number): Sql<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const range = sql`number > ${above} and number <= ${number}`
    const isStored = sql`exists (select from scan_seen_block where ${own(sql, list)} and ${range} and is_stored)`
    return rewrite(sql, list, sql`${range} and ${isStored}`, number, sql`false`)
  })

/** An id, and a number that may hold it. */
export interface Candidate {
  readonly number: number
  readonly id: string
}

/** A number, and whether it holds what many pages added. */
export interface Numbered {
  readonly number: number
  readonly isMerged: boolean
}

/** The numbers of a list, in ascending order; one index probe for each. */
export const numbers = (list: List): Sql<ReadonlyArray<Numbered>> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const first = (above: Fragment) => sql`
      select number, is_merged from scan_seen_block where ${own(sql, list)} and number > ${above} order by number limit 1`
    return sql<Numbered>`
      with recursive added (number, is_merged) as (
        (${first(sql`0`)})
        union all
        select following.number, following.is_merged from added, lateral (${first(sql`added.number`)}) as following
      )
      select number, is_merged as "isMerged" from added`
  })

/** Those of the candidates that the numbers hold as stored. */
export const findStored = (list: List, candidates: ReadonlyArray<Candidate>): Sql<ReadonlyArray<Candidate>> =>
  Effect.gen(function* () {
    if (candidates.length === 0) return []
    const sql = yield* SqlClient.SqlClient
    return yield* sql<Candidate>`
      select wanted.number, wanted.id
      from
        jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as wanted (number int, id uuid),
        lateral (
          select ids from scan_seen_block
          where ${own(sql, list)} and number = wanted.number and is_stored and first <= wanted.id
          order by first desc
          limit 1
        ) as block
      where wanted.id = any(block.ids)`
  })

/** Removes ids from the blocks of these numbers, or above one. */
export const remove = (
  list: List,
  ids: ReadonlyArray<string>,
  blocks: { readonly isStored: boolean; readonly above: number; readonly numbers: ReadonlyArray<number> }
): Sql<void> =>
  Effect.gen(function* () {
    if (ids.length === 0) return
    const sql = yield* SqlClient.SqlClient
    const gone = uuidArray(ids)
    yield* sql`
      update scan_seen_block set ids = array(select id from unnest(ids) as id where id <> all(${gone}::uuid[]) order by id)
      where
        ${own(sql, list)} and is_stored = ${blocks.isStored}
        and (number > ${blocks.above} or number = any(${`{${blocks.numbers.join(",")}}`}::int[]))
        and ids && ${gone}::uuid[]`
  })

/** A block, with its ids as one text. */
export interface Block {
  readonly number: number
  readonly isStored: boolean
  readonly first: string
  readonly ids: string
  readonly isMerged: boolean
}

/** The next blocks in the order of their numbers; fewer than `isLast` says only at the end. */
export const next = (
  list: List,
  after: Pick<Block, "number" | "isStored" | "first">
): Sql<{ readonly blocks: ReadonlyArray<Block>; readonly isLast: boolean }> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const blocks = yield* sql<Block>`
      select number, is_stored as "isStored", first, ids::text as ids, is_merged as "isMerged"
      from scan_seen_block
      where
        ${own(sql, list)}
        and (number, is_stored, first) > (${after.number}::int, ${after.isStored}::boolean, ${after.first}::uuid)
      order by number, is_stored, first
      limit ${MAX_BLOCKS}`
    return { blocks, isLast: blocks.length < MAX_BLOCKS }
  })

/** Removes up to `MAX_BLOCKS` blocks, and returns a row for each: fewer mean that none is left. */
export const removeSome = (
  sql: SqlClient.SqlClient,
  connectionId: string,
  kinds: ReadonlyArray<string>
): Statement<unknown> => {
  const scan = sql`connection_id = ${connectionId} and ${sql.in("kind", kinds)}`
  return sql`
    delete from scan_seen_block
    where ctid = any(array(select ctid from scan_seen_block where ${scan} limit ${MAX_BLOCKS}))
    returning 1`
}

/** A subquery with the ids of these numbers above `after`, up to `last`, each as often as it was added. */
export const between = (
  sql: SqlClient.SqlClient,
  list: List,
  numbers: ReadonlyArray<number>,
  after: Fragment,
  last: Fragment
): Fragment => sql`
  select id
  from
    unnest(${`{${numbers.join(",")}}`}::int[]) as added (number),
    (values (true), (false)) as state (is_stored),
    lateral (
      select coalesce(
        (
          select first from scan_seen_block
          where ${own(sql, list)} and number = added.number and is_stored = state.is_stored and first <= ${after}
          order by first desc
          limit 1
        ),
        ${LOWEST_ID}::uuid
      ) as first
      offset 0
    ) as start,
    lateral (
      select ids from scan_seen_block
      where
        ${own(sql, list)} and number = added.number and is_stored = state.is_stored
        and first >= start.first and first <= ${last}
      offset 0
    ) as block,
    unnest(block.ids) as id
  where id > ${after} and id <= ${last}`

/** How many distinct ids these numbers have in a range. */
export const count = (list: List, numbers: ReadonlyArray<number>, { after, last }: Bounds): Sql<number> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly count: number }>`
      select count(distinct id) as count
      from (${between(sql, list, numbers, sql`${after}::uuid`, sql`${last}::uuid`)}) as seen`
    return row?.count ?? 0
  })

/** A range of ids: those above `after`, up to `last`. */
export interface Bounds {
  readonly after: string
  readonly last: string
}

/** So many ranges that cover all ids; each has about as many as the others, because ids are hashes. */
export const bounds = (parts: number): ReadonlyArray<Bounds> => {
  const edge = (index: number): string => {
    const prefix = Math.floor((index * 2 ** 32) / parts)
    return `${prefix.toString(16).padStart(8, "0")}${LOWEST_ID.slice(8)}`
  }
  return Array.from({ length: parts }, (_, index) => ({
    after: edge(index),
    last: index === parts - 1 ? HIGHEST_ID : edge(index + 1)
  }))
}
