import { Facets, RecordKind, StoredFields } from "@tributary/core"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../Sql.js"
import { facetVersion, instantsOf, isAtPlace, memoizedFacetKey, NO_FACETS, rowPlace } from "./postgres/RecordTable.js"

/** Records per transaction; few, because the writers of their list wait meanwhile, and so that their JSON fits into memory. */
export const MAX_ROWS = 200

/** How many records of a list a transaction looks at to find those; of the others it reads only the version. */
const MAX_SCANNED = 5_000

/** An arbitrary number that nothing else in the same database locks. */
const LOCK_KEY = 7_214_093_120

type Filling<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** A list with records that may have been stored with other facets. */
interface List {
  readonly connectionId: string
  readonly kind: RecordKind.Any
}

/** Two look-ups in the index for each kind. */
const listsOf = (kind: RecordKind.Any): Filling<ReadonlyArray<List>> =>
  Effect.gen(function* () {
    const version = facetVersion(kind)
    // Without facets, no filter reads the columns.
    if (version === NO_FACETS) return []
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly connectionId: string }>`
      (select connection_id as "connectionId" from record_counter where kind = ${kind.name} and common_facet_version < ${version})
      union all
      (select connection_id as "connectionId" from record_counter where kind = ${kind.name} and common_facet_version > ${version})`
    return rows.map(({ connectionId }) => ({ connectionId, kind }))
  })

/** A record that was stored with other facets. */
interface Stale {
  readonly id: string
  readonly position: number
  readonly wire: string
  readonly onRequest: string | null
}

/** Renews the columns of these records, as `Upsert` writes them. */
const fill = ({ connectionId, kind }: List, records: ReadonlyArray<Stale>): Filling<void> =>
  Effect.gen(function* () {
    if (records.length === 0) return
    const sql = yield* SqlClient.SqlClient
    const keyOf = memoizedFacetKey(connectionId, kind.name)
    const rows = records.map(({ id, onRequest, wire }) => {
      const value = StoredFields.valueOf({ onRequest, wire })
      const facets = Facets.terms(kind.facets, value).map(keyOf)
      return { id, facets: facets.length === 0 ? null : facets, ...instantsOf(kind, value) }
    })
    yield* sql`
      update record
      set
        facets = found.facets,
        instant = found.instant,
        instant_2 = found.instant_2,
        instant_3 = found.instant_3,
        facet_version = ${facetVersion(kind)}::integer
      from (
        select filled.facets, filled.instant, filled.instant_2, filled.instant_3, stored.*
        from
          jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as filled (
            id uuid, facets bigint[], instant timestamptz, instant_2 timestamptz, instant_3 timestamptz
          ),
          lateral (
            select ${sql.literal(rowPlace)}
            from record
            where connection_id = ${connectionId} and kind = ${kind.name} and id = filled.id
            offset 0
          ) as stored
      ) as found
      where ${sql.literal(isAtPlace)}`
  })

/** What one transaction did. */
interface Step {
  /** How many records it renewed. */
  readonly filled: number
  /** Whether it came to the end of the list. */
  readonly isEnd: boolean
}

/**
 * Renews the facets of the next records of a list; null if another process is at it.
 *
 * It takes the write lock of the list, so that no writer changes these records meanwhile. Nothing that a reader sees changes: the records
 * keep their positions and times. The list remembers how far this has come. Whatever is written meanwhile goes to its end, so nothing is
 * missed.
 */
const fillNext = ({ connectionId, kind }: List): Filling<Step | null> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const version = facetVersion(kind)
    const [free] = yield* sql<{ readonly isFree: boolean }>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as "isFree"`
    if (free?.isFree !== true) return null
    const own = sql`connection_id = ${connectionId} and kind = ${kind.name}`
    const [list] = yield* sql<{ readonly end: number; readonly filled: number }>`
      select position as end, case when facet_version = ${version}::integer then facet_position else 0 end as filled
      from record_counter
      where ${own}
      for update`
    if (list === undefined) return { filled: 0, isEnd: true }
    const next = sql`from record where ${own} and is_listed and position > ${list.filled} order by position`
    const stale = yield* sql<Stale>`
      select id, position, wire, on_request as "onRequest"
      from (select id, position, wire, on_request, facet_version ${next} limit ${MAX_SCANNED}) as next
      where facet_version <> ${version}::integer
      order by position
      limit ${MAX_ROWS}`
    yield* fill({ connectionId, kind }, stale)
    const [last] =
      stale.length === MAX_ROWS
        ? stale.slice(-1)
        : yield* sql<Pick<Stale, "position">>`select position ${next} offset ${MAX_SCANNED - 1} limit 1`
    yield* sql`
      update record_counter
      set facet_version = ${version}::integer, facet_position = ${last?.position ?? list.end}
      where ${own}`
    return { filled: stale.length, isEnd: last === undefined }
  }).pipe((self) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(self)))

/**
 * Renews the facets of all records that were stored when their kind had others, and returns of how many.
 *
 * It uses small transactions and may stop after any of them: the next run goes on there, and also finds what processes of another release
 * have stored since. Of several processes that run it at once, one does the work. Until it is done, filters compare the JSON of these
 * records, which finds the same but takes longer.
 */
export const run = (kinds: ReadonlyArray<RecordKind.Any> = Object.values(RecordKind.table)): Filling<number> =>
  Effect.gen(function* () {
    let total = 0
    for (const list of (yield* Effect.forEach(kinds, listsOf)).flat()) {
      for (let isEnd = false; !isEnd; ) {
        const step = yield* fillNext(list)
        if (step === null) return total
        total += step.filled
        isEnd = step.isEnd
      }
    }
    return total
  })
