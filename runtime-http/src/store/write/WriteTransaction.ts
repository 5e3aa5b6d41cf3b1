import { RecordKind } from "@tributary/core"
import { Array as Arr, Effect, Stream } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import { isAtPlace, rowPlace, uuidArray } from "../postgres/RecordTable.js"
import type { Answers, Statements } from "../postgres/Transaction.js"
import * as Leases from "../schedule/Lease.js"
import { type Lease, type Origin, type StaleFence, withLease } from "../schedule/Lease.js"
import * as ListLock from "./ListLock.js"
import { advance, lockOf, type RecordChange } from "./ListLock.js"
import * as ScanRows from "./ScanRows.js"

/*
 * A record shows the records that it is related to. So it counts as changed, and moves to the end of its list, when one of its relations is
 * added, changed or removed, and when the record at the other end is listed or hidden. A change to the fields of the other record does not
 * count: otherwise one login would move every group of a user.
 *
 * The same holds for lists of members. A record that joins such a list must come after everything that a reader has already seen of it,
 * or a walk or a poll by updated time would miss it. A record that leaves the list moves the record that the list belongs to.
 *
 * A record may have very many related records, such as a group with 100,000 members. They move after the transaction that lists or hides
 * it, in transactions of their own, and never before: who has read them with what they showed before then reads them again.
 */

/** A relation kind as seen from the records at one of its ends. */
interface RelationEnd {
  readonly relation: string
  /** The column with the id of the record at this end. */
  readonly near: "source_id" | "target_id"
  /** The column with the id of the record at the other end. */
  readonly far: "source_id" | "target_id"
  /** The kind of the records at the other end. */
  readonly farKind: string
}

const endsOf = (kind: RecordKind.Any): ReadonlyArray<readonly [string, RelationEnd]> => {
  if (kind.relation === null) return []
  const { source, target } = kind.relation
  return [
    [source.kind, { relation: kind.name, near: "source_id", far: "target_id", farKind: target.kind }],
    [target.kind, { relation: kind.name, near: "target_id", far: "source_id", farKind: source.kind }]
  ]
}

const relationEnds = Object.values(RecordKind.table).flatMap(endsOf)

/** The relations that records of this kind can have. */
const relationsOf = (kind: string): ReadonlyArray<RelationEnd> =>
  relationEnds.filter(([near]) => near === kind).map(([, end]) => end)

/** Every kind whose records can move when records of these kinds are written. */
export const kindsToLock = (kinds: ReadonlyArray<RecordKind.Any>): ReadonlyArray<string> => {
  const names = new Set<string>()
  for (const { name, relation } of kinds) {
    names.add(name)
    if (relation !== null) names.add(relation.source.kind).add(relation.target.kind)
    for (const { farKind } of relationsOf(name)) names.add(farKind)
  }
  return [...names]
}

/** The ids of the records at both ends of a relation. */
export interface Ends {
  readonly source: string
  readonly target: string
}

const touch = (change: RecordChange, kind: string, id: string): void => {
  const ids = change.touched.get(kind)
  if (ids === undefined) change.touched.set(kind, new Set([id]))
  else ids.add(id)
}

/** Marks the records at both ends of written relations for `moveTouched`. */
export const touchEnds = (change: RecordChange, kind: RecordKind.Any, rows: ReadonlyArray<Ends>): void => {
  if (kind.relation === null) return
  for (const { source, target } of rows) {
    touch(change, kind.relation.source.kind, source)
    touch(change, kind.relation.target.kind, target)
  }
}

/** The ids of the records at the other end of live relations of these records; may repeat. */
const farIds = (
  sql: SqlClient.SqlClient,
  connectionId: string,
  { far, near, relation }: RelationEnd,
  ids: Iterable<string>
): Fragment =>
  // The lateral with `offset 0` is one index probe per id, and its conditions fit only one index. On a table that was never analyzed, a
  // join or a choice of indexes would read the whole kind for each id.
  sql`
    select related.id
    from
      unnest(${uuidArray(ids)}::uuid[]) as entered (id),
      lateral (
        select ${sql(far)} as id
        from record
        where connection_id = ${connectionId} and ${sql(near)} = entered.id and kind = ${relation} and not is_gone
        offset 0
      ) as related`

/** The most related records that move in the transaction that lists or hides a record. */
const MAX_ROWS = 1_000
/** The most relations that it reads to find them. */
const MAX_RELATIONS = 10_000

/** The records related to these, by kind; null if they are too many for one transaction. */
const neighbours = (
  { connectionId }: RecordChange,
  kind: RecordKind.Any,
  entered: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, ReadonlyArray<string>> | null, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = new Map<string, ReadonlyArray<string>>()
    for (const end of relationsOf(kind.name)) {
      const [row] = yield* sql<{ readonly relations: number; readonly ids: ReadonlyArray<string> }>`
        select count(*) as relations, coalesce(json_agg(distinct id), '[]') as ids
        from (${farIds(sql, connectionId, end, entered)} limit ${MAX_RELATIONS}) as related`
      const { ids, relations } = row ?? { ids: [], relations: 0 }
      if (relations === MAX_RELATIONS || ids.length > MAX_ROWS) return null
      found.set(end.farKind, [...(found.get(end.farKind) ?? []), ...ids])
    }
    return found
  })

/** Marks the records related to those that were listed or hidden for `moveTouched`; too many of them for one transaction are stored for `settleMoves`. */
export const touchNeighbours = (
  change: RecordChange,
  kind: RecordKind.Any,
  ids: ReadonlyArray<string>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (ids.length === 0) return
    const found = yield* neighbours(change, kind, ids)
    if (found !== null) {
      for (const [farKind, far] of found) for (const id of far) touch(change, farKind, id)
      return
    }
    const sql = yield* SqlClient.SqlClient
    change.isPending = true
    yield* sql`
      insert into pending_relation (connection_id, kind, id)
      select ${change.connectionId}::uuid, ${kind.name}, id from unnest(${uuidArray(ids)}::uuid[]) as id
      on conflict do nothing`
  })

/** Adds the records that are related to these to `pending_move`, in the caller's transaction; does not lock a list. */
export const expand = (
  connectionId: string,
  kind: string,
  ids: ReadonlyArray<string>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const end of relationsOf(kind)) {
      yield* sql`
        insert into pending_move (connection_id, kind, id)
        select distinct ${connectionId}::uuid, ${end.farKind}, id
        from (${farIds(sql, connectionId, end, ids)}) as related
        on conflict do nothing`
    }
  })

/** Gives new positions to the listed ones among the touched records. */
export const moveTouched = (change: RecordChange): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const [kind, touched] of change.touched) {
      const lock = lockOf(change, kind)
      const ids = [...touched].sort()
      for (let from = 0; from < ids.length; from += MAX_ROWS) {
        const part = ids.slice(from, from + MAX_ROWS)
        // Also one index probe per id: finds the row by primary key and updates it at its place. `is_listed` is outside, or other indexes would fit.
        const rows = yield* sql`
          update record
          set position = ${lock.last} + found.n, updated_at = ${lock.updatedAt}::timestamptz
          from (
            select touched.n, listed.*
            from
              unnest(${uuidArray(part)}::uuid[]) with ordinality as touched (id, n),
              lateral (
                select ${sql.literal(rowPlace)}, is_listed
                from record
                where connection_id = ${change.connectionId} and kind = ${kind} and id = touched.id
                offset 0
              ) as listed
            where listed.is_listed
          ) as found
          where ${sql.literal(isAtPlace)}
          returning 1`
        if (rows.length > 0) advance(lock, part.length)
      }
    }
  })

/** What a transaction under write locks returned. */
export interface Written<A> {
  readonly result: A
  /** Whether `settleMoves` has to follow the transaction. */
  readonly isPending: boolean
}

/** The answer of a transaction that needed no write lock. */
export const unlocked = <A>(result: A): Written<A> => ({ result, isPending: false })

/** Runs `body` under the write locks of these kinds, then moves the related records that it touched and saves the positions. */
export const withListLocks = <A, E, R>(
  connectionId: string,
  kinds: ReadonlyArray<RecordKind.Any>,
  body: (change: ListLock.RecordChange) => Effect.Effect<A, E, R>,
  origin: Origin | null = null
): Effect.Effect<Written<A>, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const locks = yield* ListLock.lock(connectionId, kindsToLock(kinds))
    const change: ListLock.RecordChange = { connectionId, locks, touched: new Map(), origin, isPending: false }
    const result = yield* body(change)
    yield* moveTouched(change)
    yield* ListLock.save(connectionId, locks)
    return { result, isPending: change.isPending }
  })

/*
 * Moves related records that were too many for the transaction that listed or hid a record. That transaction stores what remains to be
 * done, so that the next job does it if the process dies.
 */

type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

/** Records per transaction; small, because other writers of the list wait for it. */
const MAX_MOVES = 1_000
/** How many records' relations one transaction reads; it does not lock a list. */
const MAX_EXPANDED = 100

/** The kinds of the records that a table holds for the connection. */
const kindsIn = (connectionId: string, table: ScanRows.Rows["table"]) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly kind: string }>`
      select distinct kind from ${sql(table)} where connection_id = ${connectionId}`
    return rows.map(({ kind }) => kind)
  })

/** Whether related records of the connection have yet to move, as an SQL condition. */
export const hasPendingMoves = (sql: SqlClient.SqlClient, connectionId: string): Fragment => sql`
  (
    (select id from pending_relation where connection_id = ${connectionId} order by kind, id limit 1) is not null
    or (select id from pending_move where connection_id = ${connectionId} order by kind, id limit 1) is not null
  )`

/** Runs `each` for all records in a table, a few at a time; it removes them from the table in the same transaction. */
const drain = (
  lease: Lease,
  table: ScanRows.Rows["table"],
  size: number,
  each: (kind: string, ids: ReadonlyArray<string>) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
): Leased<void> =>
  Effect.gen(function* () {
    const { connectionId } = lease
    for (const owner of yield* kindsIn(connectionId, table)) {
      yield* ScanRows.ranges<{ readonly ids: ReadonlyArray<string> }>(
        lease,
        { table, owner },
        (sql, range, progress) =>
          sql`select ${progress}, coalesce(json_agg(id), '[]') as ids from (${range}) as pending`
      ).pipe(
        Stream.flatMap(({ ids }) => Stream.fromIterable(Arr.chunksOf(ids, size))),
        Stream.runForEach((ids) =>
          withLease(lease, Effect.zipRight(ScanRows.forgetIds(connectionId, { table, owner }, ids), each(owner, ids)))
        )
      )
    }
  })

const moveIn = (connectionId: string) => (kind: string, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const locks = yield* ListLock.lock(connectionId, [kind])
    yield* moveTouched({
      connectionId,
      locks,
      touched: new Map([[kind, new Set(ids)]]),
      origin: null,
      isPending: false
    })
    yield* ListLock.save(connectionId, locks)
  })

const expandIn = (connectionId: string) => (kind: string, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // A record may have so many relations that reading them takes longer than the time limit of a statement.
    yield* sql`select set_config('statement_timeout', '0', true)`
    yield* expand(connectionId, kind, ids)
  })

/** Moves all related records of the connection that have yet to move, in several transactions. */
export const settleMoves = (lease: Lease): Leased<void> =>
  Effect.gen(function* () {
    const { connectionId } = lease
    yield* drain(lease, "pending_relation", MAX_EXPANDED, expandIn(connectionId))
    yield* drain(lease, "pending_move", MAX_MOVES, moveIn(connectionId))
  })

/** Runs a write in a transaction with the answers to the statements that begin it, then moves the related records that were too many for it. */
export const begunBy = <Rows extends ReadonlyArray<unknown>, A, E, R>(
  lease: Lease,
  statements: Statements<Rows>,
  body: (answers: Answers<Rows>) => Effect.Effect<Written<A>, E, R>
): Effect.Effect<A, E | StaleFence | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(Leases.begunBy(lease, statements, body), ({ isPending, result }) =>
    Effect.as(isPending ? settleMoves(lease) : Effect.void, result)
  )

/** Runs a write in a transaction; see `begunBy`. */
export const write = <A, E, R>(
  lease: Lease,
  body: Effect.Effect<Written<A>, E, R>
): Effect.Effect<A, E | StaleFence | SqlError, R | SqlClient.SqlClient> => begunBy(lease, [], () => body)
