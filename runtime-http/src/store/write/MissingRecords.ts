import type { RecordKind } from "@tributary/core"
import { Effect, Stream } from "effect"
import { SqlClient, type SqlError, type Statement } from "../../Sql.js"
import { instant, millis } from "../postgres/Instant.js"
import { uuidArray } from "../postgres/RecordTable.js"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as ListLock from "./ListLock.js"
import type * as DeletionRule from "./rules/DeletionRule.js"
import type { Held } from "./rules/DeletionRule.js"
import type { Scan } from "./Scan.js"
import * as ScanRows from "./ScanRows.js"
import * as SeenBlocks from "./SeenBlocks.js"
import * as SeenComparison from "./SeenComparison.js"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

const missingOf = (kind: string): ScanRows.Rows => ({ table: "missing_record", owner: kind })

/** `DeletionRule.isWithin` as an SQL condition. */
export const isWithin = (sql: SqlClient.SqlClient, { firstScan, since }: DeletionRule.Bound) =>
  since === null
    ? sql`first_scan <= ${firstScan}`
    : sql`coalesce(first_scan <= ${firstScan} and since <= ${instant(sql, since)}, false)`

/** What a full scan says about the records of a kind. */
export interface Found {
  /** How many stored records it has seen. */
  readonly seen: number
  /** False if none is missing, and none was missing before. */
  readonly mayHaveMissing: boolean
}

/**
 * Finds the live records of a kind that a full scan has not seen.
 *
 * It may run again for the same scan after an interruption.
 */
export const find = (
  scan: Scan,
  kind: RecordKind.Any,
  seenIn: ReadonlyArray<number>,
  evidence: DeletionRule.Evidence
): Leased<Found> =>
  Effect.gen(function* () {
    const { lease } = scan
    let found: Found = { seen: 0, mayHaveMissing: false }
    let after: string | null = SeenBlocks.LOWEST_ID
    while (after !== null) {
      const range: SeenComparison.Range = yield* SeenComparison.run(scan, kind.name, seenIn, evidence, after)
      found = {
        seen: found.seen + range.seen,
        mayHaveMissing: found.mayHaveMissing || range.mayHaveMissing
      }
      after = range.hasMore ? range.last : null
    }
    // A scan before this one missed these, and this one has seen them, or they are gone.
    if (found.mayHaveMissing) {
      yield* ScanRows.forget(lease, missingOf(kind.name), (sql) => sql`scan <> ${scan.number}`)
    }
    return found
  })

/** The missing records of a kind, in numbers. */
export interface MissingCounts extends Pick<DeletionRule.Tally, "unseen" | "released" | "due"> {
  /** Records that a readable scan has missed, but that are not proven to be gone. */
  readonly unproven: number
  /** Since when the one that is missing longest counts as missing, in milliseconds since 1970; null if no record is missing. */
  readonly since: number | null
  /** The same of those for which a scan is planned. */
  readonly plannedSince: number | null
}

/** Of a kind of which no records are missing. */
export const noMissing: MissingCounts = { unseen: 0, released: 0, due: 0, unproven: 0, since: null, plannedSince: null }

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/** Counts the missing records of a kind; `proven` says which are gone, `released` which were held back and an operator has confirmed. */
export const count = (
  lease: Lease,
  kind: string,
  proven: DeletionRule.Bound,
  released: Held | null
): Leased<MissingCounts> =>
  ScanRows.ranges<MissingCounts>(lease, missingOf(kind), (sql, range, progress) => {
    const isReleased = released === null ? sql`false` : isWithin(sql, released)
    const isProven = isWithin(sql, proven)
    const isUnproven = sql`since is not null and not ${isProven} and not ${isReleased}`
    return sql`
      select
        ${progress},
        count(*) as unseen,
        count(*) filter (where ${isReleased}) as released,
        count(*) filter (where ${isProven} and not ${isReleased}) as due,
        count(*) filter (where ${isUnproven}) as unproven,
        ${millis(sql, sql`min(since) filter (where ${isUnproven})`)} as since,
        ${millis(sql, sql`min(since) filter (where is_planned and ${isUnproven})`)} as "plannedSince"
      from (${range}) as missing`
  }).pipe(
    Stream.runFold(noMissing, (sum, each) => ({
      unseen: sum.unseen + each.unseen,
      released: sum.released + each.released,
      due: sum.due + each.due,
      unproven: sum.unproven + each.unproven,
      since: earliest(sum.since, each.since),
      plannedSince: earliest(sum.plannedSince, each.plannedSince)
    }))
  )

/** Which missing records a sweep deletes. */
export interface Deletable {
  /** Those that are proven to be gone; null if the sweep deletes only released records. */
  readonly proven: DeletionRule.Bound | null
  /** The held-back records that an operator has confirmed; null if there are none. */
  readonly released: Held | null
}

/** The ids of the missing records that a sweep deletes, range by range. */
export const deletable = (
  lease: Lease,
  kind: string,
  { proven, released }: Deletable
): Stream.Stream<ReadonlyArray<string>, StaleFence | SqlError, SqlClient.SqlClient> =>
  ScanRows.ranges<{ readonly ids: ReadonlyArray<string> }>(lease, missingOf(kind), (sql, range, progress) => {
    const isDue = proven === null ? sql`false` : isWithin(sql, proven)
    const isReleased = released === null ? sql`false` : isWithin(sql, released)
    return sql`
      select ${progress}, coalesce(json_agg(id) filter (where ${isDue} or ${isReleased}), '[]') as ids
      from (${range}) as missing`
  }).pipe(Stream.map(({ ids }) => ids))

/** The names of the kinds that have missing records. */
export const kindsWithAny = (
  sql: SqlClient.SqlClient,
  connectionId: string,
  kinds: ReadonlyArray<RecordKind.Any>
): Statement<{ readonly kind: string }> => sql<{ readonly kind: string }>`
  select kind from unnest(${ListLock.namesOf(kinds)}::text[]) as own (kind)
  where ${ScanRows.hasAny(sql, connectionId, "missing_record", sql`own.kind`)}`

/** How many records are no longer missing. */
export interface Forgotten {
  /** Those that had been held back. */
  readonly held: number
  /** The others that a readable scan had missed. */
  readonly unproven: number
}

/** Forgets that these records are missing. */
export const forget = (
  connectionId: string,
  kind: string,
  ids: ReadonlyArray<string>,
  held: Held | null
): Sql<Forgotten> =>
  Effect.gen(function* () {
    if (ids.length === 0) return { held: 0, unproven: 0 }
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly wasHeld: boolean; readonly isReadable: boolean }>`
      delete from missing_record
      where ctid = any(array(
        select place
        from (${ScanRows.withIds(sql, connectionId, missingOf(kind), sql`${uuidArray(ids)}::uuid[]`)}) as gone
      ))
      returning ${held === null ? sql`false` : isWithin(sql, held)} as "wasHeld", since is not null as "isReadable"`
    return {
      held: rows.filter(({ wasHeld }) => wasHeld).length,
      unproven: rows.filter(({ isReadable, wasHeld }) => isReadable && !wasHeld).length
    }
  })

/** Forgets that the held-back records of a kind are missing. */
export const forgetHeld = (lease: Lease, kind: string, held: Held): Leased<void> =>
  ScanRows.forget(lease, missingOf(kind), (sql) => isWithin(sql, held))

/** Forgets all missing records of a kind. */
export const clear = (lease: Lease, kind: string): Leased<void> => ScanRows.forget(lease, missingOf(kind))
