import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../Sql.js"
import { MAX_ROWS } from "./erasure/Emptying.js"
import { uuidArray } from "./postgres/RecordTable.js"
import * as StoppedConnectors from "./schedule/StoppedConnectors.js"
import { advance, lockOf, tryLock } from "./write/ListLock.js"
import * as WriteTransaction from "./write/WriteTransaction.js"

type Purging<A> = Effect.Effect<A, SqlError | StoppedConnectors.Held, SqlClient.SqlClient>

/** Which records that are gone: those that left their list, or those that stay in it and show as deleted. */
export type Shown = "hidden" | "listed"

/** Each is the predicate of an index. */
const areGone: Readonly<Record<Shown, string>> = {
  hidden: "is_gone and not is_listed",
  listed: "is_gone and is_listed"
}

// Not `clock_timestamp()`: it is volatile, so no index can bound what a query with it reads.
const isOld = (sql: SqlClient.SqlClient, shown: Shown, days: number): Fragment =>
  sql`${sql.literal(areGone[shown])} and record.gone_at < statement_timestamp() - make_interval(days => ${days})`

/** The live relations at this end of a record, with one probe of an index. */
const liveAt = (sql: SqlClient.SqlClient, end: "source_id" | "target_id", columns: string): Fragment => sql`
  select ${sql.literal(columns)}
  from record as near
  where near.connection_id = record.connection_id and near.${sql.literal(end)} = record.id and not near.is_gone`

/** Tombstones of one list, by id. */
interface Tombstones {
  readonly connectionId: string
  readonly kind: string
  readonly ids: ReadonlyArray<string>
}

/**
 * Removes tombstones of one list: records that are gone.
 *
 * It takes the write lock of the list, but skips the list if a writer holds the lock. A record that returns later gets its former id,
 * because ids are derived from the connection, the kind and the vendor's id.
 */
const purgeList = ({ connectionId, kind, ids }: Tombstones, shown: Shown, days: number): Purging<number> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* tryLock(connectionId, [kind]))) return 0
    const gone = yield* sql`
      delete from record
      using unnest(${uuidArray(ids)}::uuid[]) as old (id)
      where record.connection_id = ${connectionId} and record.kind = ${kind} and record.id = old.id
        and ${isOld(sql, shown, days)}
      returning 1`
    if (shown === "listed") {
      yield* sql`
        update record_counter set total = total - ${gone.length}, deleted = deleted - ${gone.length}
        where connection_id = ${connectionId} and kind = ${kind}`
    }
    return gone.length
  }).pipe(StoppedConnectors.step)

/** The oldest tombstones, without those that a live relation refers to: the relation has to go first, or the record at its other end would change unnoticed. */
const oldest = (shown: Shown, days: number): Purging<ReadonlyArray<Tombstones>> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Tombstones>`
      select connection_id as "connectionId", kind, array_agg(id::text) as ids
      from (
        select connection_id, kind, id
        from record
        where ${isOld(sql, shown, days)}
          and not exists (${liveAt(sql, "source_id", "1")})
          and not exists (${liveAt(sql, "target_id", "1")})
        order by gone_at
        limit ${MAX_ROWS}
      ) as old
      group by 1, 2`
  )

/** Removes what each batch finds, until a batch removes nothing: only lists that are being written are left, which wait for the next purge. */
const untilNothing = <A>(find: Purging<ReadonlyArray<A>>, remove: (found: A) => Purging<number>): Purging<number> =>
  Effect.gen(function* () {
    let total = 0
    for (;;) {
      const removed = yield* Effect.forEach(yield* find, remove)
      const count = removed.reduce((sum, each) => sum + each, 0)
      if (count === 0) return total
      total += count
    }
  })

/** Live relations of one kind at whose one end is an old tombstone. */
interface Dangling {
  readonly connectionId: string
  readonly kind: string
  readonly relations: ReadonlyArray<string>
  /** The tombstones at their ends. */
  readonly gone: ReadonlyArray<string>
}

const dangling = (shown: Shown, days: number): Purging<ReadonlyArray<Dangling>> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Dangling>`
      select connection_id as "connectionId", kind, array_agg(id::text) as relations, array_agg(gone::text) as gone
      from (
        select near.*
        from record, lateral (
          ${liveAt(sql, "source_id", "near.connection_id, near.kind, near.id, record.id as gone")}
          union all
          ${liveAt(sql, "target_id", "near.connection_id, near.kind, near.id, record.id as gone")}
        ) as near
        where ${isOld(sql, shown, days)}
        limit ${MAX_ROWS}
      ) as found
      group by 1, 2`
  )

/**
 * Removes live relations to tombstones whose time is over, as a source tool that deletes a user may keep its memberships. The records at the
 * other ends show one related record less, so they move to the end of their lists, as if the tool had ended the relation.
 *
 * A relation that the tool still lists returns with the next full scan, and then refers to nothing.
 */
const purgeRelations = ({ connectionId, gone, kind, relations }: Dangling): Purging<number> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const relation = RecordKind.table[kind]
    if (relation === undefined) return 0
    if (!(yield* tryLock(connectionId, WriteTransaction.kindsToLock([relation])))) return 0
    const { result } = yield* WriteTransaction.withListLocks(connectionId, [relation], (change) =>
      Effect.gen(function* () {
        const removed = yield* sql<WriteTransaction.Ends & { readonly isListed: boolean }>`
          delete from record
          using unnest(${uuidArray(relations)}::uuid[]) as old (id)
          where record.connection_id = ${connectionId} and record.kind = ${kind} and record.id = old.id and not is_gone
            and exists (
              select from record as ended
              where ended.connection_id = ${connectionId} and ended.id = any (${uuidArray(gone)}::uuid[])
                and ended.id in (record.source_id, record.target_id) and ended.is_gone
            )
          returning source_id as source, target_id as target, is_listed as "isListed"`
        WriteTransaction.touchEnds(change, relation, removed)
        // Those that are purged next need not move.
        for (const touched of change.touched.values()) for (const id of gone) touched.delete(id)
        const lock = lockOf(change, kind)
        lock.listed -= removed.filter(({ isListed }) => isListed).length
        advance(lock, 0)
        return removed.length
      })
    )
    return result
  }).pipe(StoppedConnectors.step)

/** Removes records that have been gone for so many days, and the live relations that still refer to them. */
export const purge = (shown: Shown, days: number): Purging<number> =>
  Effect.gen(function* () {
    const remove = untilNothing(oldest(shown, days), (list) => purgeList(list, shown, days))
    let total = yield* remove
    if ((yield* untilNothing(dangling(shown, days), purgeRelations)) > 0) total += yield* remove
    return total
  })
