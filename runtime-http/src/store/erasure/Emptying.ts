import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { type Leaving, leaving, type Subject } from "./Reach.js"

/** How many rows of each table have left. */
export type Counts = Readonly<Record<string, number>>

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** Runs a batch in a transaction of its own, in which it may note what has left, or fail because it is not its turn. */
export type Commit<E> = <A extends { readonly counts: Counts }>(
  batch: Sql<A>
) => Effect.Effect<A, E | SqlError, SqlClient.SqlClient>

/** Rows per transaction; small, so that nobody waits long for a lock. */
export const MAX_ROWS = 1_000

/** The record after which a batch begins. */
interface Place {
  readonly kind: string
  readonly id: string
}

const BEGINNING: Place = { kind: "", id: "00000000-0000-0000-0000-000000000000" }

/** What a batch did, and where it ended. */
interface Step {
  readonly counts: Counts
  /** Null if there is nothing behind it. */
  readonly next: Place | null
}

/** The rows at a place, see `RecordTable.rowPlace`: the first column is part of it, because a table may have partitions. */
const leaveText = ({ columns: [column], set, table }: Leaving): string => {
  const isFound = `${table}.${column} = found.${column} and ${table}.ctid = found.place`
  return set === null
    ? `delete from ${table} using found where ${isFound} returning 1`
    : `update ${table} set ${set} from found where ${isFound} returning 1`
}

const batchText = (from: Leaving): string => {
  const { columns, isAbout, isByRecord = false, table } = from
  const [key, after, order] = isByRecord
    ? [", kind, id", "and (kind, id) > ($2::text, $3::uuid)", "order by kind, id"]
    : ["", "and $2::text is not null and $3::uuid is not null", ""]
  return `
    with
      found as materialized (
        select ${columns[0]}, ctid as place ${key} from ${table} where ${isAbout} ${after} ${order} limit ${MAX_ROWS}
      ),
      gone as (${leaveText(from)}),
      last as (select ${isByRecord ? "kind, id from found order by kind desc, id desc" : "null as kind, null as id from found"} limit 1)
    select
      (select count(*) from gone) as count, (select count(*) from found) as found,
      (select kind from last) as kind, (select id from last) as id`
}

const batch = (from: Leaving, id: string, after: Place): Sql<Step> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql.unsafe<{
      readonly count: number
      readonly found: number
      readonly kind: string | null
      readonly id: string | null
    }>(batchText(from), [id, after.kind, after.id])
    const { count, found, id: lastId, kind } = row ?? { count: 0, found: 0, kind: null, id: null }
    const next = kind === null || lastId === null ? BEGINNING : { kind, id: lastId }
    return { counts: { [from.table]: count }, next: found < MAX_ROWS ? null : next }
  })

/** Every row that is left. */
const rest = (from: Leaving, id: string): Sql<Counts> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const gone = yield* sql.unsafe(
      `with found as (select ${from.columns[0]}, ctid as place from ${from.table} where ${from.isAbout}) ${leaveText(from)}`,
      [id]
    )
    return { [from.table]: gone.length }
  })

/** The sum of both. */
export const plus = (some: Counts, more: Counts): Counts => {
  const sum: Record<string, number> = { ...some }
  for (const [table, count] of Object.entries(more)) sum[table] = (sum[table] ?? 0) + count
  return sum
}

/** The rest, with the row of the subject. Whoever still adds a row that refers to it has locked it, so this waits and finds that row, too. */
const last = (of: Subject, id: string): Sql<{ readonly counts: Counts }> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (of === "organization") {
      // Of two that end at once, each would see the other one, and leave the label of a key that is limited to both.
      yield* sql`
        select 1 from account where id = (select account_id from organization where id = ${id}) for no key update`
    }
    yield* sql`select 1 from ${sql(of)} where id = ${id} for update`
    let counts: Counts = {}
    for (const from of leaving(of)) counts = plus(counts, yield* rest(from, id))
    return { counts }
  })

/**
 * Removes a subject with everything that is about it, in small transactions: first in batches what may be much, then the rest together with its
 * own row. Nobody may write any of that: a connection is deleted, and the schedule row with its fence is gone; an organization has no connections
 * any more, and an account no organizations.
 *
 * It may stop after any transaction, and begins anew then.
 */
export const empty = <E>(
  of: Subject,
  id: string,
  commit: Commit<E>
): Effect.Effect<Counts, E | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    let total: Counts = {}
    for (const from of leaving(of).filter(({ table }) => table !== of)) {
      for (let after: Place | null = BEGINNING; after !== null; ) {
        const begin: Place = after
        const { counts, next } = yield* commit(batch(from, id, begin))
        total = plus(total, counts)
        after = next
      }
    }
    return plus(total, (yield* commit(last(of, id))).counts)
  })

/** What a subject consists of, from within, itself last: connections, then organizations, then the account. */
export const within = (of: Subject, id: string): Sql<ReadonlyArray<readonly [Subject, string]>> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const inside = (table: Subject) =>
      Effect.map(
        sql<{ readonly id: string }>`select id from ${sql(table)} where ${sql(`${of}_id`)} = ${id} order by id`,
        (rows) => rows.map((row) => [table, row.id] as const)
      )
    const connections = of === "connection" ? [] : yield* inside("connection")
    const organizations = of === "account" ? yield* inside("organization") : []
    return [...connections, ...organizations, [of, id] as const]
  })

/** How many rows of each table would leave with a subject and what it consists of. */
export const countAll = (of: Subject, id: string): Sql<Counts> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let counts: Counts = {}
    for (const [inner, innerId] of yield* within(of, id)) {
      for (const { isAbout, table } of leaving(inner)) {
        const [row] = yield* sql.unsafe<{ readonly count: number }>(
          `select count(*) as count from ${table} where ${isAbout}`,
          [innerId]
        )
        counts = plus(counts, { [table]: row?.count ?? 0 })
      }
    }
    return counts
  })
