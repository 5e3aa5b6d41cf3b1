import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import { facetVersion, NO_FACETS } from "../postgres/RecordTable.js"
import { nowAfterText } from "../postgres/StoredInstant.js"
import { atEnd } from "../postgres/Transaction.js"
import { held, type Lease, type Origin } from "../schedule/Lease.js"

/**
 * The write lock of one list (a connection and a kind), which the current transaction holds.
 *
 * The transaction updates the mutable properties, and `save` stores them.
 */
export interface ListLock {
  readonly kind: string
  /** The updated time of all records that this transaction writes; later than that of any lower position. */
  readonly updatedAt: string
  /** The last position that was assigned. */
  last: number
  /** How many listed records this transaction adds; negative if it removes more. */
  listed: number
  /** How many more of the listed records show as deleted because of it. */
  deleted: number
  /** Whether this transaction has assigned positions. */
  isMoved: boolean
  /** The facets of the records up to a position, as the list remembers; see its columns `facet_version` and `facet_position`. */
  readonly facetVersion: number
  /** Whether this transaction has written records with other facets. */
  isMixed: boolean
}

/** The locks of a transaction, by kind. */
export type ListLocks = ReadonlyMap<string, ListLock>

/** The state of one write transaction: its locks, and the records whose relations it has changed. */
export interface RecordChange {
  readonly connectionId: string
  readonly locks: ListLocks
  /** The ids of the records whose relations changed, by kind. */
  readonly touched: Map<string, Set<string>>
  /** Where the records that it writes come from; null if this is unknown. */
  readonly origin: Origin | null
  /** Whether related records of some records have yet to move, because they are too many for this transaction. */
  isPending: boolean
}

/** The lock of a kind; throws if the transaction does not hold it. */
export const lockOf = ({ locks }: RecordChange, kind: string): ListLock => {
  const own = locks.get(kind)
  if (own === undefined)
    throw new Error(`The transaction writes records of the kind ${kind} without the lock of their list.`)
  return own
}

/** The kinds with these names, as JSON, each with the `facet_version` of an empty list. */
const versioned = (kinds: ReadonlyArray<string>): string =>
  JSON.stringify(
    kinds.map((name) => {
      const kind = RecordKind.table[name]
      return { kind: name, version: kind === undefined ? NO_FACETS : facetVersion(kind) }
    })
  )

/**
 * Takes the write locks of several kinds, always in the same order, so that writers cannot deadlock.
 *
 * It reads the clock after the last lock is granted, so that positions, times and commits of a kind have the same order. `now()` would be
 * too early: it is the start of the transaction.
 *
 * Only writers wait for the lock. Readers rely on that order and on the microsecond between two times (`PageSql.state`).
 */
export const lock = (
  connectionId: string,
  kinds: ReadonlyArray<string>
): Effect.Effect<ListLocks, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lists = sql`connection_id = ${connectionId} and kind in ${sql.in(kinds)}`
    // All rows or none: who waits for another transaction's new row must not hold the lock of an old one.
    const lockRows = sql`
      select 1
      from record_counter
      where ${lists} and (select count(*) from record_counter where ${lists}) = ${kinds.length}
      order by kind
      for update`
    const locked = yield* lockRows
    if (locked.length < kinds.length) {
      yield* sql`
        insert into record_counter (connection_id, kind, facet_version)
        select ${connectionId}::uuid, kind, version
        from jsonb_to_recordset(${versioned(kinds)}::jsonb) as list (kind text, version integer)
        order by kind
        on conflict do nothing`
      yield* lockRows
    }
    const rows = yield* sql<{
      readonly kind: string
      readonly last: number
      readonly updatedAt: string
      readonly facetVersion: number
    }>`
      select
        kind,
        facet_version as "facetVersion",
        position as last,
        ${sql.literal(nowAfterText("updated_at"))}::text as "updatedAt"
      from record_counter
      where ${lists}`
    return new Map(rows.map((row) => [row.kind, { ...row, listed: 0, deleted: 0, isMoved: false, isMixed: false }]))
  })

/** Marks the `size` positions after `last` as assigned. */
export const advance = (lock: ListLock, size: number): void => {
  lock.last += size
  lock.isMoved = true
}

/** Notes that the transaction has written records with this `facet_version`. */
export const noteFacets = (lock: ListLock, version: number): void => {
  if (version !== lock.facetVersion) lock.isMixed = true
}

/** Stores the last positions, times and totals of the kinds that have assigned positions, at the end of the transaction, which must not lock them again. */
export const save = (connectionId: string, locks: ListLocks): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const moved = [...locks.values()].filter(({ isMoved }) => isMoved)
    if (moved.length === 0) return
    const saved = sql`
      update record_counter as counter
      set
        position = moved.last,
        updated_at = moved."updatedAt",
        total = counter.total + moved.listed,
        deleted = counter.deleted + moved.deleted,
        facet_position = case
          when facet_position = position and not moved."isMixed" then moved.last
          else facet_position
        end
      from
        jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
          as moved (kind text, last bigint, "updatedAt" timestamptz, listed bigint, deleted bigint, "isMixed" boolean)
      where counter.connection_id = ${connectionId} and counter.kind = moved.kind`
    yield* atEnd(saved)
  })

/** The distinct names of kinds as one `text[]` literal. */
export const namesOf = (kinds: ReadonlyArray<RecordKind.Any>): string =>
  `{${[...new Set(kinds.map(({ name }) => name))].join(",")}}`

/** Adds the lists of these kinds, unless they exist. Its own transaction: see `lock`. */
export const add = (
  lease: Lease,
  kinds: ReadonlyArray<RecordKind.Any>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into record_counter (connection_id, kind, facet_version)
      select connection_id, kind, version
      from
        (${held(sql, lease)}) as held,
        jsonb_to_recordset(${versioned(kinds.map(({ name }) => name))}::jsonb) as list (kind text, version integer)
      order by kind
      on conflict do nothing`
  )

/**
 * Moves the times of lists to now without a change, so that readers of a list that seldom changes do not ask for an instant that is older
 * than the deletions that are kept. A part of a statement in which `held` is the row of a valid lease.
 *
 * `fullAt` is an SQL expression: when the complete full scan began that read the lists; null after a delta. The lists must exist, and are
 * locked in the same order as by `lock`; each reads the clock once it is locked.
 */
export const confirmed = (
  sql: SqlClient.SqlClient,
  kinds: ReadonlyArray<RecordKind.Any>,
  fullAt: Fragment
): Fragment => sql`
  list as materialized (
    select own.connection_id, own.kind
    from held join record_counter as own using (connection_id)
    where own.kind = any(${namesOf(kinds)}::text[])
    order by kind
    for update of own
  ),
  confirmed as (
    update record_counter as counter
    set
      -- Not earlier than the scan, whose beginning says when the source tool was last known to have the records.
      updated_at = greatest(${sql.literal(nowAfterText("counter.updated_at"))}, ${fullAt}),
      full_at = coalesce(${fullAt}, counter.full_at)
    from list
    where counter.connection_id = list.connection_id and counter.kind = list.kind
  )`

/** Locks lists unless a writer holds one of them; returns whether it has. */
export const tryLock = (
  connectionId: string,
  kinds: ReadonlyArray<string>
): Effect.Effect<boolean, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lists = sql`connection_id = ${connectionId} and kind in ${sql.in(kinds)}`
    const locked = yield* sql`select 1 from record_counter where ${lists} order by kind for update skip locked`
    const [all] = yield* sql<{ readonly count: number }>`select count(*) as count from record_counter where ${lists}`
    return locked.length > 0 && locked.length === all?.count
  })
