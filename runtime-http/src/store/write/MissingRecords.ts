import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { RecordKind } from "@tributary/core"
import { Effect, Stream } from "effect"
import { uuidArray } from "../postgres/Uuid.js"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as DeletionRule from "./DeletionRule.js"
import type { Held } from "./HeldBackDeletions.js"
import type { Scan } from "./Scan.js"
import * as ScanRows from "./ScanRows.js"
import * as SeenBlocks from "./SeenBlocks.js"
import * as SeenComparison from "./SeenComparison.js"
import * as WriteTransaction from "./WriteTransaction.js"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

const missingOf = (kind: string): ScanRows.Rows => ({ table: "missing_record", owner: kind })

/** How many full scans in a row had missed a record when `held` was decided; null if the record is not among the held-back ones. */
const missesThen = (sql: SqlClient.SqlClient, held: Held) =>
  sql`case when scan = ${held.scan} then misses else previous end`

const isHeld = (sql: SqlClient.SqlClient, held: Held) =>
  sql`coalesce(${missesThen(sql, held)} >= ${held.misses}, false)`

/**
 * Finds the live records of a kind that a full scan has not seen, and returns how many stored ones it has seen.
 *
 * It may run again for the same scan after an interruption: each record counts one miss per scan.
 */
export const find = (
  scan: Scan,
  kind: RecordKind.Any,
  seenIn: ReadonlyArray<number>,
  counting: SeenComparison.Counting
): Leased<number> =>
  Effect.gen(function* () {
    const { lease } = scan
    let seen = 0
    let after: string | null = SeenBlocks.LOWEST_ID
    while (after !== null) {
      const range: SeenComparison.Range = yield* WriteTransaction.withLease(
        lease,
        SeenComparison.run(scan, kind.name, seenIn, counting, after)
      )
      seen += range.seen
      after = range.hasMore ? range.last : null
    }
    // A scan before this one missed these, and this one has seen them, or they are gone.
    yield* ScanRows.forget(lease, missingOf(kind.name), (sql) => sql`scan <> ${scan.number}`)
    return seen
  })

/** The missing records of a kind, in numbers. */
export interface MissingCounts extends Pick<DeletionRule.Tally, "unseen" | "released" | "due"> {
  /** Records that a readable scan has missed, but not yet enough scans in a row. */
  readonly unproven: number
}

const noMissing: MissingCounts = { unseen: 0, released: 0, due: 0, unproven: 0 }

/** Counts the missing records of a kind; `released` are those that were held back and that an operator has confirmed. */
export const count = (
  lease: Lease,
  kind: string,
  evidence: DeletionRule.Evidence,
  released: Held | null
): Leased<MissingCounts> => {
  const needed = DeletionRule.missesNeeded(evidence)
  return ScanRows.ranges<MissingCounts>(lease, missingOf(kind), (sql, range, progress) => {
    const isReleased = released === null ? sql`false` : isHeld(sql, released)
    return sql`
      select
        ${progress},
        count(*) as unseen,
        count(*) filter (where ${isReleased}) as released,
        count(*) filter (where misses >= ${needed} and not ${isReleased}) as due,
        count(*) filter (where misses > 0 and misses < ${needed} and not ${isReleased}) as unproven
      from (${range}) as missing`
  }).pipe(
    Stream.runFold(noMissing, (sum, each) => ({
      unseen: sum.unseen + each.unseen,
      released: sum.released + each.released,
      due: sum.due + each.due,
      unproven: sum.unproven + each.unproven
    }))
  )
}

/** Which missing records a sweep deletes. */
export interface Deletable {
  /** How many full scans in a row must have missed a record; null if the sweep deletes only released records. */
  readonly misses: number | null
  /** The held-back records that an operator has confirmed; null if there are none. */
  readonly released: Held | null
}

/** The ids of the missing records that a sweep deletes, range by range. */
export const deletable = (
  lease: Lease,
  kind: string,
  { misses, released }: Deletable
): Stream.Stream<ReadonlyArray<string>, StaleFence | SqlError, SqlClient.SqlClient> =>
  ScanRows.ranges<{ readonly ids: ReadonlyArray<string> }>(lease, missingOf(kind), (sql, range, progress) => {
    const isDue = misses === null ? sql`false` : sql`misses >= ${misses}`
    const isReleased = released === null ? sql`false` : isHeld(sql, released)
    return sql`
      select ${progress}, coalesce(json_agg(id) filter (where ${isDue} or ${isReleased}), '[]') as ids
      from (${range}) as missing`
  }).pipe(Stream.map(({ ids }) => ids))

/** Whether any records of a kind are missing. */
export const hasAny = (connectionId: string, kind: string): Sql<boolean> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly has: boolean }>`
      select ${ScanRows.hasAny(sql, connectionId, "missing_record", sql`${kind}`)} as has`
    return row?.has === true
  })

/** Forgets that these records are missing; returns how many of them had been held back. */
export const forget = (
  connectionId: string,
  kind: string,
  ids: ReadonlyArray<string>,
  held: Held | null
): Sql<number> =>
  Effect.gen(function* () {
    if (ids.length === 0) return 0
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly wasHeld: boolean }>`
      delete from missing_record
      where ctid = any(array(
        select place
        from (${ScanRows.withIds(sql, connectionId, missingOf(kind), sql`${uuidArray(ids)}::uuid[]`)}) as gone
      ))
      returning ${held === null ? sql`false` : isHeld(sql, held)} as "wasHeld"`
    return rows.filter(({ wasHeld }) => wasHeld).length
  })

/** Forgets that the held-back records of a kind are missing. */
export const forgetHeld = (lease: Lease, kind: string, held: Held): Leased<void> =>
  ScanRows.forget(lease, missingOf(kind), (sql) => isHeld(sql, held))

/** Forgets all missing records of a kind. */
export const clear = (lease: Lease, kind: string): Leased<void> => ScanRows.forget(lease, missingOf(kind))
